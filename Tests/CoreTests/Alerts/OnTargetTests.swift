// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// ON TARGET is said when a band that was called is kept again, and at no other end.
struct OnTargetTests {
    private func overspeeding() -> Pilot {
        var pilot = Pilot.cruising()
        pilot.run(pace: 270, until: .overspeed)
        return pilot
    }

    private func hasNone(_ pilot: Pilot) -> Bool {
        !pilot.calls.contains(.onTarget) && !pilot.withheld.contains { $0.kind == .onTarget }
    }

    @Test func afterACallItIsSaidOnce() {
        var pilot = overspeeding()
        pilot.run(pace: 300, for: 60)
        #expect(pilot.judgements == [.overspeed, .onTarget])
        #expect(pilot.ended.map(\.reason) == [.cleared])
        #expect(pilot.times(of: .onTarget) == pilot.ended.compactMap(\.end?.seconds))
        #expect(pilot.texts.last == "ON TARGET")
    }

    @Test func whatWasHeardIsStillFollowedByIt() {
        var pilot = overspeeding()
        pilot.command(.acknowledge)
        pilot.run(pace: 300, for: 60)
        #expect(pilot.judgements == [.overspeed, .onTarget])
    }

    @Test func notAfterAnAlertThatWasNotCalled() {
        var pilot = Pilot.cruising()
        pilot.command(.mute(for: Seconds(300)))
        pilot.run(pace: 270, for: 30)
        #expect(pilot.state.gpws == .overspeed)
        pilot.run(pace: 300, for: 60)
        #expect(pilot.ended.map(\.reason) == [.cleared])
        #expect(hasNone(pilot))
        #expect(pilot.withheld.contains(Withheld(.overspeed, .muted)))
    }

    @Test func notWhenPositionsAreLost() {
        var pilot = overspeeding()
        pilot.wait(10)
        #expect(pilot.ended.map(\.reason) == [.inputLost])
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.texts.last == "GPS LOST")
        pilot.run(pace: 300, for: 30)
        #expect(hasNone(pilot))
    }

    @Test(arguments: PaceCallTests.detectors)
    func notWhenItHolds(_ detector: GPWSConfiguration.Detector) {
        var pilot = Pilot.cruising("pace=5:00", GPWSConfiguration(detector: detector))
        pilot.run(pace: 270, until: .overspeed)
        pilot.command(.hold)
        #expect(pilot.ended.map(\.reason) == [.holding])
        pilot.run(pace: 300, for: 20)
        pilot.command(.resume)
        pilot.run(pace: 300, for: 30)
        #expect(hasNone(pilot))
    }

    @Test func notWhenHeStands() {
        var pilot = overspeeding()
        pilot.change(from: 1000 / 270, to: 0, over: 1)
        pilot.run(0, for: 20)
        #expect(pilot.ended.count == 1)
        #expect(pilot.ended.first?.reason == .standing)
        #expect(hasNone(pilot))
    }

    @Test func notWhenTheMissionIsAnother() throws {
        for spec in ["pace=4:30", "hr=150", nil] {
            var pilot = overspeeding()
            try pilot.set(spec)
            #expect(pilot.ended.map(\.reason) == [.missionChanged])
            pilot.run(pace: 270, for: 30)
            #expect(hasNone(pilot))
        }
    }

    @Test func notWhenItIsSwitchedOff() {
        var pilot = overspeeding()
        pilot.command(.inhibit(true))
        #expect(pilot.ended.map(\.reason) == [.inhibited])
        pilot.run(pace: 300, for: 30)
        pilot.command(.inhibit(false))
        pilot.run(pace: 300, for: 30)
        #expect(hasNone(pilot))
    }

    @Test func notAtTouchdown() {
        var pilot = overspeeding()
        pilot.command(.stop)
        pilot.wait(30)
        #expect(pilot.ended.map(\.reason) == [.touchdown])
        #expect(hasNone(pilot))
    }

    @Test func notWhenMinimumsTakesItsPlace() {
        var pilot = Pilot.cruising("pace=5:00,distance=300m")
        pilot.run(pace: 270, until: .overspeed)
        pilot.run(pace: 270, for: 60)
        #expect(pilot.ended.first?.reason == .superseded)
        #expect(hasNone(pilot))
    }
}
