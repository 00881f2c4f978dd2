// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The body of every answer that is not a success.
public struct Problem: Error, Codable, Sendable, CustomStringConvertible {
    /// Stable, for programs: `alreadyFlying`, `mission`, `notFound` …
    public var code: String
    /// For the person: what is the case and what to do.
    public var message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
