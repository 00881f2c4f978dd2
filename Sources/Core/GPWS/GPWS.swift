// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The ground proximity warning system: judges the flight against its mission, and tells the annunciator what it found.
struct GPWS: Codable, Sendable {
    private var pace = PaceDetector()
    private var heartRate = HeartRateDetector()
    var way = DistanceWatch()
    /// Whether the last metres before the target have been seen.
    var wasLow = false
    var records = AlertRecords()
    /// Why nothing is judged, as it was told.
    private(set) var inhibits: [Inhibit] = []
    private var rotate: Instant?
    private var settlingUntil: Instant?
    private var stepUntil: Instant?
    /// Until when the heart may still be on its way into the band, and whether from another interval.
    private var warm: Instant?
    private var isStep = false

    /// What ends by itself when the runner gets under way again, which takes some seconds.
    private static let interruptions: Set<Inhibit> = [.holding, .standing, .estimated, .inputLost]

    // What is measured

    mutating func take(_ sample: PaceSample, _ aim: Aim) {
        guard inhibits.isEmpty, case .pace(let target, let tolerance) = aim.target else { return }
        pace.take(sample, PaceBand(target, tolerance: tolerance))
    }

    /// - Returns: the reason code for which the value is not judged by; nil when it is.
    mutating func take(_ sample: HeartRateSample, at now: Instant) -> String? {
        heartRate.take(sample, at: now)?.rawValue
    }

    /// The heart-rate sensor is lost or another.
    mutating func forgetHeartRate() { heartRate.reset() }

    // The course of a flight

    mutating func beginFlight(_ settings: GPWSConfiguration, at now: Instant?) {
        let heart = heartRate
        self = GPWS()
        heartRate = heart
        heartRate.forget()
        rotate = now
        warm = now.map { $0 + settings.warmUp }
    }

    /// Another interval, with another target.
    /// - Returns: the record that ends with the one before.
    mutating func beginStep(_ settings: GPWSConfiguration, at now: Instant, _ annunciator: inout Annunciator)
        -> [Event.Body]
    {
        pace.forget()
        heartRate.forget()
        stepUntil = now + settings.settling
        warm = now + settings.warmUp
        isStep = true
        guard records.current?.kind != .minimums else { return [] }
        for kind in [Annunciation.Kind.overspeed, .sinkRate] { _ = annunciator.update(kind, nil, at: now) }
        return records.end(.stepChange, at: now).map { [.alertEnded($0)] } ?? []
    }

    /// Another mission. - Parameter isNewDistance: whether what is called on the way may be called once more.
    mutating func beginMission(isNewDistance: Bool) {
        pace.forget()
        heartRate.forget()
        records.forget()
        stepUntil = nil
        guard isNewDistance else { return }
        way = DistanceWatch()
        wasLow = false
    }

    // What is found

    /// Judges the situation.
    /// - Returns: the records that begin and end with it, and why nothing is judged if that has changed.
    mutating func judge(
        _ situation: Situation, _ aim: Aim, _ configuration: FlightConfiguration, _ annunciator: inout Annunciator
    ) -> [Event.Body] {
        var bodies: [Event.Body] = []
        let isLow = watch(situation, aim, configuration, &annunciator)
        var holding = situations(situation, aim, configuration.gpws, isLow: isLow, annunciator)
        if holding.isEmpty, !GPWS.interruptions.isDisjoint(with: inhibits), configuration.gpws.settling > .zero {
            settlingUntil = situation.at + configuration.gpws.settling
            holding = situations(situation, aim, configuration.gpws, isLow: isLow, annunciator)
        }
        var finding: Finding?
        if holding.isEmpty {
            let inhibit: Inhibit?
            (finding, inhibit) = find(situation, aim, configuration.gpws)
            if let inhibit { holding = [inhibit] }
        } else {
            pace.reset()
        }
        if holding != inhibits { bodies.append(.inhibits(holding)) }
        inhibits = holding
        let reason = GPWS.end(holding)
        // What goes out goes first: there is one record at a time.
        let sides = [(GPWSState.overspeed, BandSide.above), (.sinkRate, .below)]
        for (kind, side) in sides.sorted(by: { $0.1 != finding?.side && $1.1 == finding?.side }) {
            let mine = finding.flatMap { $0.side == side ? $0 : nil }
            bodies += update(kind, mine, because: reason, situation, configuration.gpws, &annunciator)
        }
        bodies += updateMinimums(isLow, situation, aim, configuration.gpws, &annunciator)
        return bodies
    }

    /// Ends what is lit, for the flight is over or its mission another one.
    mutating func end(because reason: Alert.End, at now: Instant, _ annunciator: inout Annunciator) -> [Event.Body] {
        for state in [GPWSState.overspeed, .sinkRate, .minimums] {
            if let kind = state.annunciation { _ = annunciator.update(kind, nil, at: now) }
        }
        inhibits = []
        return records.end(reason, at: now).map { [.alertEnded($0)] } ?? []
    }

