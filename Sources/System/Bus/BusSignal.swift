// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A signal that came over D-Bus.
public struct BusSignal: Sendable {
    public let path: String
    public let interface: String
    public let member: String
    public let arguments: [BusValue]
}
