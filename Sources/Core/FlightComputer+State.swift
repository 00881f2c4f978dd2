// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

extension FlightComputer {
    /// The levels at an instant.
    public func state(at now: Instant) -> FlightState {
        var state = FlightState(
            at: now, phase: phase, gps: position.level(at: now), heartRate: heartRate.level(at: now),
            gpws: annunciator.state)
        state.gps.clockFault = civilClock.fault
        state.time = civilClock.time(of: now)
        state.hold = hold
        state.isIndoor = isIndoor
        state.countdown = takeoff.map { $0.remaining + 1 }
        state.flight = level(at: now) ?? lastLevel
        state.lamps = annunciator.lamps
        state.inhibits = gpws.inhibits
        state.muted = annunciator.mutedUntil.map { max(.zero, $0 - now) }
        state.isInhibited = annunciator.isInhibited
        state.projection = projection(at: now)
        state.power = power.level
        state.mission = mission
        state.reasons = reasons
        return state
    }

    /// What is aimed at here and now: by the mission, or by its present interval.
    public var target: Mission.Target? { aim.target }

    /// The flight in numbers so far; nil when none is in the air.
    public func summary(at now: Instant) -> FlightSummary? {
        guard let flight else { return nil }
        var summary = FlightSummary(id: flight.id, origin: flight.origin, mission: mission, start: flight.start)
        summary.startTime = flight.pinnedStartTime ?? civilClock.time(of: flight.start)
        summary.isStartTrusted = flight.pinnedStartTime != nil || civilClock.isTrusted
        summary.utcOffset = flight.utcOffset
        summary.isIndoor = isIndoor
        summary.distance = flight.distance
        summary.distanceError = distanceError(at: now)
        summary.elapsed = flight.elapsed(at: now)
        summary.held = summary.elapsed - flight.active(at: now)
        summary.moving = flight.moving
        summary.estimated = flight.estimated
        summary.averageHeartRate = flight.heartRates.value
        summary.maximumHeartRate = flight.heartRates.maximum
        summary.ascent = flight.climb?.ascent
        summary.descent = flight.climb?.descent
        summary.energy = flight.energy.value
        summary.energySource = flight.energy.source
        if flight.wasInterrupted { summary.remarks.append(.interrupted) }
        if flight.hasUnknownGap { summary.remarks.append(.unknownGap) }
        if reasons[ClockFault.weekRollover.rawValue] != nil { summary.remarks.append(.weekRollover) }
        summary.reasons = reasons
        return summary
    }

    /// How long a reboot in this flight took, once a trusted clock can tell; nil while nothing is to be learned.
    public func missingGap(at now: Instant) -> Seconds? {
        guard let flight, flight.hasUnknownGap, let started = flight.pinnedStartTime, civilClock.isTrusted,
            let time = civilClock.time(of: now)
        else { return nil }
        return max(.zero, (time - started) - (now - flight.start))
    }

    /// Civil time at an instant, and whether a trusted clock stands behind it; nil while no clock is known.
    public func civilTime(at instant: Instant) -> (time: UTCTime, isTrusted: Bool)? {
        civilClock.time(of: instant).map { ($0, civilClock.isTrusted) }
    }

    /// A receiver's epoch as a label of the instant at which it was received: corrected for week rollovers, and nil when
    /// it is not to be believed.
    public func label(_ epoch: UTCTime, at instant: Instant) -> UTCTime? {
        civilClock.label(epoch, at: instant)
    }

    /// The newest accepted position and the segment of the track that it belongs to; nil in an indoor flight.
    public var trackPoint: (latitude: Degrees, longitude: Degrees, at: Instant, segment: Int)? {
        isIndoor ? nil : navigator.point.map { ($0.place.latitude, $0.place.longitude, $0.at, navigator.segment) }
    }

    /// The standard error of the flight's distance; nil without positions.
    private func distanceError(at now: Instant) -> Metres? {
        guard let flight, flight.hasPosition else { return nil }
        return Metres(navigator.distanceVariance(at: now).squareRoot())
    }

    func level(at now: Instant) -> FlightState.Flight? {
        guard let flight else { return nil }
        var level = FlightState.Flight(
            id: flight.id, distance: flight.distance, elapsed: flight.elapsed(at: now), moving: flight.moving,
            splits: flight.splitter.count)
        if phase == .cruise, position.state == .fix, !isIndoor {
            level.speed = navigator.speed
            level.pace = navigator.pace
            level.speedError = navigator.speedError
            level.paceError = navigator.paceError
        }
        level.distanceError = distanceError(at: now)
        let active = flight.active(at: now)
        if flight.distance >= Metres(10) {
            level.averagePace = SecondsPerKilometre(active.rawValue / flight.distance.kilometres)
        }
        level.averageHeartRate = flight.heartRates.value
        level.ascent = flight.climb?.ascent
        level.descent = flight.climb?.descent
        level.energy = flight.energy.value
        level.energySource = flight.energy.source
        return level
    }
}
