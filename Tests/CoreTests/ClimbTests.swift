// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct ClimbTests {
    /// A receiver's wander: 5 m (standard deviation), correlated over 60 s, always the same for a seed.
    private struct Wander {
        private var seed: UInt64
        private var value: Double

        init(_ seed: UInt64) {
            self.seed = seed
            value = 0
            for _ in 0..<600 { _ = next() }
        }

        mutating func next() -> Double {
            // The sum of twelve uniform numbers is normal enough, with variance 1.
            var normal = -6.0
            for _ in 0..<12 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                normal += Double(seed >> 11) / 9_007_199_254_740_992
            }
            let kept = 0.983_471  // exp(-1/60)
            value = value * kept + 5 * (1 - kept * kept).squareRoot() * normal
            return value
        }
    }

    /// Flies a profile: the altitude at each second.
    private func fly(_ profile: [Double], wander seed: UInt64? = nil) -> Pilot {
        var pilot = Pilot()
        var wander = seed.map { Wander($0) }
        pilot.altitude = profile[0]
        pilot.run(2.5, for: 10)
        pilot.start()
        for altitude in profile {
            pilot.altitude = altitude + (wander?.next() ?? 0)
            pilot.run(2.5, for: 1)
        }
        pilot.command(.stop)
        return pilot
    }

    private static let hill: [Double] = {
        let flat = [Double](repeating: 200, count: 300)
        let up = (0..<400).map { (second: Int) -> Double in 200 + Double(second) / 4 }
        return flat + up + up.reversed() + flat
    }()

    @Test(arguments: 1...8)
    func aFlatRunShowsLittleHoweverItsAltitudeWanders(_ seed: UInt64) {
        let summary = fly([Double](repeating: 200, count: 3600), wander: seed).summary
        #expect(summary?.ascent?.rawValue ?? .infinity < 80)
        #expect(summary?.descent?.rawValue ?? .infinity < 80)
    }

    @Test func aHillOfAHundredMetresIsOne() {
        let summary = fly(ClimbTests.hill).summary
        #expect((92...100).contains(summary?.ascent?.rawValue ?? 0))
        #expect((92...100).contains(summary?.descent?.rawValue ?? 0))
    }

    @Test(arguments: 1...8)
    func aHillUnderAWanderingAltitudeIsNearlyOne(_ seed: UInt64) {
        let summary = fly(ClimbTests.hill, wander: seed).summary
        #expect((80...130).contains(summary?.ascent?.rawValue ?? 0))
    }

    @Test func theClimbsOfTheSplitsAddUpToThatOfTheFlight() {
        let pilot = fly(ClimbTests.hill)
        #expect(pilot.splits.count == 4)
        let ascent = pilot.splits.reduce(0) { $0 + ($1.ascent?.rawValue ?? 0) }
        #expect(abs(ascent - (pilot.summary?.ascent?.rawValue ?? 0)) < 1e-9)
        #expect(pilot.splits[0].ascent ?? .zero > Metres(10))
        #expect(pilot.splits[3].ascent == .zero)
        #expect(pilot.splits[0].descent == .zero)
    }

    @Test func withoutAnAltitudeNothingIsSaid() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 400)
        pilot.command(.stop)
        #expect(pilot.summary?.ascent == nil)
        #expect(pilot.summary?.descent == nil)
        #expect(pilot.splits.allSatisfy { $0.ascent == nil && $0.descent == nil })
    }

    @Test(arguments: [1e6, -1e6, 1e300, 3600, 60, -40])
    func aJumpOfTheAltitudeNeverCounts(_ metres: Double) {
        for isLasting in [true, false] {
            var pilot = Pilot()
            pilot.altitude = 200
            pilot.run(3, for: 10)
            pilot.start()
            pilot.run(3, for: 100)
            pilot.altitude = 200 + metres
            pilot.run(3, for: isLasting ? 100 : 1)
            if !isLasting { pilot.altitude = 200 }
            pilot.run(3, for: 100)
            pilot.command(.stop)
            #expect(pilot.summary?.ascent == .zero)
            #expect(pilot.summary?.descent == .zero)
        }
    }

    @Test func anotherReceiversAltitudeIsNoClimb() {
        var pilot = Pilot()
        pilot.altitude = 200
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 60)
        // Within what is no jump, and beyond the dead band after a while.
        for second in 0..<120 {
            pilot.time += 1
            pilot.way += 3
            pilot.altitude = second % 2 == 0 ? 214 : 200
            pilot.submit(.fix(pilot.fix(speed: 3, receiver: "b\(second / 40)")))
        }
        pilot.altitude = 245
        for _ in 0..<120 {
            pilot.time += 1
            pilot.way += 3
            pilot.submit(.fix(pilot.fix(speed: 3, receiver: "c")))
        }
        pilot.command(.stop)
        #expect(pilot.summary?.ascent == .zero)
    }

    @Test func whatIsClimbedInAHoldIsNotRun() {
        var pilot = Pilot()
        pilot.altitude = 200
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 60)
        pilot.command(.hold)
        for _ in 0..<100 {
            pilot.altitude = (pilot.altitude ?? 0) + 1
            pilot.run(1, for: 1)
        }
        pilot.command(.resume)
        pilot.run(3, for: 60)
        pilot.command(.stop)
        #expect(pilot.summary?.ascent == .zero)
    }

    @Test func aHillWithManyStopsIsAsHigh() {
        var pilot = Pilot()
        pilot.altitude = 200
        pilot.run(2.5, for: 10)
        pilot.start()
        for (second, altitude) in ClimbTests.hill.enumerated() {
            pilot.altitude = altitude
            pilot.run(2.5, for: 1)
            guard second % 60 == 59 else { continue }
            pilot.command(.hold)
            pilot.run(0, for: 20)
            pilot.command(.resume)
        }
        pilot.command(.stop)
        #expect((90...100).contains(pilot.summary?.ascent?.rawValue ?? 0))
    }

    @Test func theAltitudeOfAFixInTwoDimensionsIsNone() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        for second in 0..<100 {
            pilot.time += 1
            pilot.way += 3
            pilot.altitude = 200 + Double(second)
            pilot.submit(.fix(pilot.fix(speed: 3, mode: .twoDimensional)))
        }
        pilot.command(.stop)
        #expect(pilot.summary?.ascent == nil)
    }
}
