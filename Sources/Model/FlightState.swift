// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The levels: everything that holds at one instant, as `runway status --json` shows it.
public struct FlightState: Hashable, Codable, Sendable {
    public struct Flight: Hashable, Codable, Sendable {
        public var id: FlightID
        public var distance: Metres
        /// The standard error of the distance, of the speed and of the pace: the truth is within two of them 19 times of 20.
        public var distanceError: Metres?
        public var elapsed: Seconds
        public var moving: Seconds
        /// Smoothed; nil while standing, holding or without positions.
        public var speed: MetresPerSecond?
        public var pace: SecondsPerKilometre?
        public var speedError: MetresPerSecond?
        public var paceError: SecondsPerKilometre?
        public var averagePace: SecondsPerKilometre?
        public var splits: Int
        public var averageHeartRate: BeatsPerMinute?
        /// Metres climbed and descended; nil while no altitude is known.
        public var ascent: Metres?
        public var descent: Metres?
        /// nil while there is nothing to reckon it from: see `Runner`.
        public var energy: Kilocalories?
        public var energySource: EnergySource?

        public init(id: FlightID, distance: Metres, elapsed: Seconds, moving: Seconds, splits: Int) {
            self.id = id
            self.distance = distance
            self.elapsed = elapsed
            self.moving = moving
            self.splits = splits
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case distance = "distance_m"
            case distanceError = "distance_error_m"
            case elapsed = "elapsed_s"
            case moving = "moving_s"
            case speed = "speed_mps"
            case pace = "pace_s_per_km"
            case speedError = "speed_error_mps"
            case paceError = "pace_error_s_per_km"
            case averagePace = "average_pace_s_per_km"
            case splits
            case averageHeartRate = "heart_rate_avg"
            case ascent = "ascent_m"
            case descent = "descent_m"
            case energy = "energy_kcal"
            case energySource = "energy_source"
        }
    }

    public struct GPS: Hashable, Codable, Sendable {
        public enum State: String, Codable, Sendable {
            /// gpsd cannot be reached.
            case disconnected
            /// gpsd talks, no fix yet.
            case searching
            case fix
            /// There was a fix, and there is none now.
            case lost
        }

        public var state: State
        public var reason: String?
        public var mode: Int?
        /// Since the last usable fix.
        public var age: Seconds?
        public var satellites: Int?
        public var hdop: Double?
        public var receiver: String?
        /// What is wrong with the receiver's clock; its labels are corrected or not used.
        public var clockFault: ClockFault?

        public init(state: State) { self.state = state }

        private enum CodingKeys: String, CodingKey {
            case state, reason, mode
            case age = "age_s"
            case satellites, hdop
            case receiver = "device"
            case clockFault = "clock_fault"
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(state, forKey: .state)
            try container.encodeIfPresent(reason, forKey: .reason)
            try container.encode(mode, forKey: .mode)
            try container.encode(age, forKey: .age)
            try container.encode(satellites, forKey: .satellites)
            try container.encode(hdop, forKey: .hdop)
            try container.encodeIfPresent(receiver, forKey: .receiver)
            try container.encodeIfPresent(clockFault, forKey: .clockFault)
        }
    }

    public struct HeartRate: Hashable, Codable, Sendable {
        public enum State: String, Codable, Sendable {
            /// No sensor has been heard yet.
            case searching
            case live
            /// The last value is too old to judge by, not yet to show.
            case stale
            /// There was one, and there is none now.
            case lost
        }

        public var state: State
        public var reason: String?
        public var sensor: String?
        public var rate: BeatsPerMinute?
        public var age: Seconds?
        public var contact: Bool?
        public var battery: Int?

        public init(state: State) { self.state = state }

        private enum CodingKeys: String, CodingKey {
            case state, reason, sensor
            case rate = "bpm"
            case age = "age_s"
            case contact, battery
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(state, forKey: .state)
            try container.encodeIfPresent(reason, forKey: .reason)
            try container.encodeIfPresent(sensor, forKey: .sensor)
            try container.encode(rate, forKey: .rate)
            try container.encode(age, forKey: .age)
            try container.encode(contact, forKey: .contact)
            try container.encode(battery, forKey: .battery)
        }
    }

    /// The battery of the device itself.
    public struct Power: Hashable, Codable, Sendable {
        /// 0…100.
        public var percent: Int
        /// Whether it is being charged, or full at a charger; nil when that is not told.
        public var isCharging: Bool?

        public init(percent: Int, isCharging: Bool?) {
            self.percent = percent
            self.isCharging = isCharging
        }

        private enum CodingKeys: String, CodingKey {
            case percent
            case isCharging = "charging"
        }
    }

    public var at: Instant
    public var time: UTCTime?
    public var phase: Phase
    /// Why it holds; nil when it does not.
    public var hold: HoldReason?
    /// Flown without positions, on a treadmill: no distance is measured.
    public var isIndoor: Bool {
        get { indoor ?? false }
        set { indoor = newValue ? true : nil }
    }
    /// Written only when it is true.
    private var indoor: Bool?
    /// Seconds left of the countdown, in takeoff.
    public var countdown: Int?
    public var flight: Flight?
    public var gps: GPS
    public var heartRate: HeartRate
    /// nil on a device without a battery, and until it has told its charge.
    public var power: Power?
    public var gpws: GPWSState
    /// What holds at present, the most urgent first.
    public var lamps: [Lamp] = []
    /// Why nothing is judged at present; empty when it is, and outside a mission flight.
    public var inhibits: [Inhibit] = []
    /// How long calls stay silent by hand; nil when they do not.
    public var muted: Seconds?
    /// Whether all alerts and calls are switched off.
    public var isInhibited: Bool = false
    /// How the flight will end if it goes on like this; nil without a target distance, and while little is flown.
    public var projection: Projection?
    public var mission: Mission?
    /// Whatever was rejected or suppressed since the newest takeoff – before the first, since the program's start –
    /// counted by its reason code.
    public var reasons: [String: Int]

    public init(at: Instant, phase: Phase, gps: GPS, heartRate: HeartRate, gpws: GPWSState) {
        self.at = at
        self.phase = phase
        self.gps = gps
        self.heartRate = heartRate
        self.gpws = gpws
        reasons = [:]
    }

    private enum CodingKeys: String, CodingKey {
        case at, time, phase, hold, indoor, countdown, flight, gps
        case heartRate = "heart_rate"
        case power, gpws, lamps, inhibits
        case muted = "muted_s"
        case isInhibited = "inhibited"
        case projection, mission, reasons
    }
    // Readers count on the main keys: what is not known is null there, and not absent.

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(at, forKey: .at)
        try container.encodeIfPresent(time, forKey: .time)
        try container.encode(phase, forKey: .phase)
        try container.encodeIfPresent(hold, forKey: .hold)
        try container.encodeIfPresent(indoor, forKey: .indoor)
        try container.encodeIfPresent(countdown, forKey: .countdown)
        try container.encode(flight, forKey: .flight)
        try container.encode(gps, forKey: .gps)
        try container.encode(heartRate, forKey: .heartRate)
        try container.encode(power, forKey: .power)
        try container.encode(gpws, forKey: .gpws)
        try container.encode(lamps, forKey: .lamps)
        try container.encode(inhibits, forKey: .inhibits)
        try container.encodeIfPresent(muted, forKey: .muted)
        try container.encode(isInhibited, forKey: .isInhibited)
        try container.encodeIfPresent(projection, forKey: .projection)
        try container.encode(mission, forKey: .mission)
        try container.encode(reasons, forKey: .reasons)
    }
}
