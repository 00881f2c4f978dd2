// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// A heart rate that leaves its band, and comes back.
struct HeartRateAlertTests {
    /// On a flight of 150 ± 10 with 155 for so long, which is in the band.
    private func beating(_ rate: Double = 155, for duration: Int = 20, _ spec: String = "hr=150") -> Pilot {
        var pilot = Pilot()
        pilot.start(spec)
        pilot.pulse(rate, for: duration)
        return pilot
    }

    @Test func theMeanOfTenSecondsIsJudged() {
        var pilot = beating()
        pilot.pulse(164, for: 20)
        // Of the eleven values of ten seconds seven are 164 when their mean is above 160: 155 + 9 · 7 / 11 = 160.7. Two
        // seconds later it is called, just before the tenth comes: 155 + 9 · 8 / 11 = 161.5.
        #expect(pilot.began.map(\.kind) == [.overspeed])
        #expect(pilot.began.first?.start.seconds == 29)
        #expect(pilot.began.first?.value.map { abs($0 - (155 + 72.0 / 11)) < 1e-9 } ?? false)
        #expect(pilot.began.first?.deviation.map { abs($0 - (5 + 72.0 / 11)) < 1e-9 } ?? false)
        #expect(pilot.judgements == [.overspeed])
    }

    @Test func oneHighValueIsNoAlert() {
        var pilot = beating()
        pilot.pulse(168, for: 1)
        pilot.pulse(156, for: 30)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.reasons["heartRateImplausible"] == nil)
    }

    @Test func itEndsTwoBeatsInsideTheBand() {
        var pilot = beating()
        pilot.pulse(166, for: 20)
        #expect(pilot.state.gpws == .overspeed)
        pilot.pulse(159, for: 60)
        #expect(pilot.state.gpws == .overspeed)
        pilot.pulse(157, for: 15)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.map(\.reason) == [.cleared])
        #expect(pilot.judgements == [.overspeed, .onTarget])
    }

    @Test func beyondTwiceTheToleranceItIsAWarningUntilItIsBack() {
        var pilot = beating()
        pilot.pulse(166, for: 30)
        #expect(pilot.lamp(.overspeed)?.severity == .caution)
        pilot.pulse(175, for: 30)
        #expect(pilot.lamp(.overspeed)?.severity == .warning)
        pilot.pulse(164, for: 30)
        #expect(pilot.lamp(.overspeed)?.severity == .warning)
        pilot.pulse(155, for: 30)
        #expect(pilot.ended.map(\.severity) == [.warning])
    }

    @Test func standingDoesNotHinderIt() {
        var pilot = beating()
        pilot.run(pace: 300, heart: 155, for: 30)
        pilot.run(pace: 300, heart: 166, for: 10)
        for _ in 0..<20 {
            pilot.run(0, for: 1)
            pilot.pulse(166)
        }
        #expect(pilot.state.gpws == .overspeed)
        #expect(pilot.judgements == [.overspeed])
    }

    @Test func holdingDoes() {
        var pilot = beating()
        pilot.command(.hold)
        pilot.pulse(167, for: 60)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits == [.holding])
        pilot.command(.resume)
        pilot.pulse(167, for: 5)
        #expect(pilot.began.map(\.kind) == [.overspeed])
    }

    // Warm-up

    @Test(arguments: [60.0, 180, 600])
    func belowTheBandItIsNotCalledBeforeTheBodyIsWarm(_ warmUp: Double) {
        var pilot = Pilot(configuration: FlightConfiguration(gpws: GPWSConfiguration(warmUp: Seconds(warmUp))))
        pilot.start("hr=150")
        pilot.pulse(120, for: Int(warmUp) - 1)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits == [.warmUp])
        pilot.pulse(120, for: 6)
        #expect(pilot.began.map(\.kind) == [.sinkRate])
        #expect(pilot.times(of: .sinkRate).first.map { $0 >= warmUp + 2 && $0 <= warmUp + 3 } ?? false)
    }

    @Test func onceInTheBandTheBodyIsWarm() {
        var pilot = Pilot()
        pilot.start("hr=150")
        pilot.pulse(120, for: 20)
        for rate in [130.0, 138, 146] { pilot.pulse(rate, for: 10) }
        #expect(pilot.state.inhibits.isEmpty)
        pilot.pulse(136, for: 20)
        #expect(pilot.time < 180)
        #expect(pilot.judgements == [.sinkRate])
    }

    @Test func aboveItIsCalledAtOnce() {
        var pilot = Pilot()
        pilot.start("hr=150")
        pilot.pulse(170, for: 10)
        #expect(pilot.judgements == [.overspeed])
    }

    // A strap that is lost

    @Test func aStrapLostWhileItIsCalledClearsTheLevel() {
        var pilot = beating()
        pilot.pulse(166, for: 20)
        let last = pilot.time
        pilot.wait(untilDeadlineFor: 120)
        #expect(pilot.ended.map(\.reason) == [.inputLost])
        #expect(pilot.ended.first?.end?.seconds == last + 3)
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.lit == [.heartRateLost])
        #expect(pilot.times(of: .heartRateLost) == [last + 5])
        #expect(!pilot.calls.contains(.onTarget))
    }

    @Test func aLinkThatFallsClearsItAtOnce() {
        var pilot = beating()
        pilot.pulse(166, for: 20)
        pilot.link(.heartRate, .down, "closed")
        #expect(pilot.ended.map(\.reason) == [.inputLost])
        for _ in 0..<20 {
            pilot.wait(2)
            pilot.link(.heartRate, .connecting)
            pilot.wait(2)
            pilot.link(.heartRate, .down, "closed")
        }
        #expect(pilot.count(of: .heartRateLost) == 1)
        #expect(pilot.texts.filter { $0 == "HEART RATE LOST" }.count == 1)
        pilot.link(.heartRate, .up)
        pilot.pulse(166, for: 20)
        #expect(pilot.texts.filter { $0 == "HEART RATE BACK" }.count == 1)
        #expect(pilot.lit == [.overspeed])
    }

    @Test func withoutSkinContactThatIsSaidInstead() {
        var pilot = beating()
        pilot.pulse(166, for: 20)
        let begin = pilot.time
        pilot.pulse(90, for: 20, contact: false)
        #expect(pilot.lit == [.contactLost])
        #expect(pilot.times(of: .contactLost) == [begin + 4])
        #expect(pilot.texts.last == "NO SKIN CONTACT")
        #expect(pilot.ended.map(\.reason) == [.inputLost])
        pilot.wait(untilDeadlineFor: 60)
        #expect(pilot.lit == [.contactLost])
        #expect(!pilot.calls.contains(.heartRateLost))
        pilot.pulse(155, for: 20)
        #expect(pilot.lit.isEmpty)
        #expect(!pilot.calls.contains(.heartRateRegained))
        #expect(pilot.count(of: .contactLost) == 1)
    }

    @Test func aTouchOfTheStrapIsNoLossOfContact() {
        var pilot = beating()
        pilot.pulse(90, for: 2, contact: false)
        pilot.pulse(155, for: 10)
        #expect(!pilot.calls.contains(.contactLost))
        #expect(pilot.began.isEmpty && pilot.lit.isEmpty)
    }
}
