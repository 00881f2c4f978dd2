// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A GPWS condition that was called, from its onset to its end. What ends and comes back within
/// `GPWSConfiguration.sameAlertWithin` is the same alert.
public struct Alert: Hashable, Codable, Sendable {
    public enum Severity: String, Codable, Sendable, Comparable {
        case caution
        case warning

        public static func < (left: Severity, right: Severity) -> Bool { left == .caution && right == .warning }
    }

    /// What the alert was judged by.
    public enum Target: String, Codable, Sendable {
        /// Values are paces, in seconds per km.
        case pace
        /// Values are heart rates, in beats per minute.
        case heartRate = "heart_rate"
        /// Values are distances, in metres.
        case distance
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
        /// The runner stands.
        case standing
        /// The way is bridged over a gap.
        case estimated
        /// Another interval began.
        case stepChange
        /// All was switched off by hand.
        case inhibited
        case touchdown
        /// The mission was changed or cleared.
        case missionChanged
    }

    public var kind: GPWSState
    /// The worst that it came to.
    public var severity: Alert.Severity
    public var start: Instant
    public var end: Instant?
    public var reason: End?
    /// nil in what version 0.1 recorded, as the values and the position.
    public var target: Target?
    /// At the onset, in the target's unit.
    public var value: Double?
    /// The value less what was aimed at.
    public var deviation: Double?
    /// The largest deviation that it came to.
    public var worstDeviation: Double?
    /// Distance flown at the onset.
    public var distance: Metres
    public var pace: SecondsPerKilometre?
    public var heartRate: BeatsPerMinute?
    /// Where it began; nil without positions.
    public var latitude: Degrees?
    public var longitude: Degrees?

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
        case kind, severity, start, end, reason, target, value, deviation
        case worstDeviation = "worst_deviation"
        case distance = "distance_m"
        case pace = "pace_s_per_km"
        case heartRate = "heart_rate"
        case latitude = "lat"
        case longitude = "lon"
    }
}
