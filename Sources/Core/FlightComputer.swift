// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The core: a pure function of the tape. It asks no clock, starts nothing and does no I/O; the same inputs at the same
/// instants give the same events, bit for bit.
public struct FlightComputer: Codable, Sendable {
    public private(set) var phase = Phase.preflight
    private var configuration = FlightConfiguration()
    private(set) var civilClock = CivilClock()
    private(set) var navigator = Navigator()
    private(set) var position = PositionMonitor()
    private(set) var heartRate = HeartRateMonitor()
    private(set) var gpws = GPWS()
    private(set) var mission: Mission?
    private(set) var takeoff: Takeoff?
    private(set) var flight: Flight?
    /// The last time that the program came back, be it in this flight or before it.
    public private(set) var restart: Restart?
    private(set) var lastLevel: FlightState.Flight?
    private(set) var reasons: [String: Int] = [:]
    /// Why the newest fix, or a part of it, was not used; reason codes.
    public private(set) var rejections: [String] = []

    struct Takeoff: Codable {
        var flight: FlightID
        var origin: Command.Origin
        /// Counts left to call, the next one at `next`.
        var remaining: Int
        var next: Instant
    }

    public init() {}

    /// Runs the deadlines up to `now` at their own instants, then takes the input.
    /// - Parameter now: not before that of the call before.
    /// - Returns: what happened, in order.
    public mutating func step(_ input: Input, at now: Instant) -> [Event] {
        var events = Events()
        if case .restart = input {
            // What would have come due while the program was away has not been missed by anybody.
            position.restart()
            heartRate.restart()
        }
        while let deadline = nextDeadline, deadline <= now {
            expire(at: deadline, &events)
        }
        take(input, at: now, &events)
        return events.list
    }

    /// When `step` must be called at the latest, with `Input.deadline` if nothing else comes.
    public var nextDeadline: Instant? {
        var earliest = takeoff?.next
        for candidate in [position.deadline, heartRate.deadline] {
            if let candidate, candidate < earliest ?? candidate + Seconds(1) { earliest = candidate }
        }
        return earliest
    }

    private mutating func expire(at now: Instant, _ events: inout Events) {
        if let takeoff, takeoff.next <= now { count(takeoff, at: now, &events) }
        if let deadline = position.deadline, deadline <= now {
            navigator.forgetSpeed()
            announce(position.expire(), at: now, &events)
            judge(at: now, &events)
        }
        if let deadline = heartRate.deadline, deadline <= now {
            announce(heartRate.expire(), at: now, &events)
            judge(at: now, &events)
        }
    }

    private mutating func take(_ input: Input, at now: Instant, _ events: inout Events) {
        switch input {
        case .fix(let fix): take(fix, at: now, &events)
        case .heartRate(let sample): take(sample, at: now, &events)
        case .sky(let sky): position.take(sky)
        case .battery(let battery): heartRate.take(battery)
        case .link(let link): take(link, at: now, &events)
        case .command(let command): take(command, at: now, &events)
        case .configuration(let new): configuration = new
        case .clock(let reading): civilClock.take(reading, at: now)
        case .deadline: break
        case .restart(let restart): take(restart, at: now, &events)
        case .gap(let gap): flight?.learn(gap: gap)
        }
    }

    // What comes from the sensors

    private mutating func take(_ raw: Fix, at now: Instant, _ events: inout Events) {
        let screen = FixScreen(raw)
        let fix = screen.fix
        rejections.removeAll()
        for fault in screen.faults { reject(fault.rawValue) }
        if !civilClock.take(fix, at: now) { reject("timeJump") }
        // A clock's fault is a state and not one fix's: it counts once a flight.
        if let fault = civilClock.fault { reasons[fault.rawValue] = 1 }
        let outcome = navigator.take(fix, at: now)
        announce(position.take(fix, at: now, limit: navigator.gapLimit), at: now, &events)
        switch outcome {
        case .rejected(let reason): reject(reason.rawValue)
        case .step(let step):
            for split in flight?.take(step) ?? [] {
                emit(.split(split), at: split.end, &events)
                emit(.annunciation(call(split)), at: split.end, &events)
            }
        }
        judge(at: now, &events)
    }

    private mutating func reject(_ reason: String) {
        rejections.append(reason)
        reasons[reason, default: 0] += 1
    }

