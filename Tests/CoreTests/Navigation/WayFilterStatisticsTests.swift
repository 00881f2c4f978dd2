// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import TestSupport
import Testing

@testable import RunwayCore

/// What the filter says of its errors is what they are, on noise that it assumes.
struct WayFilterStatisticsTests {
    /// A straight run at 3 m/s with a fix a second, whose positions err by 3 m for a minute.
    private struct Run {
        var filter = WayFilter(at: .zero, positionError: 3)
        var truth = 0.0
        private var random: SplitMix64
        private var bias: SIMD2<Double>
        private let heading = SIMD2(0.6, 0.8)

        init(seed: UInt64) {
            random = SplitMix64(seed: seed)
            bias = SIMD2(3 * random.gaussian(), 3 * random.gaussian())
        }

        /// - Parameters:
        ///   - scale: what the receiver's speed has to be multiplied by, less one.
        ///   - variance: of the speed's noise, m².
        mutating func go(_ seconds: Int, scale: Double, variance: Double) {
            for _ in 0..<seconds {
                truth += 3
                let decay = exp(-1 / 60.0)
                let fresh = 3 * (1 - decay * decay).squareRoot()
                bias = bias * decay + SIMD2(random.gaussian(), random.gaussian()) * fresh
                let along = 3 / (1 + scale) + variance.squareRoot() * random.gaussian()
                let across = variance.squareRoot() * random.gaussian()
                filter.age(by: 1, correlation: 60, positionError: 3)
                filter.advance(
                    by: heading * along + SIMD2(-heading.y, heading.x) * across, way: along, variance: variance)
                let noise = SIMD2(random.gaussian(), random.gaussian()) * 0.6
                filter.observe(heading * truth + bias + noise, noise: 0.36)
            }
        }

        func normalisedSquare(_ odds: Double) -> Double {
            let estimate = filter.estimate(odds: odds)
            return (estimate.distance - truth) * (estimate.distance - truth) / estimate.variance
        }
    }

    struct Kind: Sendable {
        var seconds: Int
        var variance: Double
        /// Whether the speed is right, and known to be.
        var isRight: Bool
    }

    static let kinds: [Kind] = [
        Kind(seconds: 60, variance: 0, isRight: true),
        Kind(seconds: 600, variance: 0, isRight: true),
        Kind(seconds: 60, variance: 0.03, isRight: true),
        Kind(seconds: 600, variance: 0.03, isRight: true),
        Kind(seconds: 600, variance: 0.06, isRight: true),
        Kind(seconds: 100, variance: 0, isRight: false),
        Kind(seconds: 600, variance: 0.03, isRight: false),
    ]

    /// 200 runs: the mean of a χ² with one degree is 1 ± 0.1.
    @Test(arguments: kinds)
    func theErrorIsWhatItIsSaidToBe(_ kind: Kind) {
        var random = SplitMix64(seed: 7)
        let squares = (0..<200).map { seed -> Double in
            var run = Run(seed: UInt64(seed))
            // Speeds that are too high are another matter.
            let scale = kind.isRight ? SpeedScale.narrow * random.gaussian() : 0.1 * random.uniform()
            run.go(kind.seconds, scale: scale, variance: kind.variance)
            return run.normalisedSquare(kind.isRight ? 1000 : -1000)
        }
        let mean = squares.reduce(0, +) / 200
        #expect((0.7...1.35).contains(mean), "\(mean) \(kind)")
    }

    @Test func aSpeedThatIsFivePercentLowIsFoundOut() {
        for seed in 0..<30 as Range<UInt64> {
            var run = Run(seed: seed)
            run.go(667, scale: 1 / 0.95 - 1, variance: 0.02)
            for odds in [2, 4.5] {
                let estimate = run.filter.estimate(odds: odds)
                #expect(abs(estimate.scale - (1 / 0.95 - 1)) < 0.01, "\(seed)")
                #expect(abs(estimate.distance / run.truth - 1) < 0.01, "\(seed)")
            }
        }
    }

    @Test func aSpeedThatIsRightIsBelieved() {
        var wide = 0.0
        var narrow = 0.0
        for seed in 0..<60 as Range<UInt64> {
            var run = Run(seed: seed)
            run.go(667, scale: 0, variance: 0.002)
            let estimate = run.filter.estimate(odds: 4.5)
            #expect(abs(estimate.scale) < 0.002, "\(seed)")
            #expect(estimate.scaleVariance.squareRoot() < 0.002, "\(seed)")
            narrow += abs(estimate.distance - run.truth)
            wide += abs(run.filter.estimate(odds: -1000).distance - run.truth)
        }
        #expect(narrow < 0.8 * wide, "\(narrow) \(wide)")
    }

    /// The positions say that the speed is too high: they are smoothed, and do not shorten the way any more.
    @Test func smoothedPositionsAreFoundOut() {
        var run = Run(seed: 3)
        run.go(400, scale: -0.005, variance: 0.002)
        #expect(!run.filter.isCuttingBends)
        run = Run(seed: 3)
        run.go(400, scale: -0.06, variance: 0.002)
        #expect(run.filter.isCuttingBends)
        let before = run.filter.distance
        run.go(100, scale: -0.06, variance: 0.002)
        #expect(abs(run.filter.distance - before - 300 / 0.94) < 2)
    }
}
