// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport
import Testing

@testable import RunwayCore

/// One fix a second, by a receiver whose speed has noise of some m/s that is known.
struct MotionTestTests {
    struct Walker {
        var test = MotionTest(isMoving: false)
        let noise: Double
        var random: SplitMix64
        var counted = 0.0
        var verdicts: [MotionTest.Verdict] = []

        init(noise: Double, seed: UInt64 = 1, isMoving: Bool = false) {
            self.noise = noise
            random = SplitMix64(seed: seed)
            test = MotionTest(isMoving: isMoving)
        }

        /// - Parameter offset: how far the positions have moved since the runner stood.
        mutating func go(_ speed: Double, offset: SIMD2<Double>? = nil) {
            let velocity = SIMD2(speed + noise * random.gaussian(), noise * random.gaussian())
            let step = MotionTest.Way(
                displacement: velocity, length: velocity.length, time: 1,
                variance: noise * noise * SpeedNoise.growth(over: 1))
            let verdict = test.take(
                step, hasHeading: true, offset: test.isMoving ? nil : offset ?? test.open.displacement, spread: 9)
            verdicts.append(verdict)
            if verdict == .moving { counted += test.open.length }
            if verdict != .undecided { test.close() }
        }
    }

    @Test(arguments: [0.05, 0.1, 0.3], [1, 2, 3, 4] as [UInt64])
    func whoStandsForAnHourHasNotMoved(_ noise: Double, _ seed: UInt64) {
        var walker = Walker(noise: noise, seed: seed)
        for _ in 0..<3600 { walker.go(0, offset: .zero) }
        #expect(walker.counted == 0)
        #expect(!walker.test.isMoving)
    }

    /// Speed, noise, and within how many seconds it must be found.
    static let starts: [(Double, Double, Int)] = [
        (3, 0.05, 2), (3, 0.1, 2), (3, 0.3, 4), (1.4, 0.1, 3), (1.4, 0.3, 12), (0.9, 0.05, 3), (0.9, 0.2, 16),
    ]

    @Test(arguments: starts)
    func aStartIsFoundAndCreditedWhole(_ speed: Double, _ noise: Double, _ seconds: Int) {
        var walker = Walker(noise: noise)
        for _ in 0..<60 { walker.go(0, offset: .zero) }
        for _ in 0..<seconds { walker.go(speed) }
        #expect(walker.test.isMoving)
        #expect(abs(walker.counted - speed * Double(seconds)) < 4 * noise * Double(seconds) + 0.1)
    }

    @Test(arguments: [0.05, 0.1, 0.3])
    func aStopIsFoundAndAddsLittle(_ noise: Double) {
        var walker = Walker(noise: noise, isMoving: true)
        for _ in 0..<60 { walker.go(3) }
        let before = walker.counted
        for _ in 0..<12 { walker.go(0) }
        #expect(!walker.test.isMoving)
        #expect(walker.counted - before < 1)
    }

    /// A slow walk never stops.
    @Test(arguments: [0.05, 0.1, 0.2])
    func walkingIsMotion(_ noise: Double) {
        var walker = Walker(noise: noise, isMoving: true)
        for _ in 0..<1200 { walker.go(0.9) }
        #expect(!walker.verdicts.contains(.standing))
    }

    @Test func positionsThatStayDelayAStart() {
        func seconds(_ offset: SIMD2<Double>?) -> Int {
            var walker = Walker(noise: 0.3)
            for second in 1...60 {
                walker.go(1, offset: offset)
                if walker.test.isMoving { return second }
            }
            return 60
        }
        #expect(seconds(.zero) > seconds(nil))
    }
}