    private mutating func take(_ sample: HeartRateSample, at now: Instant, _ events: inout Events) {
        let (change, counts) = heartRate.take(sample, at: now)
        announce(change, at: now, &events)
        if counts, let rate = sample.rate {
            flight?.take(heartRate: rate)
        } else {
            let reason = sample.rate == nil ? "noHeartRate" : sample.contact == false ? "noContact" : "otherSensor"
            reasons[reason, default: 0] += 1
        }
        judge(at: now, &events)
    }

    private mutating func take(_ link: LinkChange, at now: Instant, _ events: inout Events) {
        switch link.kind {
        case .position:
            if link.state != .up { navigator.forgetSpeed() }
            announce(position.take(link), at: now, &events)
        case .heartRate: announce(heartRate.take(link), at: now, &events)
        case .storage: announceStorage(link, at: now, &events)
        }
        judge(at: now, &events)
    }

    private mutating func take(_ restart: Restart, at now: Instant, _ events: inout Events) {
        if restart.rebooted, restart.gap == nil {
            let startTime = civilTime(at: flight?.start ?? now)
            flight?.pin(startTime: startTime)
            civilClock = CivilClock()
        }
        self.restart = restart
        if restart.gap == nil {
            navigator.breakSegment()
        } else {
            // A gap like any other: bridged when that is plausible.
            navigator.forgetSpeed()
        }
        guard flight != nil else { return }
        flight?.interrupt(restart)
        judge(at: now, &events)
        emit(.annunciation(Annunciation(.resumed, .status, "FLIGHT RESUMED")), at: now, &events)
    }

    // What is asked for

    private mutating func take(_ command: Command, at now: Instant, _ events: inout Events) {
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
    private mutating func count(_ takeoff: Takeoff, at now: Instant, _ events: inout Events) {
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

    // What follows from it

    private mutating func judge(at now: Instant, _ events: inout Events) {
        guard phase == .cruise else { return }
        emit(
            gpws.judge(situation, mission: mission, minimums: configuration.minimums, at: now), at: now, &events)
    }

    private var situation: GPWS.Situation {
        GPWS.Situation(
            distance: flight?.distance ?? .zero, speed: position.state == .fix ? navigator.speed : nil,
            heartRate: heartRate.live)
    }

    private mutating func change(to new: Phase, at now: Instant, _ events: inout Events) {
        let old = phase
        phase = new
        emit(.phase(from: old, to: new), at: now, &events)
    }

    private func announce(_ change: PositionMonitor.Change?, at now: Instant, _ events: inout Events) {
        guard let change, phase != .preflight, phase != .touchdown else { return }
        let call =
            switch change {
            case .lost: Annunciation(.positionLost, .caution, "GPS LOST")
            case .regained, .acquired: Annunciation(.positionRegained, .status, "GPS FIX")
            }
        emit(.annunciation(call), at: now, &events)
    }

    private func announce(_ change: HeartRateMonitor.Change?, at now: Instant, _ events: inout Events) {
        guard let change, phase != .preflight, phase != .touchdown else { return }
        let call =
            switch change {
            case .lost: Annunciation(.heartRateLost, .caution, "HEART RATE LOST")
            case .regained: Annunciation(.heartRateRegained, .status, "HEART RATE BACK")
            }
        emit(.annunciation(call), at: now, &events)
    }

    private func announceStorage(_ link: LinkChange, at now: Instant, _ events: inout Events) {
        let call =
            link.state == .up
            ? Annunciation(.storageRecovered, .status, "RECORDER BACK")
            : Annunciation(.storageFailing, .warning, "RECORDER FAILING")
        emit(.annunciation(call), at: now, &events)
    }

    private func call(_ split: Split) -> Annunciation {
        let pace = split.pace?.clock ?? "-:--"
        let name = flight?.splitter.length == Metres(1000) ? "KILOMETRE" : "SPLIT"
        return Annunciation(.split, .advisory, "\(name) \(split.index), \(pace)")
    }

    private func emit(_ body: Event.Body, at instant: Instant, _ events: inout Events) {
        events.list.append(
            Event(
                at: instant, time: civilClock.time(of: instant), flight: flight?.id ?? takeoff?.flight, body: body))
    }

    private func emit(_ bodies: [Event.Body], at instant: Instant, _ events: inout Events) {
        for body in bodies { emit(body, at: instant, &events) }
    }

    /// Gathers the events of one step.
    private struct Events {
        var list: [Event] = []
    }
}
