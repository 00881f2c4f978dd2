// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel
import TestSupport
import Testing

/// What holds of every run, whatever the receiver does: over random courses, and random corruptions of them.
struct NavigationInvariantTests {
    static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

    // Whatever comes

    /// Values that no receiver should send, and some do.
    private static let absurd: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e9, -1e9, 720, -0.0, 1e-300]

    @Sendable private static func ruin(_ fix: inout Fix, _ random: inout SplitMix64) {
        func value() -> Double { absurd.randomElement(using: &random) ?? .nan }
        for _ in 0...Int.random(in: 0...2, using: &random) {
            switch Int.random(in: 0..<14, using: &random) {
            case 0: fix.latitude = Degrees(value())
            case 1: fix.longitude = Degrees(value())
            case 2: (fix.latitude, fix.longitude) = (Degrees(value()), Degrees(value()))
            case 3: fix.speed = MetresPerSecond(value())
            case 4: fix.track = Degrees(value())
            case 5: fix.speedError = MetresPerSecond(value())
            case 6: fix.horizontalError = Metres(value())
            case 7: fix.eastError = Metres(value())
            case 8: fix.northError = Metres(value())
            case 9: fix.climb = MetresPerSecond(value())
            case 10: (fix.altitudeMSL, fix.altitudeHAE) = (Metres(value()), Metres(value()))
            case 11: fix.time = UTCTime(nanoseconds: [.min, .max, 0, 1].randomElement(using: &random) ?? 0)
            case 12: fix.time = nil
            default: fix.mode = [.unknown, .noFix, .twoDimensional].randomElement(using: &random) ?? .unknown
            }
        }
    }

    private static func ruined(_ seed: UInt64, hasDoppler: Bool) -> Outing {
        var outing = Outing(seed: seed, duration: 600, hasDoppler: hasDoppler)
        var random = SplitMix64(seed: ~seed)
        for first in outing.points.indices where random.uniform() < 0.12 {
            // Some come in rows, as long as a new place takes to be believed.
            let count = random.uniform() < 0.2 ? 5 : 1
            let (one, areSame) = (random.next(), random.uniform() < 0.5)
            for index in first..<min(outing.points.count, first + count) {
                let own = areSame ? one : random.next()
                outing.points[index].corrupt = { @Sendable fix in
                    var random = SplitMix64(seed: own)
                    ruin(&fix, &random)
                }
            }
        }
        return outing
    }

    @Test(arguments: seeds, [true, false])
    func everyNumberIsFiniteWhateverComes(_ seed: UInt64, _ hasDoppler: Bool) {
        let flown = NavigationInvariantTests.ruined(seed, hasDoppler: hasDoppler).flown()
        #expect(flown.numbers.count > 1000)
        #expect(flown.numbers.allSatisfy { $0.isFinite && abs($0) < 1e5 })
        #expect(flown.places.allSatisfy { abs($0.latitude.rawValue) <= 90 && abs($0.longitude.rawValue) <= 180 })
    }

    @Test(arguments: seeds, [true, false])
    func distanceNeverDecreases(_ seed: UInt64, _ hasDoppler: Bool) {
        for outing in [
            Outing(seed: seed, duration: 600, hasDoppler: hasDoppler),
            Outing(seed: seed, duration: 300, rate: 5, hasDoppler: hasDoppler),
            NavigationInvariantTests.ruined(seed, hasDoppler: hasDoppler),
        ] {
            let distances = outing.flown().distances
            #expect(distances.count > 500)
            #expect(distances.first == 0)
            #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }

    // The same epoch again

    /// A burst of sentences, or a link that says things twice.
    @Test(arguments: seeds, [true, false])
    func anEpochSaidAgainChangesNothing(_ seed: UInt64, _ hasDoppler: Bool) {
        for rate in [0.5, 1, 5] {
            let outing = Outing(seed: seed, duration: 300, rate: rate, hasDoppler: hasDoppler)
            var repeated = outing
            var random = SplitMix64(seed: ~seed)
            repeated.points = outing.points.flatMap { point in
                let copies = (0..<Int.random(in: 0...3, using: &random)).map { index in
                    var copy = point
                    copy.at += Double(index + 1) * 0.01
                    return copy
                }
                return [point] + copies
            }
            #expect(repeated.points.count > outing.points.count)
            #expect(repeated.flown().distance == outing.flown().distance)
        }
    }

    /// What comes first for an epoch holds, be it another place that is said next.
    @Test(arguments: seeds, [true, false])
    func anotherPlaceForTheSameEpochChangesNothing(_ seed: UInt64, _ hasDoppler: Bool) {
        let outing = Outing(seed: seed, duration: 300, hasDoppler: hasDoppler)
        var repeated = outing
        var random = SplitMix64(seed: ~seed)
        repeated.points = outing.points.flatMap { point in
            guard random.uniform() < 0.3 else { return [point] }
            var other = point
            other.at += 0.02
            other.x += random.gaussian() * 20
            other.vx = random.gaussian() * 3
            return [point, other]
        }
        #expect(repeated.points.count > outing.points.count)
        #expect(repeated.flown().distance == outing.flown().distance)
    }

    /// A fix that is delivered again after the next one, or the next but one, says nothing new.
    @Test(arguments: seeds, [true, false])
    func anOldEpochDeliveredAgainChangesNothing(_ seed: UInt64, _ hasDoppler: Bool) {
        let outing = Outing(seed: seed, duration: 300, hasDoppler: hasDoppler)
        var repeated = outing
        var random = SplitMix64(seed: ~seed)
        for point in outing.points.dropLast(2) where random.uniform() < 0.1 {
            var late = point
            late.at += outing.interval * (random.uniform() < 0.5 ? 1 : 2) + 0.03
            repeated.points.append(late)
        }
        repeated.points.sort { $0.at < $1.at }
        #expect(repeated.points.count > outing.points.count)
        #expect(repeated.flown().distance == outing.flown().distance)
    }

    // Another place

    @Test(
        arguments: [
            (0, 0), (0, 180), (-33.9, 151.2), (60, -179.999), (71, 25.8), (89.9, 11), (89.9, 180), (-89.9, -77),
        ] as [(Double, Double)])
    func thePlaceAndTheDirectionDoNotMatter(_ latitude: Double, _ longitude: Double) {
        for (hasDoppler, seed) in [(true, 7), (true, 8), (false, 9)] as [(Bool, UInt64)] {
            let outing = Outing(seed: seed, duration: 800, hasDoppler: hasDoppler)
            let here = outing.flown().distance
            #expect(here > 1500)
            for angle in [0, 1, 2.5, 4] {
                let there = outing.flown(
                    on: LocalFrame(latitude: Degrees(latitude), longitude: Degrees(longitude)), turned: angle)
                #expect(abs(there.distance / here - 1) < 1e-4, "turned by \(angle), Doppler \(hasDoppler)")
            }
        }
    }

    /// Positions that jump away and come back add no more than can be run meanwhile.
    @Test(arguments: seeds, [true, false])
    func aTeleportAddsNoMoreThanCouldBeRun(_ seed: UInt64, _ hasDoppler: Bool) {
        for (index, size) in [20, 40, 90, 200, 500, 5000, 3e6].enumerated() {
            for duration in [1.0, 2, 4, 8] {
                let outing = Outing(seed: seed, duration: 200, hasDoppler: hasDoppler)
                var displaced = outing
                var random = SplitMix64(seed: ~seed &+ UInt64(index))
                let angle = random.uniform() * 2 * .pi
                let begin = 30 + 100 * random.uniform()
                for index in outing.points.indices
                where outing.points[index].epoch >= begin && outing.points[index].epoch < begin + duration {
                    displaced.points[index].x += size * sin(angle)
                    displaced.points[index].y += size * cos(angle)
                }
                let added = displaced.flown().distance - outing.flown().distance
                // Without Doppler the chords after it lie elsewhere, and differ by as much as one is long.
                #expect(
                    added < 12 * duration + (hasDoppler ? 0 : 12), "\(size) m for \(duration) s, Doppler \(hasDoppler)")
            }
        }
    }
}
