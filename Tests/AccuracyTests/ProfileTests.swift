// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Glibc
import RunwayModel
import Testing

/// What each kind of receiver says, and when.
struct ProfileTests {
    @Test(arguments: [0.2, 0.5, 1, 3, 5, 10] as [Double])
    func anyRateIsPossible(_ rate: Double) {
        let trial = Trial(.stand10, seed: 1, rate: rate, profile: .nmea)
        #expect(trial.observations.count == trial.truth.count)
        #expect(abs(Double(trial.truth.count) - 600 * rate) <= 1)
        #expect(trial.truth[1].time == 1 / rate)
        let fix = trial.observations[0].fix
        #expect(abs((fix.speedError?.rawValue ?? 0) - 2 * rate * (fix.eastError?.rawValue ?? 0)) < 1e-9)
        #expect((0.7 * 12...1.1 * 12).contains(fix.eastError?.rawValue ?? 0))
    }

    @Test func sentencesHaveStepsAndNoTrackAtStandstill() {
        let standing = Trial(.stand10, seed: 2, profile: .nmea).observations
        let step = 0.01 * 1852 / 3600
        #expect(standing.allSatisfy { abs(($0.speed / step) - ($0.speed / step).rounded()) < 1e-6 })
        #expect(standing.contains { !$0.hasTrack })
        #expect(standing.allSatisfy { $0.hasTrack == ($0.speed > 0.2) || abs($0.speed - 0.2) < step })
        let running = Trial(.road5k, seed: 2, profile: .nmea).observations
        #expect(running.allSatisfy { $0.hasTrack && $0.hasSpeed })
        #expect(running.allSatisfy { ($0.fix.speedError?.rawValue ?? 0) > 16 })
        #expect(Trial(.road5k, seed: 2, profile: .nospeed).observations.allSatisfy { !$0.hasTrack && !$0.hasSpeed })
    }

    @Test func aBinaryReceiverKnowsItsErrors() {
        for seed in 1...10 as ClosedRange<UInt64> {
            let trial = Trial(.road5k, seed: seed, profile: .ubx)
            let ratio = trial.observations[0].error / trial.errors.position.deviation()
            #expect((0.6...2).contains(ratio))
            #expect(trial.observations.allSatisfy { (0.04...1.2).contains($0.fix.speedError?.rawValue ?? 0) })
        }
    }

    @Test func aBiasedReceiverUnderreads() {
        let scales = (1...200).map { Trial(.stand10, seed: $0, rate: 0.2, profile: .biased).errors.scale }
        #expect(abs(scales.mean - 0.955) < 0.005)
        #expect(abs(scales.deviation - 0.02) < 0.004)
        let models = (1...200).map { Trial(.stand10, seed: $0, rate: 0.2).errors }
        #expect(models.allSatisfy { $0.scale == 1 && $0.lag <= 0.4 && $0.lag > 0 })
        // Evenly drawn: 1.5 to 5 m with 0.3 to 1 m, and 0.05 to 0.3 m/s.
        #expect(abs(models.map { $0.position[0].deviation }.mean - 3.25) < 0.25)
        #expect(abs(models.map { $0.velocity.deviation() }.mean - 0.175) < 0.02)
    }

    @Test func aTunnelHasNoFixes() {
        for seed in 1...10 as ClosedRange<UInt64> {
            let observations = Trial(.tunnel, seed: seed).observations
            let dark = observations.filter { !$0.hasPosition }
            #expect((44...91).contains(dark.count))
            #expect(dark.allSatisfy { $0.fix.position == nil && !$0.hasSpeed && $0.fix.mode == .noFix })
            #expect((dark.last?.time ?? 0) - (dark.first?.time ?? 0) == Double(dark.count - 1))
        }
    }

    @Test func teleportsJumpAndEpochsAreSaidAgain() {
        for seed in 1...10 as ClosedRange<UInt64> {
            let trial = Trial(.teleports, seed: seed)
            let steps = zip(trial.observations, trial.observations.dropFirst())
            #expect((8...28).contains(steps.count { $1.way(from: $0) > 15 }))
            #expect((5...8).contains(steps.count { $1.time == $0.time }))
            #expect(steps.allSatisfy { $1.at >= $0.at })
            #expect(trial.observations.contains { $0.speed > 8 })
        }
    }

    @Test func aSeedIsARun() {
        for scenario in Scenario.allCases {
            let (first, again) = (Trial(scenario, seed: 1), Trial(scenario, seed: 1))
            #expect(first.observations.map(\.fix) == again.observations.map(\.fix))
            #expect(first.truth == again.truth)
            #expect(first.observations.map(\.fix) != Trial(scenario, seed: 2).observations.map(\.fix))
            // Another receiver, and another rate, on the same run.
            #expect(first.truth == Trial(scenario, seed: 1, profile: .nmea).truth)
            #expect(
                Trial(scenario, seed: 1, rate: 5).truth.enumerated().allSatisfy { index, truth in
                    !index.isMultiple(of: 5) || index / 5 >= first.truth.count
                        || abs(truth.distance - first.truth[index / 5].distance) < 1e-9
                })
        }
    }

    @Test func errorsCanBeSet() {
        let trial = Trial(.track5k, seed: 1) { $0 = .none }
        #expect(trial.errors == .none)
        let exact = TwoPoints.lengths(trial.observations).mean
        #expect(abs(exact * Double(trial.observations.count - 1) / 5000 - 1) < 0.05)
    }

    private enum TwoPoints {
        static func lengths(_ observations: [Observation]) -> [Double] {
            zip(observations, observations.dropFirst()).map { $1.way(from: $0) }
        }
    }
}
