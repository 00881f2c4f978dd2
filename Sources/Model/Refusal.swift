// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Why a command was refused.
public struct Refusal: Hashable, Codable, Sendable {
    public enum Code: String, Codable, Sendable {
        case alreadyFlying
        case notFlying
        case notHolding
        case alreadyHolding
        /// A lap in which nothing was flown.
        case emptyLap
        /// A mission that does not go with where the flight is flown: indoors, or under the sky.
        case indoor
        /// A target distance that is flown already.
        case passed
        /// A number beyond what can be asked for.
        case outOfRange
    }

    public var code: Code
    /// For the person: what is the case and what to do.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
