// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Testing

/// How soon and how seldom is called. The bounds are about half as much again as what `make bench` shows, and twice as many
/// false calls: the few runs here are to tell a rule that has become worse.
struct AlertGoalTests {
    struct Goal: Sendable {
        /// The standard deviation of the Doppler speed's error, in m/s.
        var noise: Double
        /// Of the time from a step of 10 % to the call, in seconds: the median and the 90th percentile.
        var median: Double
        var high: Double
        /// The median at a step of 20 %.
        var large: Double
    }

    static let goals: [Goal] = [
        Goal(noise: 0.05, median: 4, high: 7, large: 2), Goal(noise: 0.1, median: 7, high: 15, large: 3),
        Goal(noise: 0.15, median: 15, high: 28, large: 4.5), Goal(noise: 0.2, median: 23, high: 42, large: 7),
        Goal(noise: 0.3, median: 42, high: 75, large: 14),
    ]

    struct Receiver: Sendable {
        var rate: Double
        var inventsErrors: Bool
        /// How many runs on target, with a step of 10 % and with one of 20 %.
        var runs: (on: UInt64, step: UInt64, large: UInt64)
    }

    static let receivers: [Receiver] = [
        Receiver(rate: 1, inventsErrors: false, runs: (16, 24, 12)),
        Receiver(rate: 1, inventsErrors: true, runs: (16, 24, 12)),
        Receiver(rate: 5, inventsErrors: false, runs: (5, 12, 6)),
        Receiver(rate: 5, inventsErrors: true, runs: (5, 12, 6)),
    ]

    private func score(_ setup: AlertRun.Setup, step: Double, runs: UInt64) throws -> AlertScore {
        var setup = setup
        setup.step = step
        return try (500..<500 + runs).reduce(into: AlertScore()) { sum, seed in
            let run = AlertRun(setup, seed: seed)
            sum = sum + AlertScore(run, try OwnAlerts.calls(in: run))
        }
    }

    /// With each receiver the step is called soon and little else is; with all of them together the rest can be told.
    @Test(arguments: goals)
    func aStepIsCalledSoonAndNothingElse(_ goal: Goal) throws {
        var (sum, large) = (AlertScore(), AlertScore())
        for receiver in AlertGoalTests.receivers {
            let setup = AlertRun.Setup(
                noise: goal.noise, rate: receiver.rate, inventsErrors: receiver.inventsErrors)
            let on = try score(setup, step: 0, runs: receiver.runs.on)
            #expect(Double(on.falseCalls) <= 3 + 1.5 * on.hours)
            let steps = try score(setup, step: 10, runs: receiver.runs.step)
            #expect(steps.median <= goal.median)
            sum = sum + on + steps
            large = try large + score(setup, step: 20, runs: receiver.runs.large)
        }
        #expect(sum.falsePerHour <= 1)
        #expect(sum.high <= goal.high)
        #expect(sum.steps == 72 && sum.missed <= 3)
        #expect(large.median <= goal.large)
        #expect(large.steps == 36 && large.missed <= 1)
    }

    private func score(_ kind: HeartRateRun.Kind, runs: UInt64 = 20) throws -> HeartRateScore {
        try (500..<500 + runs).reduce(into: HeartRateScore()) { sum, seed in
            let run = HeartRateRun(kind, seed: seed)
            sum = sum + HeartRateScore(run, try OwnAlerts.calls(in: run))
        }
    }

    static let ways: [HeartRateRun.Kind] = [.ramp(2), .ramp(5), .ramp(10), .ramp(20), .onset]

    @Test(arguments: ways)
    func aHeartRateThatLeavesTheBandIsCalled(_ kind: HeartRateRun.Kind) throws {
        let score = try score(kind)
        #expect(score.stretches == 20)
        #expect(score.missed <= 1)
        #expect(score.median <= 5)
        #expect(score.high <= 10)
    }

    @Test func aSteadyHeartRateIsNotCalled() throws {
        #expect(try score(.steady, runs: 40).falsePerHour <= 1)
    }

    /// One in a hundred may be what would have been called without it.
    @Test(arguments: HeartRateRun.Dropout.allCases)
    func aDropoutIsNotCalled(_ dropout: HeartRateRun.Dropout) throws {
        let score = try score(.dropout(dropout))
        #expect(score.dropouts >= 100)
        #expect(100 * score.callsOnDropouts <= score.dropouts)
    }
}
