// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A condition that holds, as a level: its lamp is lit while it does, whether anything is said or not.
public struct Lamp: Hashable, Codable, Sendable {
    public var kind: Annunciation.Kind
    public var severity: Alert.Severity
    public var since: Instant
    /// Whether the person has heard it. Its call is silent from then on.
    public var isAcknowledged: Bool

    public init(kind: Annunciation.Kind, severity: Alert.Severity, since: Instant, isAcknowledged: Bool) {
        self.kind = kind
        self.severity = severity
        self.since = since
        self.isAcknowledged = isAcknowledged
    }

    private enum CodingKeys: String, CodingKey {
        case kind, severity, since
        case isAcknowledged = "acknowledged"
    }
}
