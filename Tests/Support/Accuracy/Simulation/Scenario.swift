// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport

/// The runs that accuracy is judged by.
public enum Scenario: String, CaseIterable, Sendable {
    /// Twelve and a half laps in lane 1.
    case track5k
    /// A road with slight bends, out and back round a post.
    case road5k
    /// Round city blocks, with red lights.
    case blocks
    /// Winding and under trees.
    case trail
    case walk2k
    /// Ten times 400 m on the track, with rests of standing and of jogging.
    case intervals
    /// A tenth faster every other minute.
    case surge
    /// 2 km, five minutes' rest, 2 km.
    case runStand5 = "run_stand5"
    /// 45 to 90 s without a fix.
    case tunnel
    /// Positions that jump away for moments, some of them with their speeds; repeated epochs.
    case teleports
    /// Ten minutes on one spot.
    case stand10

    public func plan(using random: inout SplitMix64) -> Plan {
        let speed = random.uniform(2.6, 4.2)
        let heading = random.uniform(0, 2 * .pi)
        switch self {
        case .track5k: return Plan(path: .track(laps: 13, heading), legs: [.way(5000, at: speed)])
        case .road5k: return Plan(path: .outAndBack(heading, &random), legs: [.way(5000, at: speed)])
        case .blocks: return blocks(speed, heading, &random)
        case .trail:
            let speed = random.uniform(2, 3.2)
            let path = Path.winding(
                heading, straights: 15...40, turn: 0.8, radius: 4, longerThan: 4500, &random)
            var plan = Plan(path: path, legs: [.way(4000, at: speed)])
            plan.reflections = 0.7
            return plan
        case .walk2k:
            let path = Path.winding(
                heading, straights: 150...400, turn: 0.8, radius: 4, longerThan: 2200, &random)
            return Plan(path: path, legs: [.way(2000, at: random.uniform(1.1, 1.7))])
        case .intervals:
            var legs = [Plan.Leg(60, at: 2.4)]
            for lap in 0..<10 {
                legs += [.way(400, at: speed + 1), Plan.Leg(60, at: lap.isMultiple(of: 2) ? 1.3 : 0)]
            }
            var plan = Plan(path: .track(laps: 16, heading), legs: legs)
            plan.startsStanding = true
            return plan
        case .surge:
            let legs = (0..<20).map { Plan.Leg(60, at: $0.isMultiple(of: 2) ? speed : speed * 1.1) }
            return Plan(path: .road(heading, longerThan: 6000, &random), legs: legs)
        case .runStand5:
            let legs = [Plan.Leg.way(2000, at: speed), Plan.Leg(300, at: 0), .way(2000, at: speed)]
            return Plan(path: .road(heading, longerThan: 4500, &random), legs: legs)
        case .tunnel:
            var plan = Plan(path: .road(heading, longerThan: 4500, &random), legs: [.way(4000, at: speed)])
            let begin = random.uniform(0.3, 0.6) * plan.duration
            plan.outage = begin...(begin + random.uniform(45, 90))
            return plan
        case .teleports:
            var plan = Plan(path: .road(heading, longerThan: 4500, &random), legs: [.way(4000, at: speed)])
            (plan.teleports, plan.repeats) = (12, 8)
            return plan
        case .stand10: return Plan(path: Path(heading: heading), legs: [Plan.Leg(600, at: 0)])
        }
    }

    private func blocks(_ speed: Double, _ heading: Double, _ random: inout SplitMix64) -> Plan {
        var path = Path(heading: heading)
        while path.length < 5000 {
            path.straight(random.uniform(67, 157))
            path.bend((random.uniform() < 0.5 ? -1 : 1) * .pi / 2, radius: 2.5)
        }
        var legs: [Plan.Leg] = []
        var way = 0.0
        while way < 4000 {
            let length = random.uniform(250, 600)
            legs.append(.way(length, at: speed))
            way += length
            if random.uniform() < 0.6 { legs.append(Plan.Leg(random.uniform(15, 45), at: 0)) }
        }
        var plan = Plan(path: path, legs: legs)
        plan.reflections = 0.5
        return plan
    }
}

extension Plan.Leg {
    fileprivate static func way(_ length: Double, at speed: Double) -> Plan.Leg { Plan.Leg(length / speed, at: speed) }
}

extension Path {
    /// Laps of 400 m as the track is measured: straights of 84.39 m, 0.30 m outside a kerb of 36.50 m radius.
    fileprivate static func track(laps: Int, _ heading: Double) -> Path {
        var path = Path(heading: heading)
        for _ in 0..<laps * 2 {
            path.straight(84.39)
            path.bend(.pi, radius: 36.80)
        }
        return path
    }

    /// Slight bends every 120 m; at the far end round a post, and back on the other side of the road.
    fileprivate static func outAndBack(_ heading: Double, _ random: inout SplitMix64) -> Path {
        let turns = (0..<21).map { _ in random.gaussian() * 0.35 }
        var path = Path(heading: heading)
        path.straight(118)
        for turn in turns {
            path.bend(turn, radius: 8)
            path.straight(118)
        }
        path.bend(.pi, radius: 1)
        path.straight(118)
        for turn in turns.reversed() {
            path.bend(-turn, radius: 8)
            path.straight(118)
        }
        return path
    }

    /// Long straights, and bends of up to a right angle.
    fileprivate static func road(_ heading: Double, longerThan length: Double, _ random: inout SplitMix64) -> Path {
        winding(heading, straights: 500...1500, turn: 0.5, radius: 10, longerThan: length, &random)
    }

    /// Straights of any length in the range, and bends whose angles have a standard deviation in radians.
    fileprivate static func winding(
        _ heading: Double, straights: ClosedRange<Double>, turn: Double, radius: Double, longerThan length: Double,
        _ random: inout SplitMix64
    ) -> Path {
        var path = Path(heading: heading)
        while path.length < length {
            path.straight(random.uniform(straights.lowerBound, straights.upperBound))
            path.bend(random.gaussian() * turn, radius: radius)
        }
        return path
    }
}
