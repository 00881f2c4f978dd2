// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct PhaseTests {
    @Test func countsDownAtItsOwnInstantsHoweverLateTheTimer() {
        var pilot = Pilot()
        pilot.start(immediately: false)
        #expect(pilot.computer.phase == .takeoff)
        pilot.wait(10)
        #expect(pilot.texts.prefix(4) == ["3", "2", "1", "ROTATE"])
        let instants = pilot.events.compactMap { event -> Int64? in
            if case .annunciation = event.body { event.at.nanoseconds / 1_000_000_000 } else { nil }
        }
        #expect(instants.prefix(4) == [0, 1, 2, 3])
        #expect(pilot.state.flight?.elapsed == Seconds(7))
        #expect(pilot.computer.phase == .cruise)
    }

    @Test func aStopInTheCountdownMakesNoFlight() {
        var pilot = Pilot()
        pilot.start(immediately: false)
        pilot.wait(1.5)
        pilot.command(.stop)
        pilot.wait(10)
        #expect(pilot.phases == [.takeoff, .preflight])
        #expect(pilot.summary == nil)
        #expect(pilot.computer.nextDeadline == nil)
    }

    @Test func commandsThatMakeNoSenseAreRefusedWithTheReason() {
        var pilot = Pilot()
        for action in [Command.Action.stop, .hold, .resume] { pilot.command(action) }
        #expect(pilot.refusals == [.notFlying, .notFlying, .notFlying])
        pilot.start()
        pilot.start()
        pilot.command(.resume)
        pilot.command(.hold)
        pilot.command(.hold)
        #expect(pilot.refusals.suffix(3) == [.alreadyFlying, .notHolding, .alreadyHolding])
        #expect(pilot.phases == [.takeoff, .cruise, .holding])
    }

    @Test func holdsCountInElapsedTimeButNeitherInSplitsNorInDistance() {
        var pilot = Pilot()
        pilot.run(4, for: 10)
        pilot.start()
        pilot.run(4, for: 125)
        pilot.command(.hold)
        pilot.run(1.5, for: 60)
        pilot.command(.resume)
        pilot.run(4, for: 130)
        pilot.command(.stop)
        #expect(abs((pilot.summary?.distance.rawValue ?? 0) - 1020) < 1.5)
        #expect(pilot.summary?.elapsed == Seconds(315))
        #expect(abs((pilot.summary?.moving.rawValue ?? 0) - 255) < 1e-6)
        #expect(pilot.splits.count == 2)
        #expect(abs(pilot.splits[0].duration.rawValue - 250) < 0.4)
        #expect(pilot.splits[1].distance < Metres(21))
    }

    @Test func aNewFlightForgetsTheLastOneAndKeepsTheMissionJustSet() throws {
        var pilot = Pilot()
        pilot.start("pace=5:00")
        pilot.run(3, for: 60)
        pilot.command(.stop)
        #expect(pilot.state.mission == nil)
        #expect(pilot.state.flight?.distance.rawValue ?? 0 > 100)
        let mission = try Mission(spec: "hr=150")
        pilot.command(.setMission(to: mission))
        pilot.start()
        #expect(pilot.state.mission == mission)
        #expect(pilot.state.flight?.distance == .zero)
        #expect(pilot.state.flight?.elapsed == .zero)
    }

    @Test func aFlightBelowTheMinimumIsKeptAndMarked() {
        var pilot = Pilot()
        pilot.start()
        pilot.run(3, for: 20)
        pilot.command(.stop)
        #expect(pilot.summary?.remarks == [.short])
    }

    @Test func aStartWithoutAFixIsAllowedAndSaid() {
        var pilot = Pilot()
        pilot.start()
        pilot.wait(30)
        #expect(pilot.calls.contains(.noFix))
        pilot.run(3, for: 40)
        pilot.command(.stop)
        // The first fix has no predecessor; from it on everything counts.
        #expect(abs((pilot.summary?.distance.rawValue ?? 0) - 117) < 0.5)
        #expect(pilot.calls.contains(.positionRegained))
    }

    @Test func aFlightWithoutAnyPositionSaysSo() {
        var pilot = Pilot()
        pilot.start()
        pilot.wait(600)
        pilot.command(.stop)
        #expect(pilot.summary?.remarks == [.short, .noPosition])
        #expect(pilot.summary?.elapsed == Seconds(600))
    }

    @Test func theStartIsLabelledWithCivilTime() {
        var pilot = Pilot()
        pilot.time = 100
        pilot.start()
        pilot.run(3, for: 5)
        pilot.command(.stop)
        #expect(pilot.summary?.startTime == UTCTime(secondsSince1970: Pilot.base + 100))
        #expect(pilot.summary?.isStartTrusted == true)
        #expect(pilot.summary?.utcOffset == 3600)
    }
}
