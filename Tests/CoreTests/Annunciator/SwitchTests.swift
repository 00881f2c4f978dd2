// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import Testing

@testable import RunwayCore

/// The person's switches: acknowledge, mute, inhibit.
struct SwitchTests {
    private static func condition(_ severity: Alert.Severity = .caution, _ deviation: Double = 20) -> Condition {
        Condition(severity: severity, text: "SINK RATE", target: .pace, deviation: deviation)
    }

    /// A flight that is too slow, with its lamp lit and its call said.
    private static func slow() -> Pilot {
        var pilot = Pilot()
        pilot.run(3.333, for: 20)
        pilot.start("pace=5:00,tolerance=15")
        pilot.run(3.333, for: 40)
        pilot.run(3.0, for: 40)
        return pilot
    }

    private static func said(_ voice: Voice) -> [Annunciation.Kind] {
        voice.decisions.compactMap { if case .said(let kind, _, _) = $0 { kind } else { nil } }
    }

    private static func reasons(_ voice: Voice) -> [Inhibit] {
        voice.decisions.compactMap { if case .withheld(_, let reason, _) = $0 { reason } else { nil } }
    }

    // Acknowledge

    @Test func whatWasAcknowledgedIsSilentAndItsLampStays() {
        var voice = Voice()
        voice.hold(.sinkRate, SwitchTests.condition())
        voice.step(at: 0)
        voice.step(at: 5000)
        #expect(SwitchTests.said(voice) == [.sinkRate])
        voice.step(at: 6000) { annunciator, _ in annunciator.acknowledge() }
        for second in 7...200 {
            // Worse by far, and no warning.
            voice.hold(.sinkRate, SwitchTests.condition(.caution, Double(20 + second)))
            voice.step(at: second * 1000)
        }
        #expect(SwitchTests.said(voice) == [.sinkRate])
        #expect(SwitchTests.reasons(voice) == [.acknowledged])
        #expect(voice.annunciator.lamps.map(\.kind) == [.sinkRate])
        #expect(voice.annunciator.lamps.map(\.isAcknowledged) == [true])
    }

    @Test func aCautionThatBecomesAWarningSpeaksAgain() {
        var voice = Voice()
        voice.hold(.sinkRate, SwitchTests.condition())
        voice.step(at: 0)
        voice.step(at: 5000) { annunciator, _ in annunciator.acknowledge() }
        voice.hold(.sinkRate, SwitchTests.condition(.warning))
        voice.step(at: 6000)
        #expect(SwitchTests.said(voice) == [.sinkRate, .sinkRate])
        #expect(voice.annunciator.lamps.map(\.isAcknowledged) == [false])
        #expect(voice.annunciator.lamps.map(\.severity) == [.warning])
        // Once, and silent again when that was heard too.
        voice.step(at: 7000) { annunciator, _ in annunciator.acknowledge() }
        voice.run(to: 60_000)
        #expect(SwitchTests.said(voice) == [.sinkRate, .sinkRate])
        #expect(voice.annunciator.lamps.map(\.isAcknowledged) == [true])
    }

    @Test func whatIsAcknowledgedBeforeItCouldBeSaidIsNotSaid() {
        var voice = Voice()
        voice.step(at: 0) { $0.announce(.split, String(repeating: "A", count: 90), at: $1) }
        voice.hold(.positionLost, SwitchTests.condition())
        voice.step(at: 1000)
        voice.step(at: 2000) { annunciator, _ in annunciator.acknowledge() }
        voice.run(to: 60_000)
        #expect(SwitchTests.said(voice) == [.split])
        #expect(SwitchTests.reasons(voice) == [.acknowledged])
    }

    @Test func whatBeginsAfterwardsIsSaid() {
        var voice = Voice()
        voice.hold(.positionLost, SwitchTests.condition())
        voice.step(at: 0)
        voice.step(at: 2000) { annunciator, _ in annunciator.acknowledge() }
        voice.hold(.heartRateLost, SwitchTests.condition())
        voice.step(at: 3000)
        #expect(SwitchTests.said(voice) == [.positionLost, .heartRateLost])
        #expect(voice.annunciator.lamps.map(\.isAcknowledged) == [true, false])
    }

    /// It was heard already when it comes back at once, and not when it comes back later.
    @Test(arguments: [(10, 1), (60, 2)]) func whatComesBackAtOnceWasHeard(_ pause: Int, _ count: Int) {
        var voice = Voice()
        voice.hold(.sinkRate, SwitchTests.condition())
        voice.step(at: 0)
        voice.step(at: 5000) { annunciator, _ in annunciator.acknowledge() }
        voice.hold(.sinkRate, nil)
        voice.step(at: 20_000)
        voice.hold(.sinkRate, SwitchTests.condition())
        voice.step(at: (20 + pause) * 1000)
        voice.run(to: 200_000)
        #expect(SwitchTests.said(voice).count == count)
        #expect(voice.annunciator.lamps.map(\.kind) == [.sinkRate])
    }

