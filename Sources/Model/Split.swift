// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A part of the flight: of the configured length, or what a lap or the flight's end cut shorter.
///
/// The distances of a flight's splits add up to its distance, their durations to its time without holds.
public struct Split: Hashable, Sendable {
    /// What ended a split. The one after it begins there, and has the configured length before it.
    public enum Ending: String, Codable, Sendable {
        /// It reached the configured length.
        case distance
        /// By hand.
        case lap
        /// The flight's end.
        case end
    }

    /// Counts from 1.
    public var index: Int
    /// Its own length.
    public var distance: Metres
    /// Its own time, holds not counted.
    public var duration: Seconds
    /// When its end was crossed, interpolated between two fixes.
    public var end: Instant
    /// nil in what was recorded before there were laps.
    public var ending: Ending?
    /// Mean of the valid samples inside it; nil when there were none.
    public var heartRate: BeatsPerMinute?
    /// Metres climbed and descended in it; nil when no altitude was known.
    public var ascent: Metres?
    public var descent: Metres?
    /// Whether distance in it was bridged over a gap rather than measured, or its end lies in a gap.
    public var isEstimated: Bool

    public init(
        index: Int, distance: Metres, duration: Seconds, end: Instant, ending: Ending? = nil,
        heartRate: BeatsPerMinute?, isEstimated: Bool
    ) {
        self.index = index
        self.distance = distance
        self.duration = duration
        self.end = end
        self.ending = ending
        self.heartRate = heartRate
        self.isEstimated = isEstimated
    }

    public var pace: SecondsPerKilometre? {
        distance.rawValue > 0 ? SecondsPerKilometre(duration.rawValue / distance.kilometres) : nil
    }
}

extension Split: Codable {
    private enum CodingKeys: String, CodingKey {
        case index
        case distance = "distance_m"
        case duration = "duration_s"
        case pace = "pace_s_per_km"
        case end
        case ending = "ended_by"
        case heartRate = "heart_rate"
        case ascent = "ascent_m"
        case descent = "descent_m"
        case isEstimated = "estimated"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            index: try values.decode(Int.self, forKey: .index),
            distance: try values.decode(Metres.self, forKey: .distance),
            duration: try values.decode(Seconds.self, forKey: .duration),
            end: try values.decode(Instant.self, forKey: .end),
            ending: try values.decodeIfPresent(Ending.self, forKey: .ending),
            heartRate: try values.decodeIfPresent(BeatsPerMinute.self, forKey: .heartRate),
            isEstimated: try values.decode(Bool.self, forKey: .isEstimated))
        ascent = try values.decodeIfPresent(Metres.self, forKey: .ascent)
        descent = try values.decodeIfPresent(Metres.self, forKey: .descent)
    }

    /// The pace is written for readers and follows from the rest.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(index, forKey: .index)
        try values.encode(distance, forKey: .distance)
        try values.encode(duration, forKey: .duration)
        try values.encodeIfPresent(pace, forKey: .pace)
        try values.encode(end, forKey: .end)
        try values.encodeIfPresent(ending, forKey: .ending)
        try values.encodeIfPresent(heartRate, forKey: .heartRate)
        try values.encodeIfPresent(ascent, forKey: .ascent)
        try values.encodeIfPresent(descent, forKey: .descent)
        try values.encode(isEstimated, forKey: .isEstimated)
    }
}
