// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport
import Testing

@testable import RunwayCore

struct PaceFilterTests {
    /// - Returns: the display's speed after each second.
    static func display(_ speeds: [Double], noise: Double, seed: UInt64) -> [(speed: Double, error: Double)] {
        var random = SplitMix64(seed: seed)
        var filter = PaceFilter(at: speeds[0])
        return speeds.map { speed in
            filter.take(speed + noise * random.gaussian(), variance: noise * noise, over: 1)
            return (filter.speed, filter.variance.squareRoot())
        }
    }

    @Test(arguments: [0.05, 0.1, 0.2])
    func itIsSteadierThanTheReceiver(_ noise: Double) {
        var squares = 0.0
        var within = 0
        for seed in 1...20 {
            for point in PaceFilterTests.display([Double](repeating: 3, count: 200), noise: noise, seed: UInt64(seed))
                .dropFirst(30)
            {
                squares += (point.speed - 3) * (point.speed - 3)
                if abs(point.speed - 3) <= 2 * point.error { within += 1 }
            }
        }
        let count = 20.0 * 170
        #expect((squares / count).squareRoot() < 0.7 * noise)
        #expect(Double(within) / count > 0.9)
    }

    /// The mean over many starts: half of the step is seen within so many seconds.
    @Test(arguments: [(0, 3, 1), (3, 0, 1), (3, 3.3, 3), (3.3, 3, 3)] as [(Double, Double, Int)])
    func aChangeIsSeenSoon(_ from: Double, _ to: Double, _ seconds: Int) {
        let speeds = [Double](repeating: from, count: 60) + [Double](repeating: to, count: 30)
        var sum = 0.0
        for seed in 1...40 {
            sum += PaceFilterTests.display(speeds, noise: 0.1, seed: UInt64(seed))[60 + seconds - 1].speed
        }
        #expect(abs(sum / 40 - from) > 0.5 * abs(to - from), "\(sum / 40)")
    }
}
