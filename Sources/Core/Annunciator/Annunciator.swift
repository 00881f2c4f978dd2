// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Decides what is said, and when: one voice, one chain of priority.
///
/// Conditions come and go as detectors see them; each has a lamp while it holds and a call at its beginning. Events are
/// called once. What is due while the voice is busy waits: an event for as long as its rule lets it, a condition for as
/// long as it holds. `AnnunciationTable` has the rules.
struct Annunciator: Codable, Sendable {
    /// A condition that holds, lit or not yet.
    private struct Held: Codable {
        let kind: Annunciation.Kind
        var target: Alert.Target?
        var severity: Alert.Severity
        var text: String
        var deviation: Double
        var values: Annunciation.Values?
        var since: Instant
        /// When its lamp was lit; nil within the onset.
        var lit: Instant?
        var call: Call?
        var acknowledged: Alert.Severity?
        /// Why its call is not said at present, as it was told.
        var withheld: Inhibit?

        struct Call: Codable {
            var severity: Alert.Severity
            var deviation: Double
            var at: Instant
        }
    }

    private struct Waiting: Codable {
        var call: Annunciation
        var until: Instant
    }

    private struct Said: Codable {
        let kind: Annunciation.Kind
        var at: Instant
    }

    private struct Speech: Codable {
        var kind: Annunciation.Kind
        var until: Instant
    }

    /// What has become of a condition.
    enum Change {
        case lit, gone
    }

    private var held: [Held] = []
    private var waiting: [Waiting] = []
    private var speech: Speech?
    /// When each kind was said last.
    private var said: [Said] = []
    private var latched: [Annunciation.Kind] = []
    private(set) var mutedUntil: Instant?
    private(set) var isInhibited = false
    /// What was decided since it was drained.
    private var output: [Event.Body] = []

    /// A deviation that has grown by so much of what was said is clearly worse.
    private static let worse = 1.2

    // What comes in

    /// Takes a condition as it is now; nil when it is none.
    /// - Returns: what has become of its lamp; nil when it is as it was.
    mutating func update(_ kind: Annunciation.Kind, _ condition: Condition?, at now: Instant) -> Change? {
        guard let condition else { return remove(kind) }
        let index = held.firstIndex { $0.kind == kind } ?? insert(kind, condition, at: now)
        held[index].severity = max(held[index].severity, condition.severity)
        held[index].text = condition.text
        held[index].deviation = condition.deviation
        held[index].values = condition.values
        guard held[index].lit == nil, now - held[index].since >= Seconds(rule(held[index]).onset) else { return nil }
        held[index].lit = now
        return .lit
    }

    private mutating func insert(_ kind: Annunciation.Kind, _ condition: Condition, at now: Instant) -> Int {
        held.append(
            Held(
                kind: kind, target: condition.target, severity: condition.severity, text: condition.text,
                deviation: condition.deviation, since: now))
        return held.count - 1
    }

    private mutating func remove(_ kind: Annunciation.Kind) -> Change? {
        guard let index = held.firstIndex(where: { $0.kind == kind }) else { return nil }
        let wasLit = held.remove(at: index).lit != nil
        return wasLit ? .gone : nil
    }

    /// Something happened that is to be said.
    mutating func announce(_ kind: Annunciation.Kind, _ text: String, _ values: Annunciation.Values? = nil, at now: Instant) {
        let rule = AnnunciationTable.rule(of: kind)
        if let reason = silence(rule, at: now) { return withhold(kind, reason) }
        if rule.latch != .none {
            if latched.contains(kind) { return withhold(kind, .latched) }
            latched.append(kind)
        }
        if let index = waiting.firstIndex(where: { $0.call.kind == kind }) {
            waiting.remove(at: index)
            withhold(kind, .replaced)
        }
        let call = Annunciation(kind, rule.priority, text, values)
        waiting.append(Waiting(call: call, until: now + Seconds(rule.patience)))
    }

    /// What waits to be said has been overtaken by what happened.
    /// - Returns: whether it had not been said.
    mutating func cancel(_ kind: Annunciation.Kind) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.call.kind == kind }) else { return false }
        waiting.remove(at: index)
        withhold(kind, .overshot)
        return true
    }

    /// What was to be announced had passed already.
    mutating func withhold(_ kind: Annunciation.Kind, _ reason: Inhibit) {
        output.append(.withheld(Withheld(kind, reason)))
    }

    // By hand

    /// What is lit was heard.
    mutating func acknowledge() {
        for index in held.indices where held[index].lit != nil { held[index].acknowledged = held[index].severity }
    }

    mutating func mute(until instant: Instant?) {
        mutedUntil = instant
        forgetReasons()
    }

    mutating func inhibit(_ isInhibited: Bool) {
        self.isInhibited = isInhibited
        forgetReasons()
    }

    private mutating func forgetReasons() {
        for index in held.indices { held[index].withheld = nil }
    }

    // The course of a flight

    /// A flight begins: all is as new, but what the recorder and the links have lit stays.
    mutating func beginFlight() {
        let system = held.filter { $0.target == nil && $0.kind != .minimums }
        self = Annunciator()
        held = system
        for index in held.indices { held[index].acknowledged = nil }
    }

    /// Another mission: what was called once may be called once more.
    mutating func beginMission() {
        latched = latched.filter { AnnunciationTable.rule(of: $0).latch != .mission }
    }

    /// The flight is over: what waits for the voice is not said any more.
    mutating func land() {
        drop(because: .landed)
        mutedUntil = nil
        isInhibited = false
    }

    /// The program was away: nothing is being said.
    mutating func restart() {
        drop(because: .stale)
        speech = nil
    }

    private mutating func drop(because reason: Inhibit) {
        for item in waiting { withhold(item.call.kind, reason) }
        waiting = []
    }

    // What is said

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

    private func rule(_ item: Held) -> AnnunciationRule { AnnunciationTable.rule(of: item.kind, by: item.target) }

    private func silence(_ rule: AnnunciationRule, at now: Instant) -> Inhibit? {
        guard rule.isSilenced else { return nil }
        if isInhibited { return .inhibited }
        return mutedUntil.map { now < $0 } ?? false ? .muted : nil
    }

    /// Whether it has not been said as it is now.
    private func needsCall(_ item: Held) -> Bool {
        guard let call = item.call else { return true }
        if item.severity > call.severity { return true }
        return rule(item).repeatsWhenWorse && abs(item.deviation) >= Annunciator.worse * abs(call.deviation)
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
