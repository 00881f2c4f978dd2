// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Glibc
import RunwayModel
import TestSupport
import Testing

/// Whether the simulated receivers err as they are told to.
struct ReceiverTests {
    /// Straight on at a steady speed, as nearly as runners do.
    private static func straight(_ seconds: Double, speed: Double = 3, heading: Double = 0.7) -> TrueRun {
        var random = SplitMix64(seed: 11)
        var plan = Plan(path: Path(heading: heading), legs: [Plan.Leg(seconds, at: speed)])
        plan.reflections = 0
        return TrueRun(plan, using: &random)
    }

    private func trial(
        _ run: TrueRun, _ errors: ErrorModel, rate: Double = 1, report: Report = .binary, seed: UInt64 = 5
    ) -> Trial {
        var random = SplitMix64(seed: seed)
        return Trial(run, rate: rate, errors: errors, report: report, using: &random)
    }

    /// Position errors along the path's direction and across it.
    private func errors(_ trial: Trial, _ run: TrueRun) -> (along: [Double], across: [Double]) {
        let errors = trial.observations.map { observation in
            let point = run.moment(at: observation.time).point
            let (dx, dy) = (observation.x - point.x, observation.y - point.y)
            let (sine, cosine) = (sin(point.heading), cos(point.heading))
            return (dx * cosine + dy * sine, dy * cosine - dx * sine)
        }
        return (errors.map(\.0), errors.map(\.1))
    }

    private func speedErrors(_ trial: Trial) -> [Double] {
        zip(trial.observations, trial.truth).map { $0.speed - $1.speed }
    }

    @Test func withoutErrorsItTellsTheTruth() {
        let run = ReceiverTests.straight(300)
        let exact = trial(run, .none, rate: 3)
        #expect(exact.observations.count == 900)
        let (along, across) = errors(exact, run)
        #expect((along + across).allSatisfy { abs($0) < 1e-9 })
        for (observation, truth) in zip(exact.observations, exact.truth) {
            #expect(abs(observation.speed - truth.speed) < 0.02)
            #expect(abs(observation.heading - 0.7) < 1e-6)
            let fix = observation.fix
            let point = Trial.frame.point(latitude: fix.latitude ?? .zero, longitude: fix.longitude ?? .zero)
            #expect(hypot(point.x - observation.x, point.y - observation.y) < 0.002)
        }
    }

    @Test func positionErrorsHaveTheDeviationAndTheMemoryAskedFor() {
        let run = ReceiverTests.straight(40_000)
        for (deviation, memory) in [(3.0, 30.0), (1.5, 100)] {
            let model = ErrorModel(position: [Noise(deviation, .correlated(memory))], velocity: [])
            let (along, across) = errors(trial(run, model), run)
            for errors in [along, across] {
                #expect(abs(errors.mean) < 0.5)
                #expect(abs(errors.deviation / deviation - 1) < 0.15)
                #expect(abs(errors.correlation(after: Int(memory)) - exp(-1)) < 0.1)
            }
        }
        let white = errors(trial(run, ErrorModel(position: [Noise(0.8, .white)], velocity: [])), run).along
        #expect(abs(white.deviation - 0.8) < 0.02)
        #expect(abs(white.correlation(after: 1)) < 0.03)
    }

    @Test func aWalkGoesWithTheRootOfTime() {
        let run = ReceiverTests.straight(400)
        let model = ErrorModel(position: [Noise(0.3, .walking)], velocity: [])
        let ends = (1...300).map { seed in errors(trial(run, model, rate: 0.2, seed: seed), run) }
        #expect(ends.allSatisfy { $0.along[0] == 0 })
        #expect(abs(ends.map { $0.along[20] }.deviation / 3 - 1) < 0.15)
        #expect(abs(ends.map { $0.across[79] }.deviation / (0.3 * 395.0.squareRoot()) - 1) < 0.15)
        #expect(abs([Noise(0.3, .walking), Noise(4, .white)].deviation(after: 100) - 5) < 1e-12)
    }

