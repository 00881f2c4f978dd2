// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import RunwayModel
import Testing

/// What calls are worth, in runs whose score can be counted by hand.
struct AlertScoreTests {
    private static let target = 1000.0 / 300
    private static let onTarget = [Double](repeating: target, count: 1800)
    /// Ten minutes, off from 250.5 s on.
    private static let stepping = (0..<600).map { (250.5..<370.5).contains(Double($0)) ? 3.7 : target }

    private func onTarget(_ calls: [AlertCall]) -> AlertScore {
        AlertScore(speeds: AlertScoreTests.onTarget, rate: 1, stepTime: nil, calls)
    }

    private func stepping(_ calls: [AlertCall]) -> AlertScore {
        AlertScore(speeds: AlertScoreTests.stepping, rate: 1, stepTime: 250.5, calls)
    }

    @Test func whoeverIsOnTargetIsCalledFalsely() {
        let score = onTarget([AlertCall(.overspeed, at: 0), AlertCall(.sinkRate, at: 1799.9)])
        #expect(score.falseCalls == 2 && score.hours == 0.5 && score.falsePerHour == 4)
        #expect(score.steps == 0 && score.median.isNaN)
        #expect(onTarget([]).falsePerHour == 0)
    }

    /// Ten of the last sixteen seconds at 3.6 m/s make 285.3 s/km, eleven 284.0.
    @Test func whoeverHasBeenOffInTheMeanIsNot() {
        let speeds = AlertScoreTests.onTarget.enumerated().map { $0 < 100 ? $1 : 3.6 }
        for (time, wrong) in [(109.4, 1), (110.0, 0)] {
            let score = AlertScore(speeds: speeds, rate: 1, stepTime: nil, [AlertCall(.overspeed, at: time)])
            #expect(score.falseCalls == wrong)
        }
        // At 5 Hz these are 76 fixes of which 50 and 51 count.
        let fast = (0..<9000).map { $0 < 500 ? AlertScoreTests.target : 3.6 }
        for (time, wrong) in [(109.8, 1), (110.2, 0)] {
            let score = AlertScore(speeds: fast, rate: 5, stepTime: nil, [AlertCall(.overspeed, at: time)])
            #expect(score.falseCalls == wrong && score.hours == 0.5)
        }
    }

    @Test func theFirstCallOfTheRightKindCounts() {
        let score = stepping([
            AlertCall(.sinkRate, at: 252), AlertCall(.overspeed, at: 256), AlertCall(.overspeed, at: 300),
        ])
        #expect(score.latencies == [5.5] && score.missed == 0 && score.steps == 1)
        #expect(score.falseCalls == 0 && score.falseCallsAroundSteps == 0 && score.falsePerHour.isNaN)
    }

    @Test func whatComesTooEarlyOrTooLateIsNoAnswer() {
        let score = stepping([AlertCall(.overspeed, at: 250), AlertCall(.overspeed, at: 370.5)])
        #expect(score.latencies.isEmpty && score.missed == 1)
        // At 370.5 s the runner still was off in the mean of 15 s.
        #expect(score.falseCalls == 0 && score.falseCallsAroundSteps == 1)
        #expect(stepping([AlertCall(.sinkRate, at: 370.4)]).missed == 1)
        #expect(stepping([AlertCall(.sinkRate, at: 500)]).falseCallsAroundSteps == 1)
    }

    @Test func scoresAddUp() {
        let parts = (1...10).map { stepping([AlertCall(.overspeed, at: 250.5 + Double($0))]) }
        let calls = [AlertCall(.overspeed, at: 7)]
        let score = (parts + [stepping([]), onTarget(calls), onTarget([])]).reduce(AlertScore(), +)
        #expect(score.steps == 11 && score.missed == 1)
        #expect(abs(score.median - 5.5) < 1e-9 && abs(score.high - 9.1) < 1e-9)
        #expect(score.falsePerHour == 1 && score.hours == 1)
    }
}
