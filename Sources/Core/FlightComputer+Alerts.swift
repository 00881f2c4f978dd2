// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is judged, and what the annunciator is told of it.
extension FlightComputer {
    // The mission

    /// What is aimed at here and now.
    var aim: Aim {
        guard let mission else { return Aim() }
        guard let progress else { return Aim(target: mission.target, distance: mission.distance) }
        return Aim(target: progress.current?.target, distance: mission.distance.map { missionStart + $0 })
    }

    /// The mission begins here.
    mutating func beginMission(at distance: Metres, active: Seconds) {
        missionStart = distance
        progress = mission.flatMap { MissionProgress($0, distance: distance, active: active) }
    }

    mutating func set(_ new: Mission?, at now: Instant, _ events: inout Events) {
        // Who repeats a mission does not begin it anew.
        guard new != mission else { return }
        emit(gpws.end(because: .missionChanged, at: now, &annunciator), at: now, &events)
        let isNewDistance = new?.distance != mission?.distance || !(new?.steps.isEmpty ?? true)
        gpws.beginMission(isNewDistance: isNewDistance)
        if isNewDistance { annunciator.beginMission() }
        mission = new
        beginMission(at: flight?.distance ?? .zero, active: flight?.active(at: now) ?? .zero)
        if flight != nil, let first = progress?.current { announce(first, at: now) }
        judge(at: now, &events)
    }

    /// Goes on in an interval mission.
    private mutating func advance(at now: Instant, _ events: inout Events) {
        guard phase == .cruise, let flight else { return }
        let active = flight.active(at: now)
        for change in progress?.advance(distance: flight.distance, active: active) ?? [] {
            emit(gpws.beginStep(configuration.gpws, at: now, &annunciator), at: now, &events)
            if let next = change.to {
                announce(next, at: now)
            } else if mission?.distance == nil {
                annunciator.announce(.targetReached, "MISSION COMPLETE", at: now)
            }
        }
        stepDeadline = progress?.timeDeadline.map { now + ($0 - active) }
    }

    mutating func announce(_ step: MissionProgress.Numbered, at now: Instant) {
        let count = progress?.count ?? step.index
        var values = Annunciation.Values()
        values.number = step.index
        values.count = count
        annunciator.announce(.interval, Phrase.interval(step, of: count), values, at: now)
    }

    // What is judged

    /// Judges the flight as it stands.
    mutating func judge(at now: Instant, _ events: inout Events) {
        guard phase == .cruise || phase == .holding else { return }
        advance(at: now, &events)
        emit(gpws.judge(situation(at: now), aim, configuration, &annunciator), at: now, &events)
    }

    private func situation(at now: Instant) -> Situation {
        let hasSpeed = position.state == .fix && !isIndoor
        return Situation(
            at: now, phase: phase, distance: flight?.distance ?? .zero, active: flight?.active(at: now) ?? .zero,
            speed: hasSpeed ? navigator.speed : nil, speedError: hasSpeed ? navigator.speedError : nil,
            heartRate: heartRate.live, place: trackPoint.map { ($0.latitude, $0.longitude) },
            isEstimated: isEstimated)
    }

    /// Looks after the sensors, the batteries and the recorder.
    mutating func watch(at now: Instant) {
        update(
            .storageFailing, isStorageFailing ? Condition(severity: .warning, text: "RECORDER FAILING") : nil, at: now,
            back: (.storageRecovered, "RECORDER BACK"))
        guard phase != .preflight, phase != .touchdown else { return }
        let isPositionLost = position.isLost && !isIndoor && isMissed(.positionLost)
        update(
            .positionLost, isPositionLost ? Condition(severity: .caution, text: "GPS LOST") : nil, at: now,
            back: (.positionRegained, "GPS FIX"))
        if awaitsFix, position.state == .fix {
            awaitsFix = false
            if !annunciator.cancel(.noFix) { annunciator.announce(.positionRegained, "GPS FIX", at: now) }
        }
        let isWithoutContact = heartRate.isWithoutContact
        update(
            .contactLost, isWithoutContact ? Condition(severity: .caution, text: "NO SKIN CONTACT") : nil, at: now)
        let isLost = heartRate.state == .lost && !isWithoutContact && isMissed(.heartRateLost)
        update(
            .heartRateLost, isLost ? Condition(severity: .caution, text: "HEART RATE LOST") : nil, at: now,
            back: (.heartRateRegained, "HEART RATE BACK"))
        update(.sensorBatteryLow, FlightComputer.battery("STRAP", heartRate.battery, low: 15, empty: 5), at: now)
        let own = power.battery.flatMap { $0.isCharging == true ? nil : $0.percent }
        update(.deviceBatteryLow, FlightComputer.battery("DEVICE", own, low: 20, empty: 8), at: now)
    }

    /// What comes back with the program itself was not lost; what was before is.
    private func isMissed(_ kind: Annunciation.Kind) -> Bool { returning == nil || annunciator.isLit(kind) }

