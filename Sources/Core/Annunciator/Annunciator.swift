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
    struct Held: Codable {
        let kind: Annunciation.Kind
        var target: Alert.Target?
        var severity: Alert.Severity
        var text: String
        var deviation: Double
        /// By so much it surely deviates.
        var sure = 0.0
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

    struct Heard: Codable {
        let kind: Annunciation.Kind
        var severity: Alert.Severity
        var at: Instant
    }

    struct Waiting: Codable {
        var call: Annunciation
        var until: Instant
    }

    struct Said: Codable {
        let kind: Annunciation.Kind
        var at: Instant
    }

    struct Speech: Codable {
        var kind: Annunciation.Kind
        var until: Instant
    }

    /// What has become of a condition.
    enum Change {
        case lit, gone
    }

    var held: [Held] = []
    var waiting: [Waiting] = []
    var speech: Speech?
    /// What was heard and has gone a moment ago.
    private var heard: [Heard] = []
    /// When each kind was said last.
    var said: [Said] = []
    var latched: [Annunciation.Kind] = []
    private(set) var mutedUntil: Instant?
    private(set) var isInhibited = false
    /// What was decided since it was drained.
    var output: [Event.Body] = []

    /// A deviation that has grown by so much of what was said is clearly worse.
    static let worse = 1.2
    /// For how long what was heard stays so after it has gone.
    private static let memory = Seconds(20)

    // What comes in

    /// Takes a condition as it is now; nil when it is none.
    /// - Returns: what has become of its lamp; nil when it is as it was.
    mutating func update(_ kind: Annunciation.Kind, _ condition: Condition?, at now: Instant) -> Change? {
        guard let condition else { return remove(kind, at: now) }
        let index = held.firstIndex { $0.kind == kind } ?? insert(kind, condition, at: now)
        held[index].severity = max(held[index].severity, condition.severity)
        held[index].text = condition.text
        held[index].deviation = condition.deviation
        held[index].sure = abs(condition.deviation) - 2 * condition.error
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
        // What comes back at once was heard already.
        if let last = heard.last(where: { $0.kind == kind }), now - last.at <= Annunciator.memory {
            held[held.count - 1].acknowledged = last.severity
        }
        return held.count - 1
    }

    private mutating func remove(_ kind: Annunciation.Kind, at now: Instant) -> Change? {
        guard let index = held.firstIndex(where: { $0.kind == kind }) else { return nil }
        let gone = held.remove(at: index)
        if let severity = gone.acknowledged {
            heard.removeAll { $0.kind == kind }
            heard.append(Heard(kind: kind, severity: severity, at: now))
        }
        return gone.lit != nil ? .gone : nil
    }

    /// Something happened that is to be said.
    mutating func announce(
        _ kind: Annunciation.Kind, _ text: String, _ values: Annunciation.Values? = nil, at now: Instant
    ) {
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

    /// A condition is back before its end was said: what was said of it holds still.
    mutating func takeAsSaid(_ kind: Annunciation.Kind, at now: Instant) {
        guard let index = held.firstIndex(where: { $0.kind == kind }) else { return }
        held[index].call = Held.Call(severity: held[index].severity, deviation: held[index].deviation, at: now)
    }

    /// What waits to be said is not so any more: like a condition that has gone, it is not missed.
    /// - Returns: whether it had not been said.
    mutating func cancel(_ kind: Annunciation.Kind) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.call.kind == kind }) else { return false }
        waiting.remove(at: index)
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
        if instant != nil { silence(because: .muted) }
        forgetReasons()
    }

    mutating func inhibit(_ isInhibited: Bool) {
        self.isInhibited = isInhibited
        if isInhibited { silence(because: .inhibited) }
        forgetReasons()
    }

    /// What waits is not said either.
    private mutating func silence(because reason: Inhibit) {
        let silent = waiting.filter { AnnunciationTable.rule(of: $0.call.kind).isSilenced }
        for item in silent { withhold(item.call.kind, reason) }
        waiting.removeAll { AnnunciationTable.rule(of: $0.call.kind).isSilenced }
    }

    private mutating func forgetReasons() {
        for index in held.indices { held[index].withheld = nil }
    }

    // The course of a flight

    /// A flight begins: all is as new, but what the recorder and the links have lit stays.
    mutating func beginFlight() {
        drop(because: .landed)
        // The voice may still be saying what the flight before came to.
        let (system, busy, told) = (held.filter { $0.target == nil && $0.kind != .minimums }, speech, output)
        self = Annunciator()
        (held, speech, output) = (system, busy, told)
        for index in held.indices { held[index].acknowledged = nil }
    }

    /// Another mission: what was called once may be called once more.
    mutating func beginMission() {
        latched = latched.filter { AnnunciationTable.rule(of: $0).latch != .mission }
    }

    /// The flight is over: what waits for the voice is not said any more, and lamps go out but the recorder's.
    mutating func land() {
        drop(because: .landed)
        held.removeAll { $0.kind != .storageFailing }
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
}
