// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import RunwayModel
import TestSupport
import Testing

/// How far our own navigator is from the truth. The bounds are about 1.6 times what it was when they were set; `make bench`
/// has the figures themselves.
struct GoalTests {
    struct Goal: Sendable {
        var profile: Profile
        var scenario: Scenario
        /// Of the mean error of some runs, %.
        var error: Double
        var rate = 1.0
    }

    static let goals: [Goal] = [
        Goal(profile: .ubx, scenario: .track5k, error: 0.30), Goal(profile: .ubx, scenario: .road5k, error: 0.25),
        Goal(profile: .ubx, scenario: .blocks, error: 0.45), Goal(profile: .ubx, scenario: .trail, error: 0.5),
        Goal(profile: .ubx, scenario: .walk2k, error: 0.5), Goal(profile: .ubx, scenario: .intervals, error: 0.35),
        Goal(profile: .ubx, scenario: .tunnel, error: 0.25), Goal(profile: .ubx, scenario: .teleports, error: 0.3),
        Goal(profile: .nmea, scenario: .track5k, error: 0.35), Goal(profile: .nmea, scenario: .road5k, error: 0.25),
        Goal(profile: .nmea, scenario: .blocks, error: 0.5), Goal(profile: .nmea, scenario: .trail, error: 0.5),
        Goal(profile: .biased, scenario: .road5k, error: 0.35), Goal(profile: .biased, scenario: .walk2k, error: 0.7),
        Goal(profile: .biased, scenario: .track5k, error: 1.1), Goal(profile: .nospeed, scenario: .track5k, error: 1),
        Goal(profile: .nospeed, scenario: .road5k, error: 0.6), Goal(profile: .nospeed, scenario: .blocks, error: 2.6),
        Goal(profile: .ubx, scenario: .track5k, error: 0.30, rate: 5),
        Goal(profile: .ubx, scenario: .road5k, error: 0.3, rate: 0.5),
    ]

    @Test(arguments: goals)
    func theDistanceIsRight(_ goal: Goal) {
        let count = goal.rate > 1 ? 4 : 10
        var sum = 0.0
        var within = 0
        for seed in 0..<UInt64(count) {
            let trial = Trial(goal.scenario, seed: 900 + seed, rate: goal.rate, profile: goal.profile)
            let figures = FlightFigures(trial, OwnNavigator.read(trial.observations))
            sum += abs(figures.errorPercent ?? 100)
            if figures.isWithinTwoSigma == true { within += 1 }
        }
        #expect(sum / Double(count) < goal.error)
        #expect(Double(within) / Double(count) >= 0.7)
    }

    @Test(arguments: [Profile.ubx, .nmea])
    func standingAddsNothing(_ profile: Profile) {
        var sum = 0.0
        for seed in 0..<UInt64(15) {
            let trial = Trial(.stand10, seed: 900 + seed, profile: profile)
            sum += OwnNavigator.read(trial.observations).last?.distance ?? 100
        }
        #expect(sum / 15 < 1)
    }
}
