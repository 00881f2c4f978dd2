// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

/// The flight computer is never asked at an instant that has passed, for `step` would run it for ever.
struct DeadlineTests {
    /// Onsets that are not over when the flight is: nobody looks after them then.
    private static func pending(_ pilot: Pilot) -> [Annunciation.Kind] {
        pilot.computer.annunciator.held.filter { $0.lit == nil }.map(\.kind)
    }

    private static func withoutContact() -> Pilot {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        for second in 0..<20 {
            pilot.run(3, for: 1)
            pilot.beat(140 + Double(second % 2))
        }
        pilot.time += 0.5
        pilot.beat(141, contact: false)
        return pilot
    }

    @Test func anOnsetThatTheLandingCutsShortIsForgotten() throws {
        var pilot = DeadlineTests.withoutContact()
        #expect(DeadlineTests.pending(pilot) == [.contactLost])
        pilot.command(.stop)
        // Otherwise the next step would never return.
        try #require(DeadlineTests.pending(pilot).isEmpty)
        pilot.wait(30)
        #expect(!pilot.calls.contains(.contactLost))
        #expect(pilot.computer.nextDeadline.map { $0 > pilot.now } ?? true)
    }

    @Test func anOnsetThatTheEndOfTheCountdownCutsShortIsForgotten() throws {
        var pilot = Pilot()
        for second in 0..<20 {
            pilot.run(3, for: 1)
            pilot.beat(140 + Double(second % 2))
        }
        pilot.start(immediately: false)
        pilot.time += 0.5
        pilot.beat(141, contact: false)
        #expect(DeadlineTests.pending(pilot) == [.contactLost])
        pilot.command(.stop)
        #expect(pilot.computer.phase == .preflight)
        try #require(DeadlineTests.pending(pilot).isEmpty)
        pilot.wait(30)
        #expect(pilot.computer.nextDeadline.map { $0 > pilot.now } ?? true)
    }

    @Test func anOnsetGoesOnInAHold() {
        var pilot = DeadlineTests.withoutContact()
        pilot.command(.hold)
        pilot.wait(3)
        #expect(pilot.state.lamps.map(\.kind) == [.contactLost])
    }

    // After the landing and before the next flight

    @Test func afterTheLandingNoLampTellsWhatNoLongerHolds() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 20)
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
        #expect(pilot.state.lamps.map(\.kind) == [.positionLost])
        pilot.command(.stop)
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
        pilot.run(3, for: 60)
        #expect(pilot.state.gps.state == .fix)
        #expect(pilot.state.lamps.isEmpty)
    }

    /// GPS LOST waits for the end of a call, and the flight ends meanwhile.
    @Test func afterTheLandingNothingIsSaidButTouchdown() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 20)
        pilot.command(.hold)
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
        pilot.time += 0.1
        pilot.command(.stop)
        for _ in 0..<30 { pilot.wait(1) }
        #expect(pilot.calls == [.rotate, .hold, .touchdown])
    }

    /// The next flight begins while TOUCHDOWN is said: its call cuts that off and says so.
    @Test func theNextFlightCutsOffTheLanding() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 60)
        pilot.command(.stop)
        pilot.time += 0.2
        pilot.start()
        #expect(pilot.calls == [.rotate, .touchdown, .rotate])
        let last = pilot.events.compactMap { if case .annunciation(let call) = $0.body { call } else { nil } }.last
        #expect(last?.interrupts == true)
        #expect(pilot.withheld == [Withheld(.touchdown, .interrupted)])
    }

    /// The next flight begins while TOUCHDOWN waits for the voice: it is withheld, and that is told.
    @Test func whatTheNextFlightTakesAwayIsTold() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.time += 0.1
        pilot.command(.stop)
        #expect(pilot.calls == [.rotate])
        pilot.time += 0.1
        pilot.start()
        #expect(pilot.withheld.map(\.kind).contains(.touchdown))
    }
}
