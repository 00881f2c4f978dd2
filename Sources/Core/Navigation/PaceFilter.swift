// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Smooths the speed for the display: steady while the runner is, quick when he changes.
///
/// A Kalman filter with three states: the speed that the runner means to hold, his wander about it, and the slow part of
/// the receiver's error. Innovations that go on to one side (CUSUM), or one that no noise explains, are a change of
/// speed: the first state takes them up at once.
struct PaceFilter: Codable, Sendable {
    private var state = SIMD3<Double>()
    private var row0 = SIMD3<Double>(1, 0, 0)
    private var row1 = SIMD3<Double>()
    private var row2 = SIMD3<Double>()
    private var rising = Run()
    private var falling = Run()

    /// Innovations to one side.
    private struct Run: Codable {
        var evidence = 0.0
        var sum = 0.0
        var count = 0.0
        var mean: Double { sum / count }

        mutating func take(_ innovation: Double, normalised: Double, over interval: Double) {
            evidence += (normalised - PaceFilter.drift) * interval
            if evidence <= 0 {
                self = Run()
            } else {
                sum += innovation
                count += 1
            }
        }
    }

    /// A runner wanders by this much of his speed, over so many seconds.
    private static let wander = 0.047
    private static let wanderTime = 10.0
    /// m²/s³: he means to hold a speed for long.
    private static let intentDrift = 6e-6
    /// How much of the receiver's noise is slow, and over how many seconds: as in `SpeedNoise`.
    private static let slowShare = 0.36
    private static let slowTime = 3.0
    /// Of the CUSUM of the normalised innovations: what is taken off each second, and where it calls a change.
    private static let drift = 0.8
    private static let change = 4.7
    /// Standard deviations of a single innovation that is a change by itself.
    private static let certainChange = 3.1
    // With the four below: chosen together, in simulation, for the steadiest display that shows a surge of 10 % within
    // 1.5 s and a start within 0.5 s.
    private static let share = 0.87
    private static let doubt = 0.002
    private static let certainShare = 0.38
    private static let certainDoubt = 0.09

    /// m/s.
    var speed: Double { max(0, state[0] + state[1]) }
    /// m²/s².
    var variance: Double { max(0, row0[0] + row1[1] + 2 * row0[1]) }

    init(at speed: Double) {
        state[0] = speed
    }

    /// - Parameter variance: of the speed, m²/s².
    mutating func take(_ speed: Double, variance: Double, over interval: Double) {
        predict(over: interval, variance: variance)
        let gain = row0 + row1 + row2
        let spread = gain.sum() + (1 - PaceFilter.slowShare) * variance + 0.0005
        let innovation = speed - state.sum()
        state += gain * (innovation / spread)
        let weight = gain / spread
        row0 -= weight * gain[0]
        row1 -= weight * gain[1]
        row2 -= weight * gain[2]
        watch(innovation, normalised: innovation / spread.squareRoot(), over: interval)
    }

    private mutating func predict(over interval: Double, variance: Double) {
        let wanders = Elementary.decay(over: interval, constant: PaceFilter.wanderTime)
        let errs = Elementary.decay(over: interval, constant: PaceFilter.slowTime)
        let factor = SIMD3(1, wanders, errs)
        state *= factor
        row0 *= factor
        row1 *= factor * wanders
        row2 *= factor * errs
        let wander = PaceFilter.wander * max(speed, 1)
        row0[0] += PaceFilter.intentDrift * interval
        row1[1] += wander * wander * (1 - wanders * wanders)
        row2[2] += PaceFilter.slowShare * variance * (1 - errs * errs)
    }

    private mutating func watch(_ innovation: Double, normalised: Double, over interval: Double) {
        rising.take(innovation, normalised: normalised, over: interval)
        falling.take(-innovation, normalised: -normalised, over: interval)
        if abs(normalised) > PaceFilter.certainChange {
            take(up: PaceFilter.certainShare * innovation, variance: PaceFilter.certainDoubt)
        } else if rising.evidence > PaceFilter.change {
            take(up: PaceFilter.share * rising.mean, variance: PaceFilter.doubt)
        } else if falling.evidence > PaceFilter.change {
            take(up: -PaceFilter.share * falling.mean, variance: PaceFilter.doubt)
        }
    }

    private mutating func take(up change: Double, variance: Double) {
        state[0] += change
        row0[0] += variance
        rising = Run()
        falling = Run()
    }
}
