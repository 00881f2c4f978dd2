// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A flight in numbers: while it lasts, and at its end.
public struct FlightSummary: Hashable, Codable, Sendable {
    /// What is odd about a flight, for its reader.
    public enum Remark: String, Codable, Sendable {
        /// Shorter than the configured minimum; kept all the same.
        case short
        /// It never had a position.
        case noPosition
        /// The program was away during it.
        case interrupted
        /// A reboot's gap is not known, and its times are short by it.
        case unknownGap
        /// It was closed at a restart because it was too old to go on.
        case closedByRecovery
        /// Its receiver's dates were wrong by a multiple of 1024 weeks, and are corrected.
        case weekRollover
    }

    public var id: FlightID
    public var origin: Command.Origin
    public var mission: Mission?
    /// ROTATE.
    public var start: Instant
    /// ROTATE in civil time, as well as it is known by now.
    public var startTime: UTCTime?
    /// Whether a trusted clock stands behind `startTime`.
    public var isStartTrusted: Bool
    /// Local time minus UTC at the start, in seconds.
    public var utcOffset: Int
    /// Flown without positions, on a treadmill: no distance was measured.
    public var isIndoor: Bool {
        get { indoor ?? false }
        set { indoor = newValue ? true : nil }
    }
    /// Written only when it is true, and absent in what version 0.1 wrote.
    private var indoor: Bool?
    public var distance: Metres
    /// The standard error of the distance: the truth is within two of them 19 times of 20. nil without positions.
    public var distanceError: Metres?
    /// Since ROTATE, holds included.
    public var elapsed: Seconds
    /// How much of it was held: the splits' times add up to the rest. nil in what version 0.1 wrote.
    public var held: Seconds?
    /// In motion with measured positions, holds and gaps not counted.
    public var moving: Seconds
    /// How much of the distance was bridged over gaps.
    public var estimated: Metres
    public var averageHeartRate: BeatsPerMinute?
    public var maximumHeartRate: BeatsPerMinute?
    /// Metres climbed and descended; nil when no altitude was known.
    public var ascent: Metres?
    public var descent: Metres?
    /// nil while there is nothing to reckon it from: see `Runner`.
    public var energy: Kilocalories?
    public var energySource: EnergySource?
    public var remarks: [Remark]
    /// Whatever was rejected or suppressed, counted by its reason code.
    public var reasons: [String: Int]

    public init(id: FlightID, origin: Command.Origin, mission: Mission?, start: Instant) {
        self.id = id
        self.origin = origin
        self.mission = mission
        self.start = start
        isStartTrusted = false
        utcOffset = 0
        distance = .zero
        elapsed = .zero
        moving = .zero
        estimated = .zero
        remarks = []
        reasons = [:]
    }

    /// Holds left out, as while the flight lasts; nil below 10 m.
    public var averagePace: SecondsPerKilometre? {
        guard distance >= Metres(10) else { return nil }
        return SecondsPerKilometre((elapsed - (held ?? .zero)).rawValue / distance.kilometres)
    }

    private enum CodingKeys: String, CodingKey {
        case id, origin, mission, start
        case startTime = "start_time"
        case isStartTrusted = "start_trusted"
        case utcOffset = "utc_offset"
        case indoor
        case distance = "distance_m"
        case distanceError = "distance_error_m"
        case elapsed = "elapsed_s"
        case held = "held_s"
        case moving = "moving_s"
        case estimated = "estimated_m"
        case averageHeartRate = "heart_rate_avg"
        case maximumHeartRate = "heart_rate_max"
        case ascent = "ascent_m"
        case descent = "descent_m"
        case energy = "energy_kcal"
        case energySource = "energy_source"
        case remarks, reasons
    }
}
