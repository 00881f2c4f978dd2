// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

/// What is said again, and what is not.
struct RepetitionTests {
    private static let conditions = AnnunciationTable.rules.filter { $0.sort == .condition }.map(\.kind)

    private static func condition(_ deviation: Double, _ severity: Alert.Severity = .caution) -> Condition {
        Condition(severity: severity, text: "AAAAAAAAA", target: .pace, deviation: deviation)
    }

    private static func said(_ voice: Voice) -> [Int] {
        voice.decisions.compactMap { if case .said(_, let at, _) = $0 { at } else { nil } }
    }

    @Test(arguments: conditions) func nothingIsRepeatedByAClock(_ kind: Annunciation.Kind) {
        var voice = Voice()
        voice.hold(kind, RepetitionTests.condition(20))
        for second in 0...3600 { voice.step(at: second * 1000) }
        #expect(RepetitionTests.said(voice).count == 1)
        #expect(voice.decisions.count == 1)
    }

    /// Worse by a fifth of what was said, and no more often than the row has it.
    @Test(arguments: conditions) func aConditionIsRepeatedOnlyWhenItIsClearlyWorse(_ kind: Annunciation.Kind) {
        let rule = Voice.rule(kind)
        var voice = Voice()
        var deviation = -20.0
        voice.hold(kind, RepetitionTests.condition(deviation))
        voice.step(at: 0)
        voice.step(at: 10_000)
        let first = Int(rule.onset * 1000)
        #expect(RepetitionTests.said(voice) == [first])
        // By less than a fifth, long after.
        deviation = -23.9
        voice.hold(kind, RepetitionTests.condition(deviation))
        voice.step(at: 1_000_000)
        voice.run(to: 1_100_000)
        #expect(RepetitionTests.said(voice) == [first])
        // By a fifth.
        voice.hold(kind, RepetitionTests.condition(-24.1))
        voice.step(at: 1_200_000)
        voice.run(to: 1_300_000)
        #expect(RepetitionTests.said(voice) == (rule.repeatsWhenWorse ? [first, 1_200_000] : [first]))
        // Of what was said last, and in both directions.
        voice.hold(kind, RepetitionTests.condition(28))
        voice.step(at: 1_400_000)
        voice.hold(kind, RepetitionTests.condition(29))
        voice.step(at: 1_500_000)
        voice.run(to: 1_600_000)
        #expect(RepetitionTests.said(voice) == (rule.repeatsWhenWorse ? [first, 1_200_000, 1_500_000] : [first]))
    }

    /// Worse and worse each second: as often as the row has it, to the second.
    @Test(arguments: [Annunciation.Kind.overspeed, .sinkRate], [Alert.Target.pace, .heartRate])
    func notWithinItsTime(_ kind: Annunciation.Kind, _ target: Alert.Target) {
        let rule = AnnunciationTable.rule(of: kind, by: target)
        var voice = Voice()
        var deviation = 10.0
        for second in 0...200 {
            deviation *= 1.1
            voice.hold(
                kind, Condition(severity: .caution, text: "AAAAAAAAA", target: target, deviation: deviation))
            voice.step(at: second * 1000)
        }
        let expected = stride(from: Int(rule.onset), through: 200, by: Int(rule.again)).map { $0 * 1000 }
        #expect(RepetitionTests.said(voice) == expected)
    }

