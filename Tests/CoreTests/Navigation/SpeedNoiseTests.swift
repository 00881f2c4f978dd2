// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport
import Testing

@testable import RunwayCore

struct SpeedNoiseTests {
    struct Case: Sendable {
        /// m/s, of independent noise, and fixes a second.
        var deviation: Double
        var rate: Double
    }

    static let cases: [Case] = [
        Case(deviation: 0.05, rate: 0.5), Case(deviation: 0.05, rate: 1), Case(deviation: 0.1, rate: 1),
        Case(deviation: 0.3, rate: 1), Case(deviation: 0.3, rate: 0.5),
    ]

    /// White noise is taken for partly slow, which makes it 10 to 25 % larger than it is.
    @Test(arguments: cases)
    func itIsLearnedFromTheJitter(_ item: Case) {
        var noise = SpeedNoise()
        var random = SplitMix64(seed: 7)
        for _ in 0..<Int(600 * item.rate) {
            noise.take(3 + item.deviation * random.gaussian(), claim: nil, over: 1 / item.rate)
        }
        let learned = noise.variance(claim: nil, dilution: 1).squareRoot()
        #expect(learned > 0.8 * item.deviation && learned < 1.5 * item.deviation, "\(learned)")
    }

    @Test(arguments: [0.2, 1, 2] as [Double])
    func startsAndStopsAreNone(_ interval: Double) {
        var noise = SpeedNoise()
        var random = SplitMix64(seed: 3)
        var time = 0.0
        while time < 1200 {
            time += interval
            let isRunning = time.truncatingRemainder(dividingBy: 30) < 15
            noise.take(abs((isRunning ? 3 : 0) + 0.07 * random.gaussian()), claim: nil, over: interval)
        }
        #expect(noise.jitter(claim: nil).squareRoot() < 0.14)
    }

    /// What a receiver claims is believed in how it changes, and not below a third.
    @Test func theClaimIsScaled() {
        var noise = SpeedNoise()
        var random = SplitMix64(seed: 5)
        for _ in 0..<600 { noise.take(3 + 0.1 * random.gaussian(), claim: 0.2, over: 1) }
        let usual = noise.variance(claim: 0.2, dilution: 1).squareRoot()
        #expect(usual > 0.08 && usual < 0.15)
        #expect(abs(noise.variance(claim: 0.4, dilution: 1).squareRoot() - 2 * usual) < 1e-9)
        for _ in 0..<600 { noise.take(3 + 0.01 * random.gaussian(), claim: 0.2, over: 1) }
        #expect(abs(noise.variance(claim: 0.2, dilution: 1).squareRoot() - 0.07) < 1e-9)
        #expect(noise.jitter(claim: 0.2).squareRoot() < 0.05)
    }

    @Test func badGeometryIsBadForDopplerToo() {
        var noise = SpeedNoise()
        for _ in 0..<600 { noise.take(3, claim: nil, over: 1) }
        let deviations = [1.0, 4, 100].map { noise.variance(claim: nil, dilution: $0).squareRoot() }
        #expect(zip(deviations, [0.05, 0.2, 0.3]).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test func anImpossibleSpeedCastsDoubtOnTheNext() {
        var noise = SpeedNoise()
        noise.disturb()
        #expect(noise.variance(claim: nil, dilution: 1) > 1)
        for _ in 0..<30 { noise.calm(over: 1) }
        #expect(noise.variance(claim: nil, dilution: 1) < 0.03)
    }
}
