// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The ground proximity warning system: judges the flight against its mission.
///
/// MINIMUMS stands above everything else. The pace band is judged only after the runner has once been inside it, the
/// heart-rate band at once. A value that is stale or missing is never judged.
struct GPWS: Codable, Sendable {
    /// What it may judge by; a value is nil when it is stale or missing.
    struct Situation: Sendable {
        var distance: Metres
        /// 0 while standing.
        var speed: MetresPerSecond?
        var heartRate: BeatsPerMinute?
    }

    private(set) var state = GPWSState.normal
    private var alert: Alert?
    private var wasInsidePaceBand = false
    private var isMinimumsCalled = false
    private var isTargetReached = false

    /// Judges the situation.
    /// - Returns: what begins, ends and is to be called because of it.
    mutating func judge(
        _ situation: Situation, mission: Mission?, minimums: Metres, at now: Instant
    ) -> [Event.Body] {
        guard let mission, !isTargetReached else { return change(to: .normal, because: .cleared, situation, now) }
        if let target = mission.distance {
            if situation.distance >= target {
                isTargetReached = true
                // A step that leaps over the last metres still calls them.
                let leapt = isMinimumsCalled ? [] : change(to: .minimums, because: .superseded, situation, now)
                let ended = leapt + change(to: .normal, because: .targetReached, situation, now)
                return ended + [.annunciation(Annunciation(.targetReached, .advisory, "TARGET DISTANCE"))]
            }
            if situation.distance >= target - minimums {
                return change(to: .minimums, because: .superseded, situation, now)
            }
        }
        switch band(situation, mission) {
        case .unknown: return change(to: .normal, because: .inputLost, situation, now)
        case .inside: return change(to: .normal, because: .cleared, situation, now)
        case .above: return change(to: .overspeed, because: .cleared, situation, now)
        case .below: return change(to: .sinkRate, because: .cleared, situation, now)
        }
    }

    /// Stops judging, for the flight holds or is over, or its mission changed.
    mutating func inhibit(because reason: Alert.End, _ situation: Situation, at now: Instant) -> [Event.Body] {
        change(to: .normal, because: reason, situation, now)
    }

    /// A new mission is judged from its beginning.
    mutating func reset() {
        self = GPWS()
    }

    private enum Band {
        case unknown, inside, above, below
    }

    private mutating func band(_ situation: Situation, _ mission: Mission) -> Band {
        switch mission.target {
        case nil: return .inside
        case .pace(let target, let tolerance):
            // By speed, for standing has no pace and is slower than any band.
            guard let speed = situation.speed else { return .unknown }
            let fastest = (target - tolerance).speed
            let slowest = (target + tolerance).speed
            let band: Band = speed > fastest ? .above : speed < slowest ? .below : .inside
            if band == .inside { wasInsidePaceBand = true }
            return wasInsidePaceBand ? band : .inside
        case .heartRate(let target, let tolerance):
            guard let rate = situation.heartRate else { return .unknown }
            return rate > target + tolerance ? .above : rate < target - tolerance ? .below : .inside
        }
    }

    private mutating func change(
        to new: GPWSState, because reason: Alert.End, _ situation: Situation, _ now: Instant
    ) -> [Event.Body] {
        guard new != state else { return [] }
        state = new
        var bodies: [Event.Body] = []
        if var ended = alert {
            ended.end = now
            ended.reason = reason
            bodies.append(.alertEnded(ended))
            alert = nil
        }
        let call: Annunciation? =
            switch new {
            case .normal: nil
            case .overspeed: Annunciation(.overspeed, .warning, "OVERSPEED")
            case .sinkRate: Annunciation(.sinkRate, .warning, "SINK RATE")
            // Once a mission: a hold within the last metres does not call it again.
            case .minimums: isMinimumsCalled ? nil : Annunciation(.minimums, .warning, "MINIMUMS")
            }
        if new != .normal {
            let began = Alert(
                kind: new, severity: .warning, start: now, distance: situation.distance, pace: situation.speed?.pace,
                heartRate: situation.heartRate)
            alert = began
            bodies.append(.alertBegan(began))
        }
        if new == .minimums { isMinimumsCalled = true }
        if let call { bodies.append(.annunciation(call)) }
        return bodies
    }
}
