// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Testing

/// The figures, on runs whose numbers can be reckoned by hand.
struct FiguresTests {
    /// 3 m/s for 1100 s.
    private static let steady = (0...1100).map {
        Trial.Truth(time: Double($0), distance: 3 * Double($0), speed: 3)
    }

    private func figures(
        _ truth: [Trial.Truth], rate: Double = 1, _ reading: (Trial.Truth) -> Reading
    ) -> FlightFigures {
        FlightFigures(
            truth: truth, hasFix: truth.map { _ in true }, rate: rate, truth.map(reading))
    }

    @Test func onePercentTooMuch() {
        let figures = figures(FiguresTests.steady) { Reading(distance: $0.distance * 1.01, speed: 3.1) }
        #expect(abs((figures.errorPercent ?? 0) - 1) < 1e-9)
        #expect(abs(figures.errorMetres - 33) < 1e-9)
        #expect(figures.standing == nil)
        #expect(abs(figures.speedError - 0.1) < 1e-9)
        #expect(abs((figures.paceError ?? 0) - 10.752_688_172_043) < 1e-9)
        #expect(figures.splitErrors.count == 3)
        #expect(figures.splitErrors.allSatisfy { abs($0 - 10) < 1e-5 })
        #expect(abs(figures.jump - 0.03) < 1e-9)
        #expect(figures.isWithinTwoSigma == nil)
    }

    @Test func twoStandardErrors() {
        for (sigma, isWithin) in [(14.0, false), (16, true)] {
            let figures = figures(FiguresTests.steady) {
                Reading(distance: $0.distance * 0.99 + 3, speed: 3, sigma: sigma)
            }
            #expect(figures.isWithinTwoSigma == isWithin)
        }
    }

    @Test func metresAtStandstill() {
        let standing = (0...1200).map { Trial.Truth(time: Double($0) / 2, distance: 0, speed: 0) }
        let figures = figures(standing, rate: 2) { Reading(distance: $0.time / 100, speed: 0) }
        #expect(abs((figures.standing ?? 0) - 6) < 1e-9)
        #expect(figures.errorPercent == nil && figures.paceError == nil && figures.splitErrors.isEmpty)
    }

    /// Only the second half minute of this is steady running: the pace error of the rest does not count.
    @Test func paceCountsWhileSteady() {
        var truth: [Trial.Truth] = []
        for second in 0...120 {
            let speed = second < 60 ? 3.0 : second.isMultiple(of: 2) ? 2.0 : 4
            truth.append(Trial.Truth(time: Double(second), distance: 3 * Double(second), speed: speed))
        }
        let steady = figures(truth) { Reading(distance: $0.distance, speed: $0.time < 60 ? 2.5 : 9) }
        #expect(abs((steady.paceError ?? 0) - 66.666_666_666_667) < 1e-9)
        var hasFix = truth.map { _ in true }
        for index in 0..<60 { hasFix[index] = false }
        let blind = FlightFigures(
            truth: truth, hasFix: hasFix, rate: 1, truth.map { Reading(distance: $0.distance, speed: 9) })
        #expect(blind.paceError == nil)
    }

    /// A stop does not belong to the kilometre before it: what is counted there is the next one's.
    @Test func aStopAtAKilometreBelongsToTheNext() {
        var truth: [Trial.Truth] = []
        for second in 0...1000 {
            let way = min(4 * Double(second), 1000) + max(0, 4 * Double(second - 400))
            truth.append(Trial.Truth(time: Double(second), distance: way, speed: 4))
        }
        let figures = figures(truth) { Reading(distance: $0.distance + ($0.time > 300 ? 7 : 0), speed: 4) }
        #expect(figures.splitErrors.count == 3)
        #expect(zip(figures.splitErrors, [0, 7, 0]).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    @Test func aLateSpeedIsLate() {
        func speed(_ time: Double) -> Double { time < 0 ? 0 : [0, 4, 3, 0, 3.5, 0, 4][min(6, Int(time / 40))] }
        let truth = (0...560).map { index -> Trial.Truth in
            let time = Double(index) / 2
            return Trial.Truth(time: time, distance: 0, speed: speed(time))
        }
        let late = truth.map { Reading(distance: 0, speed: speed($0.time - 2.5)) }
        #expect(abs(Lag.ofSpeed(truth, late) - 2.5) < 0.15)
        #expect(abs(Lag.ofSpeed(truth, truth.map { Reading(distance: 0, speed: $0.speed) })) < 0.3)
        #expect(Lag.ofStarts(truth, late) == 2.5)
        // What never starts is as late as can be.
        #expect(Lag.ofStarts(truth, truth.map { _ in Reading(distance: 0, speed: 0) }) == 25)
        #expect(Lag.ofStarts(FiguresTests.steady, FiguresTests.steady.map { _ in late[0] }) == nil)
    }

    @Test func quantilesLieBetween() {
        let numbers: [Double] = [4, 1, 3, 2]
        #expect(numbers.median == 2.5)
        #expect(numbers.quantile(0) == 1 && numbers.quantile(1) == 4)
        #expect(abs(numbers.quantile(0.95) - 3.85) < 1e-12)
        #expect(abs(numbers.deviation - 1.25.squareRoot()) < 1e-12)
        #expect([Double]().quantile(0.5).isNaN && [Double]().mean.isNaN)
    }
}
