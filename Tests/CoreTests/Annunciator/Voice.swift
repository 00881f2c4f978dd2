// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

@testable import RunwayCore

/// Drives an annunciator without a flight: conditions hold until they are ended, events come once, and it is asked
/// again at its own deadlines only.
struct Voice {
    /// What was decided, as milliseconds since the beginning.
    enum Decision: Hashable, CustomStringConvertible {
        case said(Annunciation.Kind, at: Int, cutsIn: Bool = false)
        case withheld(Annunciation.Kind, Inhibit, at: Int)

        var description: String {
            switch self {
            case .said(let kind, let at, let cutsIn): "\(kind)@\(at)" + (cutsIn ? "!" : "")
            case .withheld(let kind, let reason, let at): "no \(kind)@\(at) \(reason)"
            }
        }
    }

    /// Something that becomes due at an instant, with a text of so many letters.
    struct Due {
        var kind: Annunciation.Kind
        var at: Int
        var letters = 9

        /// How long it takes to say: 15 letters a second after a breath, and no call is shorter or longer than so.
        var length: Int { min(max(300 + letters * 1000 / 15, 700), 10_000) }
        var text: String { String(repeating: "A", count: letters) }
    }

    var annunciator = Annunciator()
    private(set) var decisions: [Decision] = []
    /// How often it was asked at a deadline of its own.
    private(set) var deadlines = 0
    private var held: [(kind: Annunciation.Kind, condition: Condition)] = []

    static func instant(_ milliseconds: Int) -> Instant { Instant(nanoseconds: Int64(milliseconds) * 1_000_000) }

    static func rule(_ kind: Annunciation.Kind) -> AnnunciationRule {
        AnnunciationTable.rules.first { $0.kind == kind }!
    }

    /// Lets the condition hold, as it is from now on; nil ends it.
    mutating func hold(_ kind: Annunciation.Kind, _ condition: Condition?) {
        let index = held.firstIndex { $0.kind == kind }
        switch (index, condition) {
        case (let index?, let condition?): held[index].condition = condition
        case (nil, let condition?): held.append((kind, condition))
        case (let index?, nil): held.remove(at: index)
        case (nil, nil): break
        }
        if condition == nil, index != nil { gone.append(kind) }
    }

    private var gone: [Annunciation.Kind] = []

    /// Runs the deadlines up to an instant, then tells what holds there, does `work` and lets it speak.
    mutating func step(at now: Int, _ work: (inout Annunciator, Instant) -> Void = { _, _ in }) {
        run(to: now)
        tell(at: Voice.instant(now), work)
    }

    /// Runs the deadlines up to an instant, without asking there.
    mutating func run(to now: Int) {
        let end = Voice.instant(now)
        while let deadline = annunciator.deadline, deadline < end, deadlines < 10_000 {
            deadlines += 1
            tell(at: deadline) { _, _ in }
        }
    }

    private mutating func tell(at now: Instant, _ work: (inout Annunciator, Instant) -> Void) {
        for kind in gone { _ = annunciator.update(kind, nil, at: now) }
        gone = []
        for item in held { _ = annunciator.update(item.kind, item.condition, at: now) }
        work(&annunciator, now)
        annunciator.speak(at: now)
        let milliseconds = Int(now.nanoseconds / 1_000_000)
        for body in annunciator.drain() {
            switch body {
            case .annunciation(let call):
                decisions.append(.said(call.kind, at: milliseconds, cutsIn: call.interrupts ?? false))
            case .withheld(let item): decisions.append(.withheld(item.kind, item.reason, at: milliseconds))
            default: break
            }
        }
    }

    /// Brings what becomes due, in the order given where it is at one instant, and runs on for a minute.
    mutating func bring(_ dues: [Due]) {
        var steps: [(at: Int, due: Due)] = dues.map { due in
            let rule = Voice.rule(due.kind)
            // A condition is due when its onset is over.
            return (due.at - (rule.sort == .condition ? Int(rule.onset * 1000) : 0), due)
        }
        steps += dues.map { ($0.at, $0) }
        for at in Set(steps.map(\.at)).sorted() {
            for due in dues where Voice.rule(due.kind).sort == .condition {
                guard steps.contains(where: { $0.at == at && $0.due.kind == due.kind }) else { continue }
                let severity: Alert.Severity = Voice.rule(due.kind).priority == .warning ? .warning : .caution
                hold(due.kind, Condition(severity: severity, text: due.text, deviation: 10))
            }
            step(at: at) { annunciator, now in
                for due in dues where due.at == at && Voice.rule(due.kind).sort == .event {
                    annunciator.announce(due.kind, due.text, at: now)
                }
            }
        }
        run(to: (dues.map(\.at).max() ?? 0) + 60_000)
    }
}