    /// A filter on positions makes them late by its time constant, and their white errors small and lasting.
    @Test func filteredPositionsAreLateAndSmooth() {
        let run = ReceiverTests.straight(20_000)
        var model = ErrorModel(position: [Noise(2, .white)], velocity: [])
        model.smoothing = 4
        let (along, across) = errors(trial(run, model), run)
        #expect(abs(Array(along.dropFirst(60)).mean + 3 * 4) < 0.5)
        // A first-order filter over n steps: the variance falls to 1/(2n).
        #expect(abs(across.deviation / (2 / 80.0.squareRoot()) - 1) < 0.1)
        #expect(abs(across.correlation(after: 4) - exp(-1)) < 0.1)
    }

    @Test func velocityErrorsAreAsAskedFor() {
        let run = ReceiverTests.straight(40_000)
        let truth = trial(run, .none).truth
        let model = ErrorModel(position: [], velocity: [Noise(0.06, .correlated(3)), Noise(0.08, .white)])
        let errors = speedErrors(trial(run, model))
        #expect(abs(errors.deviation - 0.1) < 0.004)
        #expect(abs(errors.correlation(after: 3) - 0.36 * exp(-1)) < 0.03)
        var biased = ErrorModel.none
        biased.scale = 0.955
        let speeds = trial(run, biased).observations.map(\.speed)
        #expect(abs(speeds.mean / truth.map(\.speed).mean - 0.955) < 1e-3)
    }

    @Test func aLagIsSeenAtAStart() {
        var random = SplitMix64(seed: 6)
        let plan = Plan(path: Path(heading: 1), legs: [Plan.Leg(60, at: 0), Plan.Leg(60, at: 4)])
        var errors = ErrorModel.none
        errors.lag = 1.2
        let run = TrueRun(plan, using: &random)
        let trial = Trial(run, rate: 10, errors: errors, report: .binary, using: &random)
        let shown = trial.observations.map { Reading(distance: 0, speed: $0.speed) }
        #expect(abs(Lag.ofSpeed(trial.truth, shown) - 1.2) < 0.25)
    }

    @Test func jitterShowsAlongTheWay() {
        let run = ReceiverTests.straight(5000)
        var model = ErrorModel.none
        model.jitter = 0.1
        let (along, across) = errors(trial(run, model), run)
        #expect(abs(along.deviation - 0.3) < 0.03)
        #expect(across.deviation < 1e-6)
    }

    @Test func reflectionsShiftPositionsAndSpoilSpeeds() {
        var random = SplitMix64(seed: 7)
        var plan = Plan(path: Path(heading: 0), legs: [Plan.Leg(36_000, at: 3)])
        plan.reflections = 0.5
        let run = TrueRun(plan, using: &random)
        var model = ErrorModel(position: [], velocity: [Noise(0.1, .white)])
        model.reflectionNoise = 4
        let shifted = Trial(run, rate: 1, errors: model, report: .binary, using: &random)
        let (along, across) = errors(shifted, run)
        let shifts = zip(along, across).map { hypot($0, $1) }
        // Half a minute's worth of nine seconds each.
        let share = Double(shifts.count { $0 > 0 }) / 36_000
        #expect(abs(share - 0.075) < 0.015)
        #expect((8.0...16).contains(shifts.filter { $0 > 3 }.mean))
        let speedErrors = speedErrors(shifted)
        let (inside, outside) = (shifts.indices.filter { shifts[$0] > 0 }, shifts.indices.filter { shifts[$0] == 0 })
        #expect(abs(inside.map { speedErrors[$0] }.deviation - 0.4) < 0.04)
        #expect(abs(outside.map { speedErrors[$0] }.deviation - 0.1) < 0.01)
        #expect(Set(shifted.observations.map { $0.fix.speedError?.rawValue }).count == 2)
    }

    @Test func receiptsComeAfterTheirEpochsAndInOrder() {
        var model = ErrorModel.none
        model.delay = 0.1...1.7
        let observations = trial(ReceiverTests.straight(600), model).observations
        let delays = observations.map { ($0.at - observations[0].at).rawValue - $0.time }
        #expect(delays.deviation > 0.3)
        #expect(zip(observations, observations.dropFirst()).allSatisfy { $0.at <= $1.at })
    }
}
