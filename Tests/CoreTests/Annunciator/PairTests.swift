// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

/// Every ordered pair of annunciations against the priority rules. What is expected follows from the order and the
/// columns of the table alone.
struct PairTests {
    private static let kinds = Annunciation.Kind.allCases
    private static let short = 9
    private static let long = 200

    private static func place(_ kind: Annunciation.Kind) -> Int {
        AnnunciationTable.rules.map(\.kind).firstIndex(of: kind) ?? -1
    }

    private static func isEvent(_ kind: Annunciation.Kind) -> Bool { Voice.rule(kind).sort == .event }

    /// What becomes of a call that waits from `due` until the voice is free.
    private static func afterwards(_ due: Voice.Due, freeAt: Int) -> Voice.Decision {
        let isStale = isEvent(due.kind) && Double(freeAt - due.at) > Voice.rule(due.kind).patience * 1000
        return isStale ? .withheld(due.kind, .stale, at: freeAt) : .said(due.kind, at: freeAt)
    }

    private static func decisions(_ dues: [Voice.Due]) -> [Voice.Decision] {
        var voice = Voice()
        voice.bring(dues)
        return voice.decisions
    }

    // The table

    @Test(arguments: Annunciation.Kind.allCases) func everyKindHasOneRow(_ kind: Annunciation.Kind) {
        #expect(AnnunciationTable.rules.filter { $0.kind == kind }.count == 1)
        #expect(AnnunciationTable.rule(of: kind).kind == kind)
        #expect(AnnunciationTable.rank(of: kind) == PairTests.place(kind))
        #expect(AnnunciationTable.rule(of: kind, by: .pace).kind == kind)
        #expect(AnnunciationTable.rule(of: kind, by: .heartRate).kind == kind)
    }

    @Test func aRowFitsWhatItIsAbout() {
        #expect(AnnunciationTable.rules.count == PairTests.kinds.count)
        #expect(AnnunciationTable.rules.first?.kind == .minimums)
        for rule in AnnunciationTable.rules + AnnunciationTable.byHeartRate {
            // Only conditions hold for a time and become worse; only events wait for a time.
            if rule.sort == .event {
                #expect(rule.onset == 0 && !rule.repeatsWhenWorse && rule.again == 0 && rule.patience > 0)
            } else {
                #expect(rule.patience == 0 && rule.onset >= 0 && rule.again >= 0)
            }
            // Where a call is not silenced by hand it is not switched off by hand.
            #expect(rule.isSilenced || !rule.inhibits.contains(.inhibited))
        }
        for rule in AnnunciationTable.byHeartRate {
            #expect(rule.sort == .condition && rule.needs == .heartRate)
            #expect(Voice.rule(rule.kind).sort == .condition)
        }
        // What cuts in stands above all that it may cut.
        let places = AnnunciationTable.rules.indices.filter { AnnunciationTable.rules[$0].interrupts }
        #expect(places == Array(0..<places.count))
    }

    // Both at once

    @Test(arguments: kinds, kinds) func ofTwoThatAreDueAtOnceTheUpperOneIsSaidFirst(
        _ first: Annunciation.Kind, _ second: Annunciation.Kind
    ) {
        for letters in [PairTests.short, PairTests.long] {
            let dues = [first, second].map { Voice.Due(kind: $0, at: 100_000, letters: letters) }
            #expect(PairTests.decisions(dues) == PairTests.expectedAtOnce(dues[0], dues[1]))
        }
    }

    private static func expectedAtOnce(_ first: Voice.Due, _ second: Voice.Due) -> [Voice.Decision] {
        let now = first.at
        guard first.kind != second.kind else {
            guard isEvent(first.kind) else { return [.said(first.kind, at: now)] }
            // Twice the same: what is called once is held back, of others the newer one is said.
            let reason: Inhibit = Voice.rule(first.kind).latch == .none ? .replaced : .latched
            return [.withheld(first.kind, reason, at: now), .said(first.kind, at: now)]
        }
        let (upper, lower) = place(first.kind) < place(second.kind) ? (first, second) : (second, first)
        return [.said(upper.kind, at: now), afterwards(lower, freeAt: now + upper.length)]
    }

