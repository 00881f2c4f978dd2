// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A part of the flight of the configured length; the last one may be shorter.
public struct Split: Hashable, Codable, Sendable {
    /// Counts from 1.
    public var index: Int
    /// Its own length.
    public var distance: Metres
    /// Its own time, holds not counted.
    public var duration: Seconds
    /// When its end was crossed, interpolated between two fixes.
    public var end: Instant
    /// Mean of the valid samples inside it; nil when there were none.
    public var heartRate: BeatsPerMinute?
    /// Whether distance in it was bridged over a gap rather than measured.
    public var isEstimated: Bool

    public init(
        index: Int, distance: Metres, duration: Seconds, end: Instant, heartRate: BeatsPerMinute?, isEstimated: Bool
    ) {
        self.index = index
        self.distance = distance
        self.duration = duration
        self.end = end
        self.heartRate = heartRate
        self.isEstimated = isEstimated
    }

    public var pace: SecondsPerKilometre? {
        distance.rawValue > 0 ? SecondsPerKilometre(duration.rawValue / distance.kilometres) : nil
    }

    private enum CodingKeys: String, CodingKey {
        case index
        case distance = "distance_m"
        case duration = "duration_s"
        case end
        case heartRate = "heart_rate"
        case isEstimated = "estimated"
    }
}
