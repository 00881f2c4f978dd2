// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The core: a pure function of the tape. It asks no clock, starts nothing and does no I/O; the same inputs at the same
/// instants give the same events, bit for bit.
public struct FlightComputer: Codable, Sendable {
    public private(set) var phase = Phase.preflight
    private(set) var configuration = FlightConfiguration()
    private(set) var civilClock = CivilClock()
    var navigator = Navigator()
    private(set) var position = PositionMonitor()
    private(set) var heartRate = HeartRateMonitor()
    private(set) var power = PowerMonitor()
    var gpws = GPWS()
    var annunciator = Annunciator()
    var mission: Mission?
    /// Where the flight is in an interval mission; nil in others.
    var progress: MissionProgress?
    /// Flown before the mission was set.
    var missionStart = Metres.zero
    /// When the present interval ends by time.
    var stepDeadline: Instant?
    private(set) var isStorageFailing = false
    /// Whether the flight began without a fix and has had none yet.
    var awaitsFix = false
    /// After the program was away its sensors have so long to come back before they are lost.
    private(set) var returning: Instant?
    private static let comeback = Seconds(10)
    /// Whether the newest step was bridged over a gap.
    var isEstimated = false
    var takeoff: Takeoff?
    /// Why the flight holds; nil when it does not.
    var hold: HoldReason?
    /// Whether the flight, or the one that has landed last, is flown without positions.
    var isIndoor = false
    var flight: Flight?
    /// The last time that the program came back, be it in this flight or before it.
    public private(set) var restart: Restart?
    var lastLevel: FlightState.Flight?
    var reasons: [String: Int] = [:]
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
            annunciator.restart()
            gpws.forgetHeartRate()
        }
        while let deadline = nextDeadline, deadline <= now {
            flight?.pass(to: deadline, heartRate: heartRate.live, configuration.runner)
            expire(at: deadline, &events)
        }
        flight?.pass(to: now, heartRate: heartRate.live, configuration.runner)
        take(input, at: now, &events)
        watch(at: now)
        speak(at: now, &events)
        return events.list
    }

    /// When `step` must be called at the latest, with `Input.deadline` if nothing else comes.
    public var nextDeadline: Instant? {
        var earliest = takeoff?.next
        for candidate in [position.deadline, heartRate.deadline, annunciator.deadline, stepDeadline, returning] {
            if let candidate, candidate < earliest ?? candidate + Seconds(1) { earliest = candidate }
        }
        return earliest
    }

    private mutating func expire(at now: Instant, _ events: inout Events) {
        if let takeoff, takeoff.next <= now { count(takeoff, at: now, &events) }
        if let deadline = position.deadline, deadline <= now {
            navigator.forgetSpeed()
            position.expire()
        }
        if let deadline = heartRate.deadline, deadline <= now {
            if heartRate.expire() { gpws.forgetHeartRate() }
        }
        if let returning, returning <= now { self.returning = nil }
        judge(at: now, &events)
        watch(at: now)
        speak(at: now, &events)
    }

    private mutating func take(_ input: Input, at now: Instant, _ events: inout Events) {
        switch input {
        case .fix(let fix): take(fix, at: now, &events)
        case .heartRate(let sample): take(sample, at: now, &events)
        case .sky(let sky): position.take(sky)
        case .battery(let battery):
            heartRate.take(battery)
            power.take(battery)
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
        position.take(fix, at: now, limit: navigator.gapLimit)
        // Indoors a receiver may find positions all the same, through a window; they say nothing.
        if !isIndoor {
            for reason in outcome.rejections { reject(reason.rawValue) }
            if let pace = outcome.pace { gpws.take(pace, aim) }
            if let step = outcome.step {
                isEstimated = step.isEstimated
                count(step, fix, at: now, &events)
            }
        }
        judge(at: now, &events)
    }

    private mutating func reject(_ reason: String) {
        rejections.append(reason)
        reasons[reason, default: 0] += 1
    }

    private mutating func take(_ sample: HeartRateSample, at now: Instant, _ events: inout Events) {
        if heartRate.take(sample, at: now), let rate = sample.rate {
            flight?.take(heartRate: rate)
            if let doubt = gpws.take(sample, at: now) { reasons[doubt, default: 0] += 1 }
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
            position.take(link)
        case .heartRate: if heartRate.take(link) { gpws.forgetHeartRate() }
        case .storage: isStorageFailing = link.state != .up
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
        returning = now + FlightComputer.comeback
        flight?.interrupt(restart)
        judge(at: now, &events)
        annunciator.announce(.resumed, "FLIGHT RESUMED", at: now)
    }

    // What follows from it

    mutating func change(to new: Phase, at now: Instant, _ events: inout Events) {
        let old = phase
        phase = new
        emit(.phase(from: old, to: new, hold: hold), at: now, &events)
        if new != .holding { hold = nil }
    }

    mutating func emit(_ body: Event.Body, at instant: Instant, _ events: inout Events) {
        events.list.append(
            Event(
                at: instant, time: civilClock.time(of: instant), flight: flight?.id ?? takeoff?.flight, body: body))
    }

    mutating func emit(_ bodies: [Event.Body], at instant: Instant, _ events: inout Events) {
        for body in bodies { emit(body, at: instant, &events) }
    }

    // What tells events is mutating although it changes nothing but them: otherwise each call would copy the computer.

    /// Gathers the events of one step.
    struct Events {
        var list: [Event] = []
    }
}
