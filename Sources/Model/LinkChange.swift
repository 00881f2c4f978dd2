// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A link to the outside changed its state.
public struct LinkChange: Hashable, Codable, Sendable {
    /// What comes over the link.
    public enum Kind: String, Codable, Sendable {
        case position
        case heartRate
        /// The flight recorder's way to the disk.
        case storage
    }

    public enum State: String, Codable, Sendable {
        /// Trying; nothing has come yet.
        case connecting
        /// Connected and talking.
        case up
        /// Lost or refused; being tried again.
        case down
    }

    public var kind: Kind
    /// The sensor's name in the configuration; `gpsd` for the receivers' daemon.
    public var name: String
    public var state: State
    /// A short code, for example `refused`, `silent`, `closed`; stable, for programs.
    public var reason: String?

    public init(kind: Kind, name: String, state: State, reason: String? = nil) {
        self.kind = kind
        self.name = name
        self.state = state
        self.reason = reason
    }
}