    /// - Returns: what was found, and why it is not called or nothing could be found.
    private mutating func find(_ situation: Situation, _ aim: Aim, _ settings: GPWSConfiguration)
        -> (Finding?, Inhibit?)
    {
        switch aim.target {
        case nil: return (nil, nil)
        case .pace(let target, let tolerance):
            guard let speed = situation.speed else { return (nil, .inputLost) }
            let finding = pace.judge(
                speed, error: situation.speedError ?? .zero, target, PaceBand(target, tolerance: tolerance), settings)
            return (finding, settings.detector == .band && pace.isWaiting ? .notYetInside : nil)
        case .heartRate(let target, let tolerance):
            guard let finding = heartRate.judge(target, tolerance, at: situation.at) else { return (nil, .inputLost) }
            return isWarmingUp(finding.side, at: situation.at) ? (nil, .warmUp) : (finding, nil)
        }
    }

    /// A heart needs minutes to come to where it is wanted: up at the beginning, up or down after another interval.
    private func isWarmingUp(_ side: BandSide, at now: Instant) -> Bool {
        guard side != .inside, !heartRate.wasInside, let warm, now < warm else { return false }
        return isStep || side == .below
    }

    /// Why nothing is to be judged.
    private func situations(
        _ situation: Situation, _ aim: Aim, _ settings: GPWSConfiguration, isLow: Bool, _ annunciator: Annunciator
    ) -> [Inhibit] {
        guard let target = aim.target else { return [] }
        let rule = AnnunciationTable.rule(of: .sinkRate, by: target.kind)
        var holding: [Inhibit] = []
        func add(_ inhibit: Inhibit, when isTrue: Bool) {
            if isTrue, inhibit == .inputLost || rule.inhibits.contains(inhibit) {
                holding.append(inhibit)
            }
        }
        let now = situation.at
        add(.holding, when: situation.phase != .cruise)
        add(.standing, when: situation.isStanding)
        add(.afterRotate, when: rotate.map { now - $0 < settings.grace } ?? false)
        add(.settling, when: settlingUntil.map { now < $0 } ?? false)
        add(.stepChange, when: stepUntil.map { now < $0 } ?? false)
        add(.estimated, when: situation.isEstimated)
        add(.inputLost, when: rule.needs == .speed ? situation.speed == nil : situation.heartRate == nil)
        add(.minimums, when: isLow)
        add(.afterTarget, when: way.isBehind)
        add(.inhibited, when: annunciator.isInhibited)
        return holding
    }

    private static func end(_ inhibits: [Inhibit]) -> Alert.End {
        for inhibit in inhibits {
            switch inhibit {
            case .holding: return .holding
            case .standing: return .standing
            case .stepChange: return .stepChange
            case .estimated: return .estimated
            case .inputLost: return .inputLost
            case .minimums: return .superseded
            case .afterTarget: return .targetReached
            case .inhibited: return .inhibited
            default: continue
            }
        }
        return .cleared
    }

    private mutating func update(
        _ kind: GPWSState, _ finding: Finding?, because reason: Alert.End, _ situation: Situation,
        _ settings: GPWSConfiguration, _ annunciator: inout Annunciator
    ) -> [Event.Body] {
        guard let call = kind.annunciation else { return [] }
        let wasCalled = annunciator.wasCalled(call)
        let condition = finding.map { finding in
            Condition(
                severity: finding.severity, text: kind.words, target: finding.target, deviation: finding.deviation,
                error: finding.error,
                values: GPWS.values(finding))
        }
        let change = annunciator.update(call, condition, at: situation.at)
        if let finding, records.current?.kind == kind {
            records.note(finding.severity, deviation: finding.deviation)
        }
        switch change {
        case .lit:
            guard let finding else { return [] }
            let alert = records.begin(
                kind, finding.severity, finding.target, value: finding.value, deviation: finding.deviation, situation,
                sameWithin: settings.sameAlertWithin)
            return [.alertBegan(alert)]
        case .gone:
            if reason == .cleared, wasCalled { annunciator.announce(.onTarget, "ON TARGET", at: situation.at) }
            return records.end(reason, at: situation.at).map { [.alertEnded($0)] } ?? []
        case nil: return []
        }
    }

    private static func values(_ finding: Finding) -> Annunciation.Values {
        var values = Annunciation.Values()
        switch finding.target {
        case .pace: values.pace = SecondsPerKilometre(finding.value)
        case .heartRate: values.heartRate = BeatsPerMinute(finding.value)
        case .distance: values.distance = Metres(finding.value)
        }
        return values
    }
}
