// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A method call.
public struct BusCall: Sendable {
    public var destination: String
    public var path: String
    public var interface: String
    public var member: String
    /// The signature of the arguments, a complete type for each.
    public var signature: String
    public var arguments: [BusValue]
    /// How long to wait for the reply; libsystemd's own limit is 25 s.
    public var timeout: Seconds

    public init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ signature: String = "",
        _ arguments: [BusValue] = [], timeout: Seconds = Seconds(25)
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.signature = signature
        self.arguments = arguments
        self.timeout = timeout
    }
}
