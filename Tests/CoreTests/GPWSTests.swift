// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct GPWSTests {
    /// Beats for so long, a beat a second and 1 bpm up and down.
    private func beat(_ pilot: inout Pilot, _ rate: Double, for seconds: Int) {
        for second in 0..<seconds {
            pilot.time += 1
            pilot.beat(rate + Double(second % 2))
        }
    }

    @Test func theBandRuleJudgesOnlyAfterTheRunnerWasInsideIt() {
        var pilot = Pilot()
        var configuration = FlightConfiguration()
        configuration.gpws.detector = .band
        pilot.submit(.configuration(configuration))
        pilot.run(2, for: 10)
        pilot.start("pace=5:00,tolerance=15")
        pilot.run(2, for: 60)
        #expect(!pilot.calls.contains(.sinkRate))
        #expect(pilot.state.inhibits == [.notYetInside])
        pilot.run(3.333, for: 30)
        #expect(pilot.state.gpws == .normal)
        pilot.run(2, for: 30)
        #expect(pilot.state.gpws == .sinkRate)
        pilot.run(4.5, for: 30)
        #expect(pilot.state.gpws == .overspeed)
        #expect(pilot.calls.filter { [.sinkRate, .overspeed].contains($0) }.first == .sinkRate)
    }

    @Test func theHeartRateIsJudgedByTheMeanOfTenSeconds() {
        var pilot = Pilot()
        pilot.start("hr=150,tolerance=10")
        beat(&pilot, 150, for: 15)
        beat(&pilot, 138, for: 15)
        #expect(pilot.state.gpws == .sinkRate)
        beat(&pilot, 150, for: 20)
        beat(&pilot, 162, for: 15)
        #expect(pilot.state.gpws == .overspeed)
        beat(&pilot, 150, for: 20)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.map(\.reason) == [.cleared, .cleared])
        #expect(pilot.ended.map(\.kind) == [.sinkRate, .overspeed])
    }

    @Test func minimumsStandsAboveEverythingAndEndsAtTheTarget() {
        var pilot = Pilot()
        pilot.run(3.333, for: 10)
        pilot.start("pace=5:00,tolerance=15,distance=200m")
        pilot.run(3.333, for: 30)
        pilot.run(4.5, for: 10)
        #expect(pilot.state.gpws == .overspeed)
        pilot.run(4.5, for: 4)
        #expect(pilot.distance > 150)
        #expect(pilot.state.gpws == .minimums)
        #expect(pilot.ended.last?.reason == .superseded)
        pilot.run(4.5, for: 20)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.last?.reason == .targetReached)
        #expect(pilot.calls.suffix(2) == [.minimums, .targetReached])
        #expect(pilot.computer.phase == .cruise)
        pilot.run(2, for: 60)
        #expect(pilot.state.gpws == .normal)
    }

    @Test func minimumsIsCalledOnceEvenOverAHold() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start("pace=5:00,distance=200m")
        pilot.run(3, for: 55)
        pilot.command(.hold)
        #expect(pilot.state.gpws == .normal)
        pilot.command(.resume)
        pilot.run(3, for: 3)
        #expect(pilot.state.gpws == .minimums)
        #expect(pilot.calls.filter { $0 == .minimums }.count == 1)
    }

    @Test func nothingIsJudgedOnStaleOrMissingInput() {
        var pilot = Pilot()
        pilot.start("hr=150,tolerance=10")
        beat(&pilot, 170, for: 20)
        #expect(pilot.state.gpws == .overspeed)
        pilot.wait(3.5)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.last?.reason == .inputLost)
        var runner = Pilot()
        runner.run(3.333, for: 20)
        runner.start("pace=5:00,tolerance=15")
        runner.run(3.333, for: 30)
        runner.run(5, for: 20)
        #expect(runner.state.gpws == .overspeed)
        runner.wait(20)
        #expect(runner.state.gpws == .normal)
        #expect(runner.ended.last?.reason == .inputLost)
        #expect(!runner.calls.contains(.onTarget))
    }

    @Test func aMissionSetInTheAirIsJudgedFromItsBeginning() throws {
        var pilot = Pilot()
        pilot.start("hr=150,tolerance=10")
        beat(&pilot, 170, for: 20)
        pilot.command(.setMission(to: nil))
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.last?.reason == .missionChanged)
        beat(&pilot, 170, for: 20)
        #expect(pilot.state.gpws == .normal)
        pilot.command(.setMission(to: try Mission(spec: "hr=150,tolerance=10")))
        beat(&pilot, 170, for: 3)
        #expect(pilot.state.gpws == .overspeed)
    }

    @Test func nothingIsJudgedWhileHolding() {
        var pilot = Pilot()
        pilot.start("hr=150,tolerance=10")
        pilot.command(.hold)
        beat(&pilot, 170, for: 20)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.state.inhibits == [.holding])
        pilot.command(.resume)
        beat(&pilot, 170, for: 3)
        #expect(pilot.state.gpws == .overspeed)
    }
}
