// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Glibc
import RunwayModel
import Testing

/// Whether the simulated runner wanders and his receiver errs as they are told to.
struct AlertRunTests {
    private static let target = 1000.0 / 300

    private func runs(_ setup: AlertRun.Setup, _ count: UInt64) -> [AlertRun] {
        (1...count).map { AlertRun(setup, seed: $0) }
    }

    /// A filter of 1 s on what is forgotten in 20 s takes 2 % off its deviation.
    @Test(arguments: [1, 5] as [Double])
    func theRunnerWandersAboutHisTarget(_ rate: Double) {
        let runs = runs(AlertRun.Setup(noise: 0.1, rate: rate), rate > 1 ? 16 : 40)
        let wander = runs.flatMap { $0.moments.map { $0.speed / AlertRunTests.target - 1 } }
        #expect(abs(wander.mean) < 0.001)
        #expect(abs(wander.deviation / 0.0118 - 1) < 0.05)
        #expect(abs(wander.correlation(after: Int(20 * rate)) - exp(-1)) < 0.06)
        #expect(abs(wander.correlation(after: Int(60 * rate))) < 0.12)
    }

    @Test(arguments: [(0.05, 1), (0.2, 1), (0.1, 5)] as [(Double, Double)])
    func speedsErrAsAskedFor(_ noise: Double, _ rate: Double) {
        let runs = runs(AlertRun.Setup(noise: noise, rate: rate), rate > 1 ? 8 : 30)
        let errors = runs.flatMap { run in zip(run.observations, run.moments).map { $0.speed - $1.speed } }
        #expect(abs(errors.mean) < 0.05 * noise)
        #expect(abs(errors.deviation / noise - 1) < 0.03)
        for seconds in [1, 4] as [Double] {
            let memory = 0.36 * exp(-seconds / 4)
            #expect(abs(errors.correlation(after: Int(seconds * rate)) - memory) < 0.03)
        }
        let next = rate > 1 ? 0.36 * exp(-0.05) : 0.36 * exp(-0.25)
        #expect(abs(errors.correlation(after: 1) - next) < 0.03)
    }

    @Test func positionsErrAsTheReceiverSays() {
        let runs = runs(AlertRun.Setup(noise: 0.1), 60)
        var (errors, told): ([Double], [Double]) = ([], [])
        for run in runs {
            let error = run.observations[0].error
            told.append(error)
            for (observation, moment) in zip(run.observations, run.moments) {
                errors.append((observation.x - moment.point.x) / error)
                #expect(observation.error == error)
            }
            for (observation, moment) in zip(run.observations, run.moments) {
                errors.append((observation.y - moment.point.y) / error)
            }
        }
        #expect(told.allSatisfy { (1.5...5).contains($0) })
        #expect(abs(told.mean - 3.25) < 0.35)
        // 0.4 m of white noise are 1 to 7 % more, in the mean 1.1 %.
        #expect(abs(errors.deviation - 1.011) < 0.06)
        #expect(abs(errors.correlation(after: 40) - exp(-1)) < 0.06)
        #expect(abs(errors.correlation(after: 1) - 0.955) < 0.01)
    }

    @Test func aStepTakesASecondAndLastsTwoMinutes() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let run = AlertRun(AlertRun.Setup(noise: 0, rate: 5, step: 10, wander: 0), seed: seed)
            let step = try #require(run.stepTime)
            #expect((240..<300).contains(step))
            #expect(run.moments.count == 3000)
            for moment in run.moments {
                let share = (moment.speed / AlertRunTests.target - 1) / 0.1
                let since = moment.time - step
                // The first epoch of the new speed sees a fifth of a second of it already.
                let low = since < 0 ? 0 : since < 120 ? 1 - exp(-since) : exp(-(since - 120 + 0.2))
                let high = since < 0 ? 0 : since < 120 ? 1 - exp(-since - 0.2) : exp(-(since - 120))
                #expect((low - 1e-9...high + 1e-9).contains(share))
            }
        }
        #expect(AlertRun(AlertRun.Setup(noise: 0.1), seed: 1).stepTime == nil)
    }

    @Test func theWayIsACircuit() throws {
        let run = AlertRun(AlertRun.Setup(noise: 0, wander: 0), seed: 3)
        // 900 s are a lap.
        let (start, lap, half) = (run.moments[0].point, run.moments[900].point, run.moments[450].point)
        #expect(hypot(lap.x - start.x, lap.y - start.y) < 1e-6)
        #expect(abs(hypot(half.x - start.x, half.y - start.y) - 3000 / .pi) < 1e-6)
        #expect(abs(run.moments[1799].distance - 1799 * AlertRunTests.target) < 1e-6)
        for (observation, moment) in zip(run.observations, run.moments) {
            let fix = observation.fix
            let (latitude, longitude) = (try #require(fix.latitude), try #require(fix.longitude))
            let point = Trial.frame.point(latitude: latitude, longitude: longitude)
            #expect(hypot(point.x - observation.x, point.y - observation.y) < 0.01)
            let turn = (observation.heading - moment.point.heading).remainder(dividingBy: 2 * .pi)
            #expect(abs(turn) < 1e-9)
            #expect((observation.at - run.observations[0].at).rawValue == moment.time)
        }
    }

    /// What differs is what is asked to differ: comparisons are of the same runs.
    @Test func theSameSeedIsTheSameRun() {
        let setup = AlertRun.Setup(noise: 0.1)
        let run = AlertRun(setup, seed: 4)
        #expect(AlertRun(setup, seed: 4).observations.map(\.fix) == run.observations.map(\.fix))
        #expect(AlertRun(setup, seed: 5).moments[9].speed != run.moments[9].speed)

        let loud = AlertRun(AlertRun.Setup(noise: 0.3, inventsErrors: true), seed: 4)
        #expect(loud.moments == run.moments)
        for (one, other) in zip(run.observations, loud.observations) {
            let truth = run.moments[Int(one.time)].speed
            #expect(abs(3 * (one.speed - truth) - (other.speed - truth)) < 1e-9)
            #expect(one.x == other.x && one.y == other.y)
        }
    }

    /// The generator's own neighbouring seeds are the same numbers, a place on, and two of them make one error.
    @Test(arguments: [1, 2] as [UInt64])
    func neighbouringSeedsAreOtherRuns(_ step: UInt64) {
        let errors = [4, 4 + step].map { seed in
            let run = AlertRun(AlertRun.Setup(noise: 1), seed: seed)
            return zip(run.observations, run.moments).map { $0.speed - $1.speed }
        }
        for shift in 0...3 {
            for (one, other) in [(errors[0], errors[1]), (errors[1], errors[0])] {
                let products = zip(one, other.dropFirst(shift)).map { $0 * $1 }
                #expect(abs(products.mean) < 0.15)
            }
        }
    }

    @Test func errorsAreToldOrInvented() {
        let told = AlertRun(AlertRun.Setup(noise: 0.1), seed: 1).observations[7].fix
        #expect(abs((told.speedError?.rawValue ?? 0) - 0.12) < 1e-12)
        for rate in [1, 5] as [Double] {
            let setup = AlertRun.Setup(noise: 0.1, rate: rate, inventsErrors: true)
            let fix = AlertRun(setup, seed: 1).observations[7].fix
            #expect(fix.eastError == Metres(12) && fix.northError == Metres(12))
            #expect(fix.speedError == MetresPerSecond(24 * rate))
        }
    }
}