    /// - Parameter back: what is said when it has ended and its beginning was said.
    private mutating func update(
        _ kind: Annunciation.Kind, _ condition: Condition?, at now: Instant,
        back: (kind: Annunciation.Kind, text: String)? = nil
    ) {
        let wasCalled = annunciator.wasCalled(kind)
        let change = annunciator.update(kind, condition, at: now)
        guard let back else { return }
        if change == .lit, annunciator.cancel(back.kind) { annunciator.takeAsSaid(kind, at: now) }
        guard change == .gone, wasCalled else { return }
        annunciator.announce(back.kind, back.text, at: now)
    }

    private static func battery(_ name: String, _ percent: Int?, low: Int, empty: Int) -> Condition? {
        guard let percent, percent <= low else { return nil }
        var condition = Condition(
            severity: percent <= empty ? .warning : .caution, text: "\(name) BATTERY LOW, \(percent) PERCENT")
        condition.values = Annunciation.Values()
        condition.values?.percent = percent
        return condition
    }

    // What is said

    /// Says what is due.
    mutating func speak(at now: Instant, _ events: inout Events) {
        annunciator.speak(at: now)
        for body in annunciator.drain() {
            if case .withheld(let withheld) = body { reasons["withheld." + withheld.reason.rawValue, default: 0] += 1 }
            emit(body, at: now, &events)
        }
    }

    mutating func call(_ split: Split, at now: Instant) {
        var values = Annunciation.Values()
        values.number = split.index
        values.duration = split.duration
        values.distance = split.distance
        switch split.ending {
        case .lap:
            annunciator.announce(.lap, "LAP \(split.index), \(split.duration.clock)", values, at: now)
        case .distance:
            values.pace = split.pace
            values.averagePace = level(at: now)?.averagePace
            values.heartRate = split.heartRate
            let name = flight?.splitter.length == Metres(1000) ? "KILOMETRE" : "SPLIT"
            var text = "\(name) \(split.index), \(split.pace?.clock ?? "-:--")"
            if split.index > 1, let average = values.averagePace { text += ". AVERAGE \(average.clock)" }
            annunciator.announce(.split, text + Phrase.heartRate(split.heartRate), values, at: now)
            callProjection(at: now)
        case .end, nil: break
        }
    }

    /// When the target will be reached, and what the goal takes.
    private mutating func callProjection(at now: Instant) {
        guard let projection = projection(at: now), projection.remaining >= Metres(500), let goal = projection.goal,
            let finish = projection.finish
        else { return }
        var values = Annunciation.Values()
        values.duration = finish
        values.distance = projection.remaining
        values.neededPace = projection.needed
        var text = "FINISH \(finish.clock)"
        if let needed = projection.needed {
            text += ". NEED \(needed.clock)"
        } else if finish > goal {
            text += ". GOAL OUT OF REACH"
        }
        annunciator.announce(.projection, text, values, at: now)
    }

    /// Where the flight leads to; nil without a target distance.
    func projection(at now: Instant) -> Projection? {
        guard let flight, let target = aim.distance, flight.distance < target else { return nil }
        var projection = Projection(remaining: target - flight.distance, goal: mission?.goalTime)
        let active = flight.active(at: now)
        if flight.distance >= Metres(200), active > .zero {
            projection.finish =
                active + Seconds(active.rawValue / flight.distance.rawValue * projection.remaining.rawValue)
        }
        if let goal = projection.goal, goal > active {
            let needed = SecondsPerKilometre((goal - active).rawValue / projection.remaining.kilometres)
            // Nobody runs a kilometre in less than two minutes.
            if needed >= SecondsPerKilometre(120) { projection.needed = needed }
        }
        return projection
    }

    func touchdown(_ summary: FlightSummary) -> String {
        let time = (summary.elapsed - (summary.held ?? .zero)).clock
        guard !summary.isIndoor else { return "TOUCHDOWN. \(time)" + Phrase.heartRate(summary.averageHeartRate) }
        guard summary.distance >= Metres(10) else { return "TOUCHDOWN" }
        let way = "TOUCHDOWN. \(Phrase.distance(summary.distance)) IN \(time)"
        // Slower than any mission is no pace, but standing.
        guard let pace = summary.averagePace, pace <= SecondsPerKilometre(1200) else { return way }
        return way + ". PACE \(pace.clock)" + Phrase.heartRate(summary.averageHeartRate)
    }

    func touchdownValues(_ summary: FlightSummary) -> Annunciation.Values {
        var values = Annunciation.Values()
        values.distance = summary.isIndoor ? nil : summary.distance
        values.duration = summary.elapsed - (summary.held ?? .zero)
        values.averagePace = summary.isIndoor ? nil : summary.averagePace
        values.heartRate = summary.averageHeartRate
        return values
    }
}
