// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A call that was due and not said, or not to its end.
public struct Withheld: Hashable, Codable, Sendable {
    public var kind: Annunciation.Kind
    public var reason: Inhibit

    public init(_ kind: Annunciation.Kind, _ reason: Inhibit) {
        self.kind = kind
        self.reason = reason
    }
}
