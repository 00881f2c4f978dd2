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

    /// A runner wanders by 4 % of his speed over 20 s.
    private static let wander = 0.04
    private static let wanderTime = 20.0
    /// m²/s³: he means to hold a speed for minutes.
    private static let intentDrift = 4.9e-5
    private static let slowShare = 0.36
    private static let slowTime = 3.0
    private static let drift = 1.05
    private static let change = 3.0
    private static let certainChange = 3.5

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
            take(up: 0.6 * innovation, variance: 0.064)
        } else if rising.evidence > PaceFilter.change {
            take(up: 0.28 * rising.sum / rising.count, variance: 0.016)
        } else if falling.evidence > PaceFilter.change {
            take(up: -0.28 * falling.sum / falling.count, variance: 0.016)
        }
    }

    private mutating func take(up change: Double, variance: Double) {
        state[0] += change
        row0[0] += variance
        rising = Run()
        falling = Run()
    }
}
