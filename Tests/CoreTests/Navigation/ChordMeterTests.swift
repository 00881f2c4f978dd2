// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import TestSupport
import Testing

@testable import RunwayCore

/// One position a second.
struct ChordMeterTests {
    static func way(
        noise: Double = 0, seconds: Int = 600, isMoving: Bool = true, _ place: (Double) -> SIMD2<Double>
    ) -> (way: Double, meter: ChordMeter) {
        var random = SplitMix64(seed: 11)
        var meter = ChordMeter(at: place(0), speed: isMoving ? 3 : 0, isMoving: isMoving)
        var way = 0.0
        for second in 1...seconds {
            let error = SIMD2(random.gaussian(), random.gaussian()) * noise
            way += meter.take(place(Double(second)) + error, over: 1)?.way ?? 0
        }
        return (way, meter)
    }

    @Test(arguments: [0, 0.5, 1] as [Double])
    func aStraightLineIsAsLongAsItIs(_ noise: Double) {
        let (way, meter) = ChordMeterTests.way(noise: noise) { SIMD2(3 * $0, 0) }
        #expect(abs(way - 1800) < 9 + 15 * noise)
        #expect(abs(meter.speed - 3) < 0.1 + 0.5 * noise)
        #expect(meter.isMoving)
    }

    /// 40 m of radius: a bend of a track.
    @Test func aBendIsCutByLittle() {
        let (way, _) = ChordMeterTests.way { SIMD2(40 * cos($0 * 3 / 40), 40 * sin($0 * 3 / 40)) }
        #expect(way > 1790 && way < 1805)
    }

    /// A corner every 30 s.
    @Test func cornersAreCutByWhatIsStated() {
        let (way, _) = ChordMeterTests.way { time in
            let leg = Int(time) / 30
            let rest = 3 * (time - Double(30 * leg))
            let east = Double(90 * ((leg + 1) / 2))
            let north = Double(90 * (leg / 2))
            return leg % 2 == 0 ? SIMD2(east + rest, north) : SIMD2(east, north + rest)
        }
        #expect(way < 1800 && way > 1800 * 0.97)
    }

    @Test(arguments: [20, 40, 500] as [Double])
    func aJumpAndBackAddsLittle(_ size: Double) {
        for duration in 1...4 {
            let (way, _) = ChordMeterTests.way { time in
                let isAway = time >= 300 && time < 300 + Double(duration)
                return SIMD2(3 * time, isAway ? size : 0)
            }
            #expect(abs(way - 1800) < 12, "\(size) m for \(duration) s: \(way)")
        }
    }

    @Test func whoStandsGoesNowhere() {
        let (way, meter) = ChordMeterTests.way(noise: 1, seconds: 3600, isMoving: false) { _ in .zero }
        #expect(way == 0 && !meter.isMoving)
    }

    @Test func aJumpWhileStandingIsNoWay() {
        let (way, meter) = ChordMeterTests.way(seconds: 120, isMoving: false) { SIMD2($0 < 60 ? 0 : 40, 0) }
        #expect(way == 0 && !meter.isMoving)
    }

    @Test func aStartIsFoundAndItsWayCounts() {
        let (way, meter) = ChordMeterTests.way(seconds: 120, isMoving: false) { SIMD2(max(0, $0 - 60) * 3, 0) }
        #expect(meter.isMoving)
        #expect(abs(way - 180) < 12)
    }

    @Test func aStopIsFound() {
        let (way, meter) = ChordMeterTests.way(seconds: 120) { SIMD2(min($0, 60) * 3, 0) }
        #expect(!meter.isMoving)
        #expect(abs(way - 180) < 6)
    }
}
