// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a mission flight aims at. A free flight has none.
public struct Mission: Hashable, Codable, Sendable {
    public enum Target: Hashable, Sendable {
        /// A pace and how far it may be off, both ways.
        case pace(SecondsPerKilometre, tolerance: SecondsPerKilometre)
        /// A heart rate and how far it may be off, both ways.
        case heartRate(BeatsPerMinute, tolerance: BeatsPerMinute)
    }

    public let target: Target
    /// Where MINIMUMS and the end are called; nil for a mission without a distance.
    public let distance: Metres?
    /// Flown without positions, on a treadmill: then neither pace nor distance is measured.
    public let isIndoor: Bool

    /// - Throws: `MissionError` when the band is zero, inverted or beyond what a runner can do, or cannot be judged.
    public init(target: Target, distance: Metres?, isIndoor: Bool = false) throws(MissionError) {
        switch target {
        case .pace(let pace, let tolerance):
            guard (120...1200).contains(pace.rawValue) else { throw .pace(pace) }
            guard tolerance.rawValue >= 1, tolerance.rawValue <= 300, tolerance < pace - SecondsPerKilometre(60) else {
                throw .paceTolerance(tolerance)
            }
        case .heartRate(let rate, let tolerance):
            guard (40...230).contains(rate.rawValue) else { throw .heartRate(rate) }
            guard tolerance.rawValue >= 1, tolerance.rawValue <= 60, tolerance < rate - BeatsPerMinute(30) else {
                throw .heartRateTolerance(tolerance)
            }
        }
        if let distance {
            guard (100...1_000_000).contains(distance.rawValue) else { throw .distance(distance) }
        }
        self.target = target
        self.distance = distance
        self.isIndoor = isIndoor
        if isIndoor, needsPositions { throw .indoor }
    }

    /// Whether it is judged by pace or distance.
    public var needsPositions: Bool {
        if case .pace = target { return true }
        return distance != nil
    }

    private enum CodingKeys: String, CodingKey {
        case pace = "pace_s_per_km"
        case paceTolerance = "tolerance_s_per_km"
        case heartRate = "heart_rate"
        case heartRateTolerance = "tolerance_bpm"
        case distance = "distance_m"
        case isIndoor = "indoor"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let target: Target =
            if let pace = try container.decodeIfPresent(SecondsPerKilometre.self, forKey: .pace) {
                .pace(pace, tolerance: try container.decode(SecondsPerKilometre.self, forKey: .paceTolerance))
            } else {
                .heartRate(
                    try container.decode(BeatsPerMinute.self, forKey: .heartRate),
                    tolerance: try container.decode(BeatsPerMinute.self, forKey: .heartRateTolerance))
            }
        try self.init(
            target: target, distance: container.decodeIfPresent(Metres.self, forKey: .distance),
            isIndoor: container.decodeIfPresent(Bool.self, forKey: .isIndoor) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch target {
        case .pace(let pace, let tolerance):
            try container.encode(pace, forKey: .pace)
            try container.encode(tolerance, forKey: .paceTolerance)
        case .heartRate(let rate, let tolerance):
            try container.encode(rate, forKey: .heartRate)
            try container.encode(tolerance, forKey: .heartRateTolerance)
        }
        try container.encodeIfPresent(distance, forKey: .distance)
        if isIndoor { try container.encode(true, forKey: .isIndoor) }
    }
}

/// Why a mission was refused, in words for the person who wrote it.
public struct MissionError: Error, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case pace, paceTolerance, heartRate, heartRateTolerance, distance, indoor, syntax
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    static func pace(_ value: SecondsPerKilometre) -> MissionError {
        MissionError(.pace, "a pace of \(value.clock) min/km is out of range; write 2:00 to 20:00")
    }

    static func paceTolerance(_ value: SecondsPerKilometre) -> MissionError {
        MissionError(
            .paceTolerance,
            "a tolerance of \(value.rawValue) s makes no pace band; write 1 to 300, and less than the pace less 1:00")
    }

    static func heartRate(_ value: BeatsPerMinute) -> MissionError {
        MissionError(.heartRate, "a heart rate of \(value.rawValue) bpm is out of range; write 40 to 230")
    }

    static func heartRateTolerance(_ value: BeatsPerMinute) -> MissionError {
        MissionError(
            .heartRateTolerance,
            "a tolerance of \(value.rawValue) bpm makes no heart-rate band; write 1 to 60, and less than the rate less 30"
        )
    }

    static func distance(_ value: Metres) -> MissionError {
        MissionError(.distance, "a distance of \(value.rawValue) m is out of range; write 100m to 1000km")
    }

    static let indoor = MissionError(
        .indoor,
        "indoors nothing measures pace or distance, as there is no foot pod; write a heart rate alone, hr=150,indoor")

    static func syntax(_ text: String) -> MissionError {
        MissionError(.syntax, text + "; write for example pace=5:00,tolerance=15,distance=5km")
    }
}
