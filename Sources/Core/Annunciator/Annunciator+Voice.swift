// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is said.
extension Annunciator {
    /// Says what is due. To be called after each change, and at the deadline.
    mutating func speak(at now: Instant) {
        if let mutedUntil, mutedUntil <= now { mute(until: nil) }
        expire(at: now)
        if let speech, speech.until <= now { self.speech = nil }
        while let next = next(at: now) {
            let rank = AnnunciationTable.rank(of: next.kind)
            var isCut = false
            if let speech {
                let rule = AnnunciationTable.rule(of: next.kind)
                guard rule.interrupts, rank < AnnunciationTable.rank(of: speech.kind) else { return }
                isCut = true
                withhold(speech.kind, .interrupted)
                // A condition that was cut off is said anew, if it still holds then.
                if let index = held.firstIndex(where: { $0.kind == speech.kind }) { held[index].call = nil }
                said.removeAll { $0.kind == speech.kind }
            }
            say(next, isCut: isCut, at: now)
        }
    }

    /// When `speak` must be called at the latest.
    var deadline: Instant? {
        var earliest = mutedUntil
        func consider(_ instant: Instant?) {
            if let instant, instant < earliest ?? instant + Seconds(1) { earliest = instant }
        }
        for item in held where item.lit == nil { consider(item.since + Seconds(rule(item).onset)) }
        let isWaiting = !waiting.isEmpty || held.contains { $0.lit != nil && needsCall($0) }
        if isWaiting { consider(speech?.until) }
        for item in held where item.lit != nil && needsCall(item) {
            if item.withheld == .repeated, let last = lastSaid(item.kind) {
                consider(last + Seconds(rule(item).again))
            }
        }
        return earliest
    }

    mutating func drain() -> [Event.Body] {
        defer { output.removeAll() }
        return output
    }

    /// The lit ones, the most urgent first.
    var lamps: [Lamp] {
        held.compactMap { item in
            item.lit.map {
                Lamp(
                    kind: item.kind, severity: item.severity, since: $0,
                    isAcknowledged: item.acknowledged.map { $0 >= item.severity } ?? false)
            }
        }.sorted { AnnunciationTable.rank(of: $0.kind) < AnnunciationTable.rank(of: $1.kind) }
    }

    func isLit(_ kind: Annunciation.Kind) -> Bool { held.contains { $0.kind == kind && $0.lit != nil } }

    /// Whether the call of a condition that holds was said.
    func wasCalled(_ kind: Annunciation.Kind) -> Bool { held.contains { $0.kind == kind && $0.call != nil } }

    func rule(_ item: Held) -> AnnunciationRule { AnnunciationTable.rule(of: item.kind, by: item.target) }

    func silence(_ rule: AnnunciationRule, at now: Instant) -> Inhibit? {
        guard rule.isSilenced else { return nil }
        if isInhibited { return .inhibited }
        return mutedUntil.map { now < $0 } ?? false ? .muted : nil
    }

    /// Whether it has not been said as it is now.
    private func needsCall(_ item: Held) -> Bool {
        guard let call = item.call else { return true }
        if item.severity > call.severity { return true }
        return rule(item).repeatsWhenWorse && item.sure >= Annunciator.worse * abs(call.deviation)
    }

    /// What is to be said first; conditions that are to be silent are told so once.
    private mutating func next(at now: Instant) -> Annunciation? {
        var best = waiting.map(\.call).min {
            AnnunciationTable.rank(of: $0.kind) < AnnunciationTable.rank(of: $1.kind)
        }
        for index in held.indices where held[index].lit != nil && needsCall(held[index]) {
            let item = held[index]
            let rule = rule(item)
            let reason = reason(item, rule, at: now)
            if let reason, reason != item.withheld { withhold(item.kind, reason) }
            held[index].withheld = reason
            guard reason == nil,
                best.map({ AnnunciationTable.rank(of: item.kind) < AnnunciationTable.rank(of: $0.kind) }) ?? true
            else { continue }
            let priority: Annunciation.Priority = item.severity == .warning ? .warning : rule.priority
            best = Annunciation(item.kind, priority, item.text, item.values)
        }
        return best
    }

    private func reason(_ item: Held, _ rule: AnnunciationRule, at now: Instant) -> Inhibit? {
        if let silence = silence(rule, at: now) { return silence }
        if let acknowledged = item.acknowledged, acknowledged >= item.severity { return .acknowledged }
        if latched.contains(item.kind), item.call == nil { return .latched }
        if item.call.map({ item.severity > $0.severity }) ?? false { return nil }
        if let last = lastSaid(item.kind), now - last < Seconds(rule.again) { return .repeated }
        return nil
    }

    private mutating func say(_ call: Annunciation, isCut: Bool, at now: Instant) {
        var call = call
        if isCut { call.interrupts = true }
        waiting.removeAll { $0.call.kind == call.kind }
        if let index = held.firstIndex(where: { $0.kind == call.kind && $0.lit != nil }) {
            held[index].call = Held.Call(severity: held[index].severity, deviation: held[index].deviation, at: now)
            held[index].withheld = nil
            if rule(held[index]).latch != .none, !latched.contains(call.kind) { latched.append(call.kind) }
        }
        said.removeAll { $0.kind == call.kind }
        said.append(Said(kind: call.kind, at: now))
        speech = Speech(kind: call.kind, until: now + Annunciator.length(of: call.text))
        output.append(.annunciation(call))
    }

    private func lastSaid(_ kind: Annunciation.Kind) -> Instant? { said.last { $0.kind == kind }?.at }

    private mutating func expire(at now: Instant) {
        for item in waiting where item.until < now { withhold(item.call.kind, .stale) }
        waiting.removeAll { $0.until < now }
    }

    /// How long it takes to say: a voice at 175 words a minute says 15 letters a second, and digits are words.
    private static func length(of text: String) -> Seconds {
        let letters = text.utf8.reduce(0.0) { $0 + ((0x30...0x39).contains($1) ? 4 : 1) }
        return Seconds(min(max(0.3 + letters / 15, 0.7), 10))
    }
}
