// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is asked for.
extension FlightComputer {
    mutating func take(_ command: Command, at now: Instant, _ events: inout Events) {
        switch (command.action, phase) {
        case (.start(let id, let mission, let immediately), .preflight),
            (.start(let id, let mission, let immediately), .touchdown):
            if let mission { self.mission = mission }
            start(id, origin: command.origin, countdown: immediately ? 0 : configuration.countdown, at: now, &events)
        case (.start, _):
            refuse(.alreadyFlying, "a flight is in the air; stop it before starting another", at: now, &events)
        case (.stop, .takeoff):
            takeoff = nil
            change(to: .preflight, at: now, &events)
        case (.stop, .cruise), (.stop, .holding): land(command.origin, at: now, &events)
        case (.stop, _), (.hold, .preflight), (.hold, .takeoff), (.hold, .touchdown), (.resume, .preflight),
            (.resume, .takeoff), (.resume, .touchdown):
            refuse(.notFlying, "no flight is in the air; start one first", at: now, &events)
        case (.hold, .cruise):
            flight?.hold(at: now)
            emit(gpws.inhibit(because: .holding, situation, at: now), at: now, &events)
            change(to: .holding, at: now, &events)
            emit(.annunciation(Annunciation(.hold, .status, "HOLDING")), at: now, &events)
        case (.hold, .holding): refuse(.alreadyHolding, "the flight is holding already", at: now, &events)
        case (.resume, .holding):
            flight?.resume(at: now)
            change(to: .cruise, at: now, &events)
            emit(.annunciation(Annunciation(.resume, .status, "RESUMING")), at: now, &events)
            judge(at: now, &events)
        case (.resume, .cruise): refuse(.notHolding, "the flight is not holding", at: now, &events)
        case (.setMission(let mission), _):
            emit(gpws.inhibit(because: .missionChanged, situation, at: now), at: now, &events)
            gpws.reset()
            self.mission = mission
            judge(at: now, &events)
        }
    }

    private mutating func start(
        _ id: FlightID, origin: Command.Origin, countdown: Int, at now: Instant, _ events: inout Events
    ) {
        lastLevel = nil
        reasons = [:]
        gpws.reset()
        takeoff = Takeoff(flight: id, origin: origin, remaining: countdown, next: now)
        change(to: .takeoff, at: now, &events)
        if let takeoff { count(takeoff, at: now, &events) }
    }

    /// Calls one count of the takeoff, or ROTATE.
    mutating func count(_ takeoff: Takeoff, at now: Instant, _ events: inout Events) {
        guard takeoff.remaining == 0 else {
            self.takeoff?.remaining -= 1
            self.takeoff?.next = takeoff.next + Seconds(1)
            emit(.annunciation(Annunciation(.countdown, .advisory, String(takeoff.remaining))), at: now, &events)
            return
        }
        self.takeoff = nil
        flight = Flight(
            id: takeoff.flight, origin: takeoff.origin, split: configuration.split, utcOffset: civilClock.offset,
            at: now)
        change(to: .cruise, at: now, &events)
        if let summary = summary(at: now) { emit(.flightBegan(summary), at: now, &events) }
        emit(.annunciation(Annunciation(.rotate, .advisory, "ROTATE")), at: now, &events)
        if position.state != .fix {
            let text = "NO FIX. DISTANCE BEGINS WITH THE FIRST GOOD POSITIONS"
            emit(.annunciation(Annunciation(.noFix, .caution, text)), at: now, &events)
        }
        judge(at: now, &events)
    }

    private mutating func land(_ origin: Command.Origin, at now: Instant, _ events: inout Events) {
        if phase == .cruise { emit(gpws.inhibit(because: .touchdown, situation, at: now), at: now, &events) }
        if let last = flight?.finish(at: now) { emit(.split(last), at: now, &events) }
        lastLevel = level(at: now)
        guard var summary = summary(at: now) else { return }
        if summary.distance < configuration.shortFlight { summary.remarks.append(.short) }
        if flight?.hasPosition == false { summary.remarks.append(.noPosition) }
        if origin == .recovery { summary.remarks.append(.closedByRecovery) }
        change(to: .touchdown, at: now, &events)
        emit(.flightEnded(summary), at: now, &events)
        emit(.annunciation(Annunciation(.touchdown, .advisory, "TOUCHDOWN")), at: now, &events)
        flight = nil
        mission = nil
        gpws.reset()
    }

    private mutating func refuse(
        _ code: Refusal.Code, _ message: String, at now: Instant, _ events: inout Events
    ) {
        emit(.refused(Refusal(code, message)), at: now, &events)
    }
}
