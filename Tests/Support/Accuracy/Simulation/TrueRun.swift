// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import TestSupport

/// What the runner of a plan truly did, tenth of a second by tenth of a second.
public struct TrueRun: Sendable {
    /// The truth at a time: seconds since the start, metres run, metres per second, and the place.
    public struct Moment: Hashable, Sendable {
        public var time: Double
        public var distance: Double
        public var speed: Double
        public var point: Path.Point
    }

    public static let step = 0.1
    public let plan: Plan
    /// From the start to the end, `step` seconds apart.
    public let moments: [Moment]

    /// A runner's speed wanders: its standard deviation is 3 %, and it is forgotten in 20 s. It changes by no more than
    /// 1.5 m/s².
    public init(_ plan: Plan, using random: inout SplitMix64) {
        self.plan = plan
        let step = TrueRun.step
        let memory = exp(-step / 20)
        var wander = 0.0
        var speed = plan.startsStanding ? 0 : plan.legs.first?.speed ?? 0
        var distance = 0.0
        var moments: [Moment] = []
        for leg in plan.legs {
            for _ in 0..<max(1, Int((leg.duration / step).rounded())) {
                let before = speed
                wander = memory * wander + (1 - memory * memory).squareRoot() * 0.03 * random.gaussian()
                speed += max(-1.5 * step, min(1.5 * step, leg.speed * (1 + wander) - speed))
                if !moments.isEmpty { distance += (before + speed) / 2 * step }
                moments.append(
                    Moment(
                        time: Double(moments.count) * step, distance: distance, speed: speed,
                        point: plan.path[distance]))
            }
        }
        self.moments = moments
    }

    public var duration: Double { moments.last?.time ?? 0 }

    /// The truth at any time of the run; before and after it the runner stands.
    public func moment(at time: Double) -> Moment {
        let place = max(0, min(Double(moments.count - 1), time / TrueRun.step))
        let before = moments[Int(place)]
        let after = moments[min(moments.count - 1, Int(place) + 1)]
        let share = place - place.rounded(.down)
        let distance = before.distance + share * (after.distance - before.distance)
        return Moment(
            time: time, distance: distance, speed: before.speed + share * (after.speed - before.speed),
            point: plan.path[distance])
    }
}
