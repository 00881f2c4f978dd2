// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A GPWS condition that was called, from its onset to its end.
public struct Alert: Hashable, Codable, Sendable {
    public enum Severity: String, Codable, Sendable {
        case caution
        case warning
    }

    /// Why an alert ended.
    public enum End: String, Codable, Sendable {
        /// Back inside the band.
        case cleared
        /// The value it was judged on is stale or missing.
        case inputLost
        /// MINIMUMS took its place.
        case superseded
        /// The target distance was reached.
        case targetReached
        case holding
        case touchdown
        /// The mission was changed or cleared.
        case missionChanged
    }

    public var kind: GPWSState
    public var severity: Alert.Severity
    public var start: Instant
    public var end: Instant?
    public var reason: End?
    /// Distance flown at the onset.
    public var distance: Metres
    public var pace: SecondsPerKilometre?
    public var heartRate: BeatsPerMinute?

    public init(
        kind: GPWSState, severity: Severity, start: Instant, distance: Metres, pace: SecondsPerKilometre?,
        heartRate: BeatsPerMinute?
    ) {
        self.kind = kind
        self.severity = severity
        self.start = start
        self.distance = distance
        self.pace = pace
        self.heartRate = heartRate
    }

    private enum CodingKeys: String, CodingKey {
        case kind, severity, start, end, reason
        case distance = "distance_m"
        case pace = "pace_s_per_km"
        case heartRate = "heart_rate"
    }
}