    @Test func aThousandAcknowledgementsLeaveNothing() throws {
        var pilot = SwitchTests.slow()
        #expect(pilot.calls.contains(.sinkRate))
        pilot.command(.acknowledge)
        pilot.command(.acknowledge)
        let size = try JSON.encode(pilot.computer).count
        let count = pilot.events.count
        for _ in 0..<1000 { pilot.command(.acknowledge) }
        #expect(try JSON.encode(pilot.computer).count == size)
        #expect(pilot.events.count == count)
        #expect(pilot.state.lamps.map(\.isAcknowledged) == [true])
    }

    @Test func switchesBackAndForthLeaveNothing() throws {
        var pilot = SwitchTests.slow()
        func toggle(_ pilot: inout Pilot) {
            pilot.command(.mute(for: Seconds(60)))
            pilot.command(.inhibit(true))
            pilot.command(.inhibit(false))
            pilot.command(.mute(for: .zero))
        }
        for _ in 0..<5 { toggle(&pilot) }
        let size = try JSON.encode(pilot.computer).count
        for _ in 0..<300 { toggle(&pilot) }
        // The count of what was withheld has a digit more.
        #expect(try JSON.encode(pilot.computer).count <= size + 8)
    }

    // Mute

    @Test func muteEndsAtItsTimeAndThenWhatHoldsIsSaid() {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start()
        pilot.run(3, for: 20)
        pilot.command(.mute(for: Seconds(90)))
        let end = pilot.now + Seconds(90)
        pilot.run(3, for: 5)
        #expect(pilot.state.muted == Seconds(85))
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
        pilot.submit(.link(LinkChange(kind: .storage, name: "recorder", state: .down)))
        #expect(pilot.state.lamps.map(\.kind) == [.storageFailing, .positionLost])
        #expect(pilot.computer.nextDeadline == end)
        let before = pilot.events.count
        for _ in 0..<8 { pilot.wait(10) }
        #expect(pilot.events.count == before)
        pilot.submit(.link(LinkChange(kind: .storage, name: "recorder", state: .up)))
        #expect(pilot.computer.nextDeadline == end)
        pilot.wait(10)
        let said = pilot.events.filter { if case .annunciation = $0.body { $0.at >= end } else { false } }
        #expect(said.map(\.at) == [end])
        #expect(pilot.calls.last == .positionLost)
        #expect(pilot.state.muted == nil)
        #expect(
            pilot.withheld == [Withheld(.positionLost, .muted), Withheld(.storageFailing, .muted)])
    }

    @Test func muteOffSaysAtOnceWhatHolds() {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start()
        pilot.run(3, for: 20)
        pilot.command(.mute(for: Seconds(90)))
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
        pilot.time += 5
        pilot.command(.mute(for: .zero))
        #expect(pilot.calls.last == .positionLost)
        #expect(pilot.state.muted == nil)
        #expect(pilot.computer.annunciator.mutedUntil == nil)
    }

    @Test func aNewerMuteTakesThePlaceOfTheOlder() {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start()
        pilot.run(3, for: 10)
        pilot.command(.mute(for: Seconds(600)))
        pilot.command(.mute(for: Seconds(4)))
        let end = pilot.now + Seconds(4)
        pilot.submit(.link(LinkChange(kind: .storage, name: "recorder", state: .down)))
        #expect(pilot.computer.nextDeadline == end)
        pilot.wait(4)
        #expect(pilot.calls.last == .storageFailing)
    }

    /// What ended while it was muted was not told, and so its end is not.
    @Test func whatWasNotSaidDoesNotComeBack() {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start()
        pilot.run(3, for: 20)
        pilot.command(.mute(for: Seconds(8)))
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
        pilot.time += 2
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
        pilot.run(3, for: 20)
        #expect(!pilot.calls.contains(.positionLost))
        #expect(!pilot.calls.contains(.positionRegained))
    }

    @Test func aMuteIsOverWithTheFlight() {
        var pilot = SwitchTests.slow()
        pilot.command(.mute(for: Seconds(3600)))
        pilot.command(.inhibit(true))
        pilot.command(.stop)
        #expect(pilot.calls.last == .touchdown)
        #expect(pilot.state.muted == nil)
        #expect(!pilot.state.isInhibited)
    }

    // Inhibit

    @Test func inhibitedNothingIsJudged() {
        var pilot = SwitchTests.slow()
        let before = pilot.calls.count
        #expect(pilot.state.lamps.map(\.kind) == [.sinkRate])
        pilot.command(.inhibit(true))
        #expect(pilot.state.isInhibited)
        #expect(pilot.state.inhibits == [.inhibited])
        #expect(pilot.state.lamps.isEmpty)
        #expect(pilot.ended.map(\.reason) == [.inhibited])
        pilot.run(2.5, for: 60)
        #expect(pilot.state.lamps.isEmpty)
        #expect(pilot.calls.count == before)
        pilot.command(.inhibit(false))
        #expect(pilot.state.inhibits.isEmpty)
        pilot.run(2.5, for: 30)
        #expect(pilot.calls[before...] == [.sinkRate])
    }

    /// A lost sensor has its lamp all the same; it is said when the calls are switched on.
    @Test func inhibitedTheSystemsLampsStay() {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start()
        pilot.run(3, for: 20)
        pilot.command(.inhibit(true))
        pilot.submit(.link(LinkChange(kind: .storage, name: "recorder", state: .down)))
        for _ in 0..<20 { pilot.wait(1) }
        #expect(pilot.state.lamps.map(\.kind).contains(.storageFailing))
        #expect(!pilot.calls.contains(.storageFailing))
        #expect(pilot.withheld.filter { $0.kind == .storageFailing } == [Withheld(.storageFailing, .inhibited)])
        pilot.command(.inhibit(false))
        #expect(pilot.calls.last == .storageFailing)
    }

    // What waits

    /// SPLIT waits while LAP is said, and is silenced meanwhile.
    @Test(arguments: Switch.allCases) func whatWaitsForTheVoiceIsSilencedToo(_ silence: Switch) {
        var voice = Voice()
        voice.step(at: 0) { annunciator, now in
            annunciator.announce(.lap, String(repeating: "A", count: 30), at: now)
            annunciator.announce(.split, "AAAAAAAAA", at: now)
        }
        voice.step(at: 1000) { annunciator, now in
            switch silence {
            case .mute: annunciator.mute(until: now + Seconds(100))
            case .inhibit: annunciator.inhibit(true)
            }
        }
        voice.run(to: 50_000)
        #expect(SwitchTests.said(voice) == [.lap])
        #expect(SwitchTests.reasons(voice) == [silence == .mute ? .muted : .inhibited])
    }

    // All kinds

    enum Switch: String, CaseIterable, Sendable { case mute, inhibit }

    /// What is silenced, once for each reason; what answers the person is said all the same.
    @Test(arguments: Annunciation.Kind.allCases, Switch.allCases)
    func eachKindIsSilencedOnceOrSaid(_ kind: Annunciation.Kind, _ silence: Switch) {
        var voice = Voice()
        let answers: Set<Annunciation.Kind> = [.countdown, .rotate, .touchdown, .hold, .resume, .lap]
        voice.step(at: 0) { annunciator, now in
            switch silence {
            case .mute: annunciator.mute(until: now + Seconds(100))
            case .inhibit: annunciator.inhibit(true)
            }
        }
        let isEvent = Voice.rule(kind).sort == .event
        voice.hold(kind, isEvent ? nil : Condition(severity: .warning, text: "AAAAAAAAA", deviation: 9))
        voice.step(at: 10_000) { if isEvent { $0.announce(kind, "AAAAAAAAA", at: $1) } }
        for second in 11...40 { voice.step(at: second * 1000) }
        if answers.contains(kind) {
            #expect(voice.decisions == [.said(kind, at: 10_000)])
            return
        }
        let reason: Inhibit = silence == .mute ? .muted : .inhibited
        let onset = Int(Voice.rule(kind).onset * 1000)
        #expect(voice.decisions == [.withheld(kind, reason, at: 10_000 + onset)])
        #expect(voice.annunciator.isLit(kind) == !isEvent)
        // What holds is said when the silence is over; what happened is over.
        if silence == .inhibit {
            voice.step(at: 100_000) { annunciator, _ in annunciator.inhibit(false) }
        }
        voice.run(to: 200_000)
        let rest = Array(voice.decisions.dropFirst())
        #expect(rest == (isEvent ? [] : [.said(kind, at: 100_000)]))
    }

    @Test(arguments: Switch.allCases) func thePersonIsAnswered(_ silence: Switch) {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start("pace=5:33,distance=200m")
        pilot.run(3, for: 5)
        pilot.command(silence == .mute ? .mute(for: Seconds(3600)) : .inhibit(true))
        pilot.run(3, for: 10)
        pilot.command(.hold)
        pilot.run(0, for: 10)
        pilot.command(.resume)
        pilot.run(3, for: 10)
        pilot.time += 0.4
        pilot.command(.lap)
        pilot.run(3, for: 100)
        pilot.command(.stop)
        pilot.wait(30)
        #expect(pilot.calls == [.rotate, .hold, .resume, .lap, .touchdown])
    }
}
