// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What the core asks to be said or shown. The sinks choose how.
public struct Annunciation: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case countdown, rotate, hold, resume, split, lap, targetReached, touchdown
        case overspeed, sinkRate, minimums
        /// Back inside the band after a call.
        case onTarget
        /// Half of the target distance.
        case halfWay
        /// So much is left to the target distance.
        case remaining
        /// When the target distance will be reached, and the pace that the goal takes.
        case projection
        /// The next interval of the mission.
        case interval
        /// A flight began without a fix; distance begins with the first consistent ones.
        case noFix
        case positionLost, positionRegained
        case heartRateLost, heartRateRegained
        /// The heart-rate sensor has no skin contact.
        case contactLost
        /// A sensor's battery, and the device's own.
        case sensorBatteryLow, deviceBatteryLow
        /// The recorder cannot write, or can again.
        case storageFailing, storageRecovered
        /// The flight went on after the program was away.
        case resumed
    }

    /// Higher ones go first.
    public enum Priority: Int, Codable, Sendable, Comparable {
        case status = 0
        case advisory = 1
        case caution = 2
        case warning = 3

        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    /// What a call tells, for sinks that say it in their own words. What a kind does not tell is nil.
    public struct Values: Hashable, Codable, Sendable {
        /// Of the split, the interval, the countdown: counts from 1.
        public var number: Int?
        public var count: Int?
        public var distance: Metres?
        public var duration: Seconds?
        public var pace: SecondsPerKilometre?
        public var averagePace: SecondsPerKilometre?
        public var neededPace: SecondsPerKilometre?
        public var heartRate: BeatsPerMinute?
        public var percent: Int?

        public init() {}

        private enum CodingKeys: String, CodingKey {
            case number, count
            case distance = "distance_m"
            case duration = "duration_s"
            case pace = "pace_s_per_km"
            case averagePace = "average_pace_s_per_km"
            case neededPace = "needed_pace_s_per_km"
            case heartRate = "heart_rate"
            case percent
        }
    }

    public var kind: Kind
    public var priority: Priority
    /// The call in the cockpit's words, for example `OVERSPEED`.
    public var text: String
    public var values: Values?
    /// Present and true when it cuts off what is being said.
    public var interrupts: Bool?

    public init(_ kind: Kind, _ priority: Priority, _ text: String, _ values: Values? = nil) {
        self.kind = kind
        self.priority = priority
        self.text = text
        self.values = values
    }
}
