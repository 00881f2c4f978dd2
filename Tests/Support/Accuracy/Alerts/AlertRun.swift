// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel
import TestSupport

/// A simulated recording to judge pace alerts by: a runner who keeps to a pace of 5:00/km, on a circuit of 3 km, and what
/// a receiver makes of him; with the truth. The same for the same seed, and the same runner and the same noise, only
/// larger or smaller, at another deviation of the noise or with other reported errors.
public struct AlertRun: Sendable {
    public struct Setup: Hashable, Sendable {
        /// The standard deviation of the Doppler speed's error in metres per second.
        public var noise: Double
        /// Epochs a second.
        public var rate: Double
        /// By how many percent the runner is too fast in the two minutes after the step. 0: he stays on target.
        public var step: Double
        /// The standard deviation of a runner's natural wandering about his speed, in percent.
        public var wander: Double
        /// Whether the reported errors are those that gpsd makes up from the dilution of precision, or true ones.
        public var inventsErrors: Bool

        public init(
            noise: Double, rate: Double = 1, step: Double = 0, wander: Double = 1.2, inventsErrors: Bool = false
        ) {
            precondition(noise >= 0 && (0.2...10).contains(rate) && step > -100 && wander >= 0, "no such run")
            self.noise = noise
            self.rate = rate
            self.step = step
            self.wander = wander
            self.inventsErrors = inventsErrors
        }
    }

    public static let band = PaceBand(target: 300, tolerance: 15)
    /// Seconds from the step to the return to the target.
    public static let timeOff = 120.0
    /// In metres.
    private static let circuit = 3000.0

    public let setup: Setup
    /// When the runner leaves the target, in seconds; nil if he does not.
    public let stepTime: Double?
    /// The truth at each epoch.
    public let moments: [TrueRun.Moment]
    public let observations: [Observation]

    /// Half an hour on target, or ten minutes with a step in their middle.
    public init(_ setup: Setup, seed: UInt64) {
        self.setup = setup
        var random = AlertRun.random(setup, seed)
        let moment = random.uniform(240, 300)
        stepTime = setup.step == 0 ? nil : moment
        moments = AlertRun.truth(setup, stepTime: stepTime, using: &random)
        observations = AlertRun.observe(moments, setup, using: &random)
    }

    private static func random(_ setup: Setup, _ seed: UInt64) -> SplitMix64 {
        var mixer = SplitMix64(seed: seed)
        // Neighbouring seeds of the generator itself would be the same numbers, one place on.
        let mixed = mixer.next() ^ UInt64(setup.rate * 16) << 32 ^ setup.step.bitPattern
        mixer = SplitMix64(seed: mixed)
        return SplitMix64(seed: mixer.next())
    }

    private static func truth(
        _ setup: Setup, stepTime: Double?, using random: inout SplitMix64
    ) -> [TrueRun.Moment] {
        let interval = 1 / setup.rate
        let count = Int((stepTime == nil ? 1800 : 600) * setup.rate)
        let wander = [Noise(setup.wander / 100, .correlated(20))].errors(count: count, step: interval, using: &random)
        var path = Path(heading: 0)
        path.bend(8 * .pi, radius: circuit / (2 * .pi))
        // It takes a runner about a second to change his speed.
        let response = 1 - exp(-interval)
        var moments: [TrueRun.Moment] = []
        moments.reserveCapacity(count)
        for index in 0..<count {
            let time = Double(index) * interval
            var wanted = 1000 / band.target * (1 + wander[index])
            if let stepTime, time >= stepTime, time < stepTime + timeOff { wanted *= 1 + setup.step / 100 }
            let last = moments.last
            let before = last?.speed ?? wanted
            let speed = before + response * (wanted - before)
            let distance = last.map { $0.distance + (before + speed) / 2 * interval } ?? 0
            moments.append(TrueRun.Moment(time: time, distance: distance, speed: speed, point: path[distance]))
        }
        return moments
    }

    private static func observe(
        _ moments: [TrueRun.Moment], _ setup: Setup, using random: inout SplitMix64
    ) -> [Observation] {
        let deviation = random.uniform(1.5, 5)
        let velocity = [Noise(0.6 * setup.noise, .correlated(4)), Noise(0.8 * setup.noise, .white)]
        let position = [Noise(deviation, .correlated(40)), Noise(0.4, .white)]
        let errors = [velocity, position, position].map {
            $0.errors(count: moments.count, step: 1 / setup.rate, using: &random)
        }
        // What gpsd makes of a horizontal dilution of about 1, and of two such errors an interval apart.
        let positionError = setup.inventsErrors ? 12 : deviation
        let speedError = setup.inventsErrors ? 2 * 12 * setup.rate : 1.2 * setup.noise
        return moments.indices.map { index in
            let moment = moments[index]
            let nanoseconds = start.nanoseconds + Int64((moment.time * 1e9).rounded())
            let (x, y) = (moment.point.x + errors[1][index], moment.point.y + errors[2][index])
            var fix = Fix(
                receiver: "simulated", mode: .threeDimensional, time: UTCTime(nanoseconds: nanoseconds))
            let place = Trial.frame.position(x: x, y: y)
            (fix.latitude, fix.longitude) = (place.latitude, place.longitude)
            (fix.eastError, fix.northError) = (Metres(positionError), Metres(positionError))
            fix.speed = MetresPerSecond(abs(moment.speed + errors[0][index]))
            fix.speedError = MetresPerSecond(speedError)
            let track = 90 - moment.point.heading * 180 / .pi
            fix.track = Degrees(track - 360 * (track / 360).rounded(.down))
            return Observation(fix, at: Instant(nanoseconds: nanoseconds), time: moment.time, point: (x, y))
        }
    }

    static let start = UTCTime(nanoseconds: 1_790_000_000_000_000_000)
}
