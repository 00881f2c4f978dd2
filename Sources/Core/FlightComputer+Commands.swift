// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is asked for.
extension FlightComputer {
    /// Why what is asked for makes no sense where the flight is; nil when it does.
    public func refusal(of action: Command.Action, at now: Instant) -> Refusal? {
        switch (action, phase) {
        case (.start(_, let new, _, let isIndoor), .preflight), (.start(_, let new, _, let isIndoor), .touchdown):
            return isIndoor && (new ?? mission)?.needsPositions ?? false ? FlightComputer.needsPositions : nil
        case (.setMission, .preflight), (.setMission, .touchdown), (.stop, .takeoff): return nil
        case (.setMission(let new), _):
            if isIndoor, new?.needsPositions ?? false { return FlightComputer.needsPositions }
            if let passed = passed(new) { return passed }
            guard !isIndoor, new?.isIndoor ?? false else { return nil }
            return Refusal(.indoor, "the flight in the air is under the sky; leave out 'indoor'")
        case (.start, _):
            return Refusal(.alreadyFlying, "a flight is in the air; stop it before starting another")
        case (_, .preflight), (_, .takeoff), (_, .touchdown):
            return Refusal(.notFlying, "no flight is in the air; start one first")
        case (.hold, .holding):
            // What holds by itself can be held by hand: then it does not go on by itself.
            return hold == .auto ? nil : Refusal(.alreadyHolding, "the flight is holding already")
        case (.resume, .cruise): return Refusal(.notHolding, "the flight is not holding")
        case (.lap, _):
            guard flight?.canLap(at: now) == false else { return nil }
            return Refusal(.emptyLap, "nothing has been flown since the last split; wait before the next lap")
        case (.mute(let time), _):
            guard time >= .zero, time <= Command.longestMute else {
                return Refusal(.outOfRange, "calls can be muted for a day at most; write 0 s to 24 h")
            }
            return nil
        case (.stop, _), (.hold, .cruise), (.resume, .holding), (.acknowledge, _), (.inhibit, _): return nil
        }
    }

    /// A plain mission's distance is the flight's: one that is flown already cannot be aimed at.
    private func passed(_ new: Mission?) -> Refusal? {
        guard let new, new != mission, new.steps.isEmpty, let target = new.distance, let flight,
            flight.distance >= target
        else { return nil }
        let flown = Phrase.plain((flight.distance.rawValue / 10).rounded() / 100)
        return Refusal(
            .passed, "\(flown) km are flown already; set a longer distance, or a mission without one")
    }

    private static let needsPositions = Refusal(
        .indoor,
        "indoors nothing measures pace or distance, as there is no foot pod; set a heart rate alone, or no mission")

    mutating func take(_ command: Command, at now: Instant, _ events: inout Events) {
        if let refusal = refusal(of: command.action, at: now) {
            emit(.refused(refusal), at: now, &events)
            return
        }
        switch command.action {
        case .start(let id, let mission, let immediately, let isIndoor):
            if let mission { self.mission = mission }
            self.isIndoor = isIndoor || self.mission?.isIndoor ?? false
            start(id, origin: command.origin, countdown: immediately ? 0 : configuration.countdown, at: now, &events)
        case .stop:
            if phase == .takeoff {
                takeoff = nil
                isIndoor = false
                annunciator.land()
                change(to: .preflight, at: now, &events)
            } else {
                land(command.origin, at: now, &events)
            }
        case .hold:
            if phase == .holding { hold = .hand } else { hold(.hand, from: now, at: now, &events) }
            annunciator.announce(.hold, "HOLDING", at: now)
        case .resume:
            _ = resume(from: now, &events)
            // Who goes on by hand is not held again before he has moved.
            flight?.standingWatch.expectMotion()
            annunciator.announce(.resume, "RESUMING", at: now)
            judge(at: now, &events)
        case .lap:
            flight?.lap(at: now)
            // The fix that tells how far the runner was is not to come soon; until it does, this is the answer.
            if isIndoor {
                tell(flight?.settleLaps() ?? [], at: now, &events)
            } else if position.state != .fix {
                annunciator.announce(.lap, "LAP", at: now)
            }
        case .setMission(let mission): set(mission, at: now, &events)
        case .acknowledge: annunciator.acknowledge()
        case .mute(let time): annunciator.mute(until: time > .zero ? now + time : nil)
        case .inhibit(let isOn):
            annunciator.inhibit(isOn)
            judge(at: now, &events)
        }
    }

    private mutating func start(
        _ id: FlightID, origin: Command.Origin, countdown: Int, at now: Instant, _ events: inout Events
    ) {
        lastLevel = nil
        reasons = [:]
        gpws.beginFlight(configuration.gpws, at: nil)
        annunciator.beginFlight()
        beginMission(at: .zero, active: .zero)
        takeoff = Takeoff(flight: id, origin: origin, remaining: countdown, next: now)
        change(to: .takeoff, at: now, &events)
        if let takeoff { count(takeoff, at: now, &events) }
    }

    /// Calls one count of the takeoff, or ROTATE.
    mutating func count(_ takeoff: Takeoff, at now: Instant, _ events: inout Events) {
        guard takeoff.remaining == 0 else {
            self.takeoff?.remaining -= 1
            self.takeoff?.next = takeoff.next + Seconds(1)
            var values = Annunciation.Values()
            values.number = takeoff.remaining
            annunciator.announce(.countdown, String(takeoff.remaining), values, at: now)
            return
        }
        self.takeoff = nil
        navigator.beginFlight()
        flight = Flight(
            id: takeoff.flight, origin: takeoff.origin, split: configuration.split, utcOffset: civilClock.offset,
            at: now)
        change(to: .cruise, at: now, &events)
        if let summary = summary(at: now) { emit(.flightBegan(summary), at: now, &events) }
        gpws.beginFlight(configuration.gpws, at: now)
        annunciator.announce(.rotate, "ROTATE", at: now)
        if let first = progress?.current { announce(first, at: now) }
        awaitsFix = position.state != .fix && !isIndoor
        if awaitsFix {
            annunciator.announce(.noFix, "NO FIX. DISTANCE BEGINS WITH THE FIRST GOOD POSITIONS", at: now)
        }
        judge(at: now, &events)
    }

    private mutating func land(_ origin: Command.Origin, at now: Instant, _ events: inout Events) {
        emit(gpws.end(because: .touchdown, at: now, &annunciator), at: now, &events)
        tell(flight?.finish(at: now) ?? [], at: now, &events)
        lastLevel = level(at: now)
        guard var summary = summary(at: now) else { return }
        if !isIndoor {
            if summary.distance < configuration.shortFlight { summary.remarks.append(.short) }
            if flight?.hasPosition == false { summary.remarks.append(.noPosition) }
        }
        if origin == .recovery { summary.remarks.append(.closedByRecovery) }
        change(to: .touchdown, at: now, &events)
        emit(.flightEnded(summary), at: now, &events)
        annunciator.land()
        annunciator.announce(.touchdown, touchdown(summary), touchdownValues(summary), at: now)
        speak(at: now, &events)
        flight = nil
        mission = nil
        progress = nil
        stepDeadline = nil
        gpws.beginFlight(configuration.gpws, at: nil)
    }
}
