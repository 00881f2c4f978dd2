// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A positive errno value.
    public let code: CInt
    /// The call and what it was about.
    public let call: String

    public init(_ code: CInt, _ call: String) {
        self.code = code
        self.call = call
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// Passes on the result of a call that says -1 and sets errno when it fails.
    @discardableResult
    static func check<T: SignedInteger>(_ result: T, _ call: String) throws(SystemError) -> T {
        if result < 0 { throw SystemError(errno, call) }
        return result
    }
}
