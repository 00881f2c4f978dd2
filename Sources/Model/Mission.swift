// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a mission flight aims at: a target, a distance, a time for it, or steps that follow each other. A free flight
/// has none.
public struct Mission: Hashable, Sendable {
    /// What is held all the way; nil for a distance alone and for a mission of steps.
    public let target: Target?
    /// Where MINIMUMS and the end are called. Of an interval mission the sum of its steps, where each is a distance; nil
    /// for a mission without a distance.
    public let distance: Metres?
    /// The time for the distance, as it was asked for.
    public let time: Seconds?
    /// Flown without positions, on a treadmill: then neither pace nor distance is measured.
    public let isIndoor: Bool
    /// An interval mission's steps as they were written, each repeat once; empty for a plain mission.
    public let blocks: [Block]
    /// The blocks' steps one after the other, each as often as it is flown; empty for a plain mission, else 2…200.
    public let steps: [Step]

    /// A plain mission.
    /// - Parameter time: for the distance. Without a target it makes one: the pace that it takes, ± 15 s/km.
    /// - Throws: `MissionError` when there is nothing to aim at, when the band is zero, inverted or beyond what a runner
    ///   can do, when numbers contradict each other, or when it cannot be judged.
    public init(target: Target?, distance: Metres?, time: Seconds? = nil, isIndoor: Bool = false) throws(MissionError) {
        try target?.check()
        if let distance {
            guard (100...1_000_000).contains(distance.rawValue) else { throw .distance(distance) }
        }
        var target = target
        if let time {
            guard let distance else { throw .timeWithoutDistance(time) }
            let needed = SecondsPerKilometre(time.rawValue / distance.kilometres)
            guard Target.paces.contains(needed.rawValue) else { throw .time(time, distance, needed) }
            switch target {
            case nil: target = .pace(needed, tolerance: Target.defaultPaceTolerance)
            case .pace(let pace, _) where (pace - needed).magnitude > SecondsPerKilometre(1):
                throw .contradiction(pace, time, distance, needed)
            case .pace, .heartRate: break
            }
        }
        guard target != nil || distance != nil else {
            throw isIndoor ? MissionError.indoorWithoutTarget : MissionError.nothing
        }
        self.init(target, distance, time, isIndoor, [], [])
        if isIndoor, needsPositions { throw .indoor }
    }

    /// An interval mission. A block that is flown once stands for its steps.
    /// - Throws: `MissionError` when there are less than 2 or more than 200 steps, more than 1000 km or 48 h of them, or
    ///   when they cannot be judged.
    public init(blocks: [Block], isIndoor: Bool = false) throws(MissionError) {
        let count = blocks.reduce(0) { $0 + $1.repeats * $1.steps.count }
        guard count != 1 else { throw .oneStep(blocks.flatMap(\.steps).first) }
        guard (2...200).contains(count) else { throw .stepCount(count) }
        let single = blocks.flatMap { block -> [Block] in
            block.repeats == 1 ? block.steps.map { Block($0) } : [block]
        }
        let steps = single.flatMap { block in (0..<block.repeats).flatMap { _ in block.steps } }
        var metres = Metres.zero
        var seconds = Seconds.zero
        for step in steps {
            switch step.extent {
            case .distance(let length): metres = metres + length
            case .time(let length): seconds = seconds + length
            }
        }
        guard metres <= Metres(1_000_000) else { throw .stepsTooLong(metres) }
        guard seconds <= Seconds(48 * 3600) else { throw .stepsTooLong(seconds) }
        self.init(nil, seconds == .zero ? metres : nil, nil, isIndoor, single, steps)
        if isIndoor, needsPositions { throw .indoorSteps }
    }

    private init(
        _ target: Target?, _ distance: Metres?, _ time: Seconds?, _ isIndoor: Bool, _ blocks: [Block], _ steps: [Step]
    ) {
        self.target = target
        self.distance = distance
        self.time = time
        self.isIndoor = isIndoor
        self.blocks = blocks
        self.steps = steps
    }

    /// How long the distance is to take: as asked for, or at the target pace. nil without either, and for steps.
    public var goalTime: Seconds? {
        if let time { return time }
        guard case .pace(let pace, _) = target, let distance else { return nil }
        return Seconds(pace.rawValue * distance.kilometres)
    }

    /// Whether anything in it is judged by pace or distance.
    public var needsPositions: Bool {
        (target?.isPace ?? false) || distance != nil
            || steps.contains { step in
                if case .distance = step.extent { return true }
                return step.target?.isPace ?? false
            }
    }
}
