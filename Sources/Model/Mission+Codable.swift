// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The keys of missions, blocks and steps.
private enum MissionKey: String, CodingKey {
    case pace = "pace_s_per_km"
    case paceTolerance = "tolerance_s_per_km"
    case heartRate = "heart_rate"
    case heartRateTolerance = "tolerance_bpm"
    case distance = "distance_m"
    case time = "time_s"
    case isIndoor = "indoor"
    case blocks, repeats, steps, label
}

extension Mission: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MissionKey.self)
        let isIndoor = try container.decodeIfPresent(Bool.self, forKey: .isIndoor) ?? false
        let target = try container.target()
        let distance = try container.decodeIfPresent(Metres.self, forKey: .distance)
        let time = try container.decodeIfPresent(Seconds.self, forKey: .time)
        guard let blocks = try container.decodeIfPresent([Block].self, forKey: .blocks) else {
            try self.init(target: target, distance: distance, time: time, isIndoor: isIndoor)
            return
        }
        guard target == nil, distance == nil, time == nil else {
            throw container.corrupted(.blocks, "a mission of blocks has nothing else but indoor")
        }
        try self.init(blocks: blocks, isIndoor: isIndoor)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MissionKey.self)
        if blocks.isEmpty {
            try container.encode(target)
            try container.encodeIfPresent(distance, forKey: .distance)
            try container.encodeIfPresent(time, forKey: .time)
        } else {
            try container.encode(blocks, forKey: .blocks)
        }
        if isIndoor { try container.encode(true, forKey: .isIndoor) }
    }
}

extension Mission.Block: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MissionKey.self)
        try self.init(
            repeats: container.decodeIfPresent(Int.self, forKey: .repeats) ?? 1,
            container.decode([Mission.Step].self, forKey: .steps))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MissionKey.self)
        try container.encode(repeats, forKey: .repeats)
        try container.encode(steps, forKey: .steps)
    }
}

extension Mission.Step: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MissionKey.self)
        let distance = try container.decodeIfPresent(Metres.self, forKey: .distance)
        let time = try container.decodeIfPresent(Seconds.self, forKey: .time)
        let extent: Extent
        switch (distance, time) {
        case (let length?, nil): extent = .distance(length)
        case (nil, let length?): extent = .time(length)
        default: throw container.corrupted(.distance, "a step has either distance_m or time_s")
        }
        try self.init(
            extent, label: container.decodeIfPresent(Label.self, forKey: .label) ?? .run, target: container.target())
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MissionKey.self)
        try container.encode(label, forKey: .label)
        switch extent {
        case .distance(let length): try container.encode(length, forKey: .distance)
        case .time(let length): try container.encode(length, forKey: .time)
        }
        try container.encode(target)
    }
}

extension KeyedDecodingContainer<MissionKey> {
    fileprivate func target() throws -> Mission.Target? {
        let pace = try decodeIfPresent(SecondsPerKilometre.self, forKey: .pace)
        let paceTolerance = try decodeIfPresent(SecondsPerKilometre.self, forKey: .paceTolerance)
        let rate = try decodeIfPresent(BeatsPerMinute.self, forKey: .heartRate)
        let rateTolerance = try decodeIfPresent(BeatsPerMinute.self, forKey: .heartRateTolerance)
        switch (pace, paceTolerance, rate, rateTolerance) {
        case (nil, nil, nil, nil): return nil
        case (let pace?, let tolerance?, nil, nil): return .pace(pace, tolerance: tolerance)
        case (nil, nil, let rate?, let tolerance?): return .heartRate(rate, tolerance: tolerance)
        default: throw corrupted(.pace, "a target is a pace or a heart rate, with the tolerance of its own unit")
        }
    }

    fileprivate func corrupted(_ key: MissionKey, _ description: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: description)
    }
}

extension KeyedEncodingContainer<MissionKey> {
    fileprivate mutating func encode(_ target: Mission.Target?) throws {
        switch target {
        case nil: break
        case .pace(let pace, let tolerance):
            try encode(pace, forKey: .pace)
            try encode(tolerance, forKey: .paceTolerance)
        case .heartRate(let rate, let tolerance):
            try encode(rate, forKey: .heartRate)
            try encode(tolerance, forKey: .heartRateTolerance)
        }
    }
}