    // One while another is being said

    @Test(arguments: kinds, kinds) func aCallCutsInIfItMayAndIsAboveAndElseWaits(
        _ first: Annunciation.Kind, _ second: Annunciation.Kind
    ) {
        for letters in [PairTests.short, PairTests.long] {
            let dues = [
                Voice.Due(kind: first, at: 100_000, letters: letters),
                Voice.Due(kind: second, at: 100_400, letters: letters),
            ]
            let found = PairTests.decisions(dues)
            #expect(found == PairTests.expectedMeanwhile(dues[0], dues[1]))
            #expect(!found.contains(.withheld(.minimums, .interrupted, at: 100_400)))
        }
    }

    private static func expectedMeanwhile(_ first: Voice.Due, _ second: Voice.Due) -> [Voice.Decision] {
        let begin = Voice.Decision.said(first.kind, at: first.at)
        let end = first.at + first.length
        if first.kind == second.kind {
            guard isEvent(first.kind) else { return [begin] }
            guard Voice.rule(first.kind).latch == .none else {
                return [begin, .withheld(first.kind, .latched, at: second.at)]
            }
            return [begin, afterwards(second, freeAt: end)]
        }
        guard Voice.rule(second.kind).interrupts, place(second.kind) < place(first.kind) else {
            return [begin, afterwards(second, freeAt: end)]
        }
        let cut: [Voice.Decision] = [
            begin, .withheld(first.kind, .interrupted, at: second.at),
            .said(second.kind, at: second.at, cutsIn: true),
        ]
        return isEvent(first.kind) ? cut : cut + [.said(first.kind, at: second.at + second.length)]
    }

    @Test(arguments: kinds) func whatWasCutOffIsNotSaidAnewWhenItHasEnded(_ kind: Annunciation.Kind) {
        guard !PairTests.isEvent(kind), kind != .minimums else { return }
        var voice = Voice()
        voice.hold(kind, Condition(severity: .caution, text: "AAAAAAAAA", deviation: 10))
        let due = 100_000 + Int(Voice.rule(kind).onset * 1000)
        voice.step(at: 100_000)
        voice.step(at: due)
        voice.step(at: due + 200) { $0.announce(.lap, "AAAAAAAAA", at: $1) }
        voice.hold(kind, nil)
        voice.step(at: due + 400)
        voice.run(to: due + 60_000)
        #expect(
            voice.decisions == [
                .said(kind, at: due), .withheld(kind, .interrupted, at: due + 200),
                .said(.lap, at: due + 200, cutsIn: true),
            ])
    }

    /// To the millisecond: what becomes free when the patience ends is still in time.
    @Test(arguments: AnnunciationTable.rules.filter { $0.sort == .event }.map(\.kind), [0, 1])
    func anEventWaitsAsLongAsItsRowHasIt(_ kind: Annunciation.Kind, _ late: Int) {
        var voice = Voice()
        let free = 100_000 + Int(Voice.rule(kind).patience * 1000) + late
        voice.annunciator.speech = Annunciator.Speech(kind: .minimums, until: Voice.instant(free))
        voice.step(at: 100_000) { $0.announce(kind, "AAAAAAAAA", at: $1) }
        voice.run(to: 200_000)
        #expect(voice.decisions == [late == 0 ? .said(kind, at: free) : .withheld(kind, .stale, at: free)])
    }

    @Test(arguments: kinds) func nothingCutsOffMinimums(_ kind: Annunciation.Kind) {
        var voice = Voice()
        voice.hold(.minimums, Condition(severity: .warning, text: "MINIMUMS"))
        voice.step(at: 1000)
        for second in 1..<8 {
            voice.hold(kind, PairTests.isEvent(kind) ? nil : Condition(severity: .warning, text: "A", deviation: 1))
            voice.step(at: 1000 + second * 100) { annunciator, now in
                if PairTests.isEvent(kind) { annunciator.announce(kind, "A", at: now) }
            }
        }
        #expect(voice.decisions.filter { if case .said = $0 { true } else { false } } == [.said(.minimums, at: 1000)])
        #expect(!voice.decisions.contains { if case .withheld(.minimums, _, _) = $0 { true } else { false } })
    }
}
