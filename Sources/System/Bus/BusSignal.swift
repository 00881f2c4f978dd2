// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A signal that came over D-Bus.
public struct BusSignal: Sendable {
    /// The sender's unique name. A match by a well-known name does not vouch for it: whoever is on the bus may send
    /// signals to a single receiver.
    public let sender: String
    public let path: String
    public let interface: String
    public let member: String
    public let arguments: [BusValue]
}
