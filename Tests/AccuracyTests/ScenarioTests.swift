// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Glibc
import TestSupport
import Testing

/// What the runners of the simulation do.
struct ScenarioTests {
    private func run(_ scenario: Scenario, seed: UInt64) -> TrueRun {
        var random = SplitMix64(seed: seed)
        return TrueRun(scenario.plan(using: &random), using: &random)
    }

    @Test func aLapIsFourHundredMetresAndEndsWhereItBegan() {
        var random = SplitMix64(seed: 1)
        let path = Scenario.track5k.plan(using: &random).path
        #expect(abs(path.length / 13 - 400.001) < 0.001)
        let (start, end) = (path[0], path[path.length / 13 * 5])
        #expect(hypot(start.x - end.x, start.y - end.y) < 1e-9)
        #expect(abs(end.heading - start.heading - 10 * .pi) < 1e-9)
    }

    /// The way between points of the path, close together, is as long as the path says.
    @Test(arguments: Scenario.allCases)
    func thePathIsAsLongAsItSays(_ scenario: Scenario) {
        var random = SplitMix64(seed: 2)
        let path = scenario.plan(using: &random).path
        var length = 0.0
        for centimetres in stride(from: 0, to: Int(path.length * 100), by: 5) {
            let (here, there) = (path[Double(centimetres) / 100], path[Double(centimetres + 5) / 100])
            length += hypot(there.x - here.x, there.y - here.y)
            let angle = atan2(there.y - here.y, there.x - here.x)
            #expect(abs((angle - here.heading).remainder(dividingBy: 2 * .pi)) < 0.03)
        }
        #expect(abs(length - path.length) < 0.05 + 1e-3 * path.length)
    }

    @Test(
        arguments: [
            (.track5k, 5000), (.road5k, 5000), (.trail, 4000), (.walk2k, 2000), (.runStand5, 4000), (.tunnel, 4000),
            (.teleports, 4000), (.stand10, 0),
        ] as [(Scenario, Double)])
    func theWayIsAsLongAsItsName(_ scenario: Scenario, _ length: Double) {
        let ways = (1...20).map { run(scenario, seed: $0).moments.last?.distance ?? -1 }
        // The speed's wandering makes 1 % of it, stopping and starting some metres.
        #expect(ways.allSatisfy { abs($0 - length) <= 0.04 * length })
        #expect(abs(ways.mean - length) <= 0.01 * length)
    }

    @Test(arguments: Scenario.allCases)
    func nobodyRunsBeyondThePathNorFasterThanMenDo(_ scenario: Scenario) {
        for seed in 1...10 as ClosedRange<UInt64> {
            let run = run(scenario, seed: seed)
            let moments = run.moments
            if scenario != .stand10 { #expect((moments.last?.distance ?? .infinity) < run.plan.path.length) }
            #expect(moments.allSatisfy { (0..<7).contains($0.speed) })
            #expect(zip(moments, moments.dropFirst()).allSatisfy { abs($1.speed - $0.speed) <= 0.15 + 1e-12 })
            #expect(zip(moments, moments.dropFirst()).allSatisfy { $1.distance >= $0.distance })
            #expect(abs(run.duration - run.plan.duration) < 0.1 * Double(run.plan.legs.count + 1))
        }
    }

    @Test func redLightsAndRestsAreStood() {
        let rest = run(.runStand5, seed: 3)
        #expect(abs(Double(rest.moments.count { $0.speed == 0 }) * TrueRun.step - 300) < 5)
        let lights = (1...20).map { seed in
            run(.blocks, seed: seed).plan.legs.filter { $0.speed == 0 }.map(\.duration)
        }
        #expect(lights.joined().allSatisfy { (15...45).contains($0) })
        // Six in ten of the nine or ten stretches end at one.
        #expect((4...8).contains(lights.map { Double($0.count) }.mean))
        #expect(run(.intervals, seed: 3).moments[0].speed < 0.2)
    }

    @Test func theSpeedWandersAsRunnersDo() {
        var random = SplitMix64(seed: 4)
        let run = TrueRun(Plan(path: Path(heading: 0), legs: [Plan.Leg(40_000, at: 3)]), using: &random)
        let wander = run.moments.map { $0.speed / 3 - 1 }
        #expect(abs(wander.mean) < 0.003)
        #expect(abs(wander.deviation - 0.03) < 0.003)
        #expect(abs(wander.correlation(after: 200) - exp(-1)) < 0.08)
    }
}