    /// What has to wait for its time is said then without being asked.
    @Test func itsTimeIsADeadline() {
        var voice = Voice()
        voice.hold(.overspeed, RepetitionTests.condition(20))
        voice.step(at: 0)
        voice.hold(.overspeed, RepetitionTests.condition(30))
        voice.step(at: 3000)
        voice.run(to: 60_000)
        #expect(
            voice.decisions == [
                .said(.overspeed, at: 0), .withheld(.overspeed, .repeated, at: 3000), .said(.overspeed, at: 15_000),
            ])
    }

    @Test(arguments: conditions) func aWarningIsSaidWithinItsTimeAllTheSame(_ kind: Annunciation.Kind) {
        let onset = Int(Voice.rule(kind).onset * 1000)
        var voice = Voice()
        voice.hold(kind, RepetitionTests.condition(20))
        voice.step(at: 0)
        voice.step(at: onset)
        voice.hold(kind, RepetitionTests.condition(20, .warning))
        voice.step(at: onset + 2000)
        #expect(RepetitionTests.said(voice) == [onset, onset + 2000])
        // A caution again and a warning again is nothing new.
        voice.hold(kind, RepetitionTests.condition(20))
        voice.step(at: onset + 60_000)
        voice.hold(kind, RepetitionTests.condition(20, .warning))
        voice.step(at: onset + 90_000)
        #expect(RepetitionTests.said(voice).count == 2)
    }

    /// A condition that comes and goes within its onset is none.
    @Test(arguments: conditions.filter { Voice.rule($0).onset > 0 })
    func whatFlapsWithinItsOnsetIsNeverLit(_ kind: Annunciation.Kind) {
        let onset = Int(Voice.rule(kind).onset * 1000)
        var voice = Voice()
        for turn in 0..<60 {
            voice.hold(kind, RepetitionTests.condition(20))
            voice.step(at: turn * 2 * onset)
            voice.step(at: turn * 2 * onset + onset - 1)
            #expect(voice.annunciator.lamps.isEmpty)
            voice.hold(kind, nil)
            voice.step(at: turn * 2 * onset + onset - 1)
        }
        #expect(voice.decisions.isEmpty)
        // And at the onset it is one.
        voice.hold(kind, RepetitionTests.condition(20))
        voice.step(at: 1_000_000)
        voice.run(to: 1_100_000)
        #expect(RepetitionTests.said(voice) == [1_000_000 + onset])
    }

    /// Coming and going at any pace, each is said at most every so often.
    @Test(arguments: conditions, [1, 3, 7, 20]) func whatFlapsIsSaidNotMoreOftenThanItsRowHasIt(
        _ kind: Annunciation.Kind, _ seconds: Int
    ) {
        let rule = Voice.rule(kind)
        var voice = Voice()
        for second in 0..<1800 {
            voice.hold(kind, second / seconds % 2 == 0 ? RepetitionTests.condition(20) : nil)
            voice.step(at: second * 1000)
        }
        let said = RepetitionTests.said(voice)
        let gaps = zip(said, said.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 >= Int(rule.again * 1000) }, "\(said.prefix(10))")
        // What is called once is said once.
        if rule.latch != .none { #expect(said.count == 1) }
    }

    // In a flight

    private static func link(_ pilot: inout Pilot, _ kind: LinkChange.Kind, _ name: String, _ isUp: Bool) {
        pilot.submit(.link(LinkChange(kind: kind, name: name, state: isUp ? .up : .down)))
    }

    /// - Returns: when each was said, in seconds.
    private static func times(_ pilot: Pilot, _ kind: Annunciation.Kind) -> [Double] {
        pilot.events.compactMap {
            guard case .annunciation(let call) = $0.body, call.kind == kind else { return nil }
            return Double($0.at.nanoseconds) / 1e9
        }
    }

    private static func flapping(_ seconds: Int) -> Pilot {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start()
        pilot.run(3, for: 20)
        for second in 0..<120 {
            if second % (2 * seconds) == 0 { link(&pilot, .position, "gpsd", false) }
            if second % (2 * seconds) == seconds { link(&pilot, .position, "gpsd", true) }
            if second % (2 * seconds) < seconds {
                pilot.time += 1
                pilot.way += 3
                pilot.submit(.deadline)
            } else {
                pilot.run(3, for: 1)
            }
        }
        return pilot
    }

    @Test(arguments: [3, 5, 11]) func aFlappingReceiverIsCalledEachHalfMinuteAtMost(_ seconds: Int) {
        let pilot = RepetitionTests.flapping(seconds)
        let lost = RepetitionTests.times(pilot, .positionLost)
        let back = RepetitionTests.times(pilot, .positionRegained)
        #expect((3...5).contains(lost.count), "\(lost)")
        #expect(zip(lost, lost.dropFirst()).allSatisfy { $1 - $0 >= 30 }, "\(lost)")
        // Its return only if its loss was said: one after each, and none without.
        #expect(back.count <= lost.count)
        for at in back {
            let before = lost.last { $0 < at }
            #expect(before.map { begun in !back.contains { $0 > begun && $0 < at } } ?? false, "\(lost) \(back)")
        }
    }

    @Test func contactThatIsLostForLessThanItsOnsetIsNotLit() {
        var pilot = Pilot()
        pilot.start()
        for second in 0..<120 {
            pilot.time += 1
            pilot.beat(140 + Double(second % 2), contact: second % 4 < 2)
            #expect(!pilot.state.lamps.map(\.kind).contains(.contactLost))
        }
        #expect(!pilot.calls.contains(.contactLost))
        for second in 0..<10 {
            pilot.time += 1
            pilot.beat(140 + Double(second % 2), contact: false)
        }
        #expect(pilot.calls.contains(.contactLost))
    }

    /// Each percent that a battery loses is none that is worse; what is empty is a warning.
    @Test func aBatteryIsCalledWhenItIsLowAndWhenItIsEmpty() {
        var pilot = Pilot()
        pilot.start()
        for percent in (0...30).reversed() {
            pilot.time += 60
            pilot.submit(.battery(Battery(sensor: "BAT0", percent: percent, source: .device)))
        }
        #expect(RepetitionTests.times(pilot, .deviceBatteryLow).count == 2)
    }
}
