// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// A call to sd-event that failed.
public struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A positive errno value.
    public let code: CInt
    public let call: String

    public init(code: CInt, call: String) {
        self.code = code
        self.call = call
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    static func check(_ result: CInt, _ call: String) throws(EventLoopError) {
        if result < 0 { throw EventLoopError(code: -result, call: call) }
    }
}
