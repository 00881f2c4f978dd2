// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// Flies a flight computer by hand: keeps the time, the true place and all events.
struct Pilot {
    var computer = FlightComputer()
    var events: [Event] = []
    var inputs: [(input: Input, at: Instant)] = []
    /// Seconds since the beginning.
    var time = 0.0
    /// The true way north of the start, in metres.
    var way = 0.0
    var epochOffset = 0.0
    /// Above mean sea level; nil for a receiver that tells none.
    var altitude: Double?
    static let base = 1_790_000_000.0
    static let id = FlightID("01890000-0000-7000-8000-000000000001")!
    // WGS 84: metres per degree of latitude at the equator, over a few kilometres.
    static let metresPerDegree = 110_574.3

    var now: Instant { Instant(nanoseconds: Int64((time * 1e9).rounded())) }

    init(configuration: FlightConfiguration = FlightConfiguration()) {
        submit(.configuration(configuration))
        submit(.clock(ClockReading(time: UTCTime(secondsSince1970: Pilot.base), source: .synchronised, offset: 3600)))
        submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
    }

    @discardableResult
    mutating func submit(_ input: Input) -> [Event] {
        inputs.append((input, now))
        let new = computer.step(input, at: now)
        events += new
        return new
    }

    mutating func command(_ action: Command.Action) {
        submit(.command(Command(action, origin: .local)))
    }

    mutating func start(_ spec: String? = nil, immediately: Bool = true) {
        // A spec in a test that is no mission shows as a flight without one.
        command(.start(flight: Pilot.id, mission: spec.flatMap { try? Mission(spec: $0) }, immediately: immediately))
    }

    func fix(speed: Double?, mode: Fix.Mode = .threeDimensional, receiver: String = "a") -> Fix {
        var fix = Fix(receiver: receiver, mode: mode, time: UTCTime(secondsSince1970: Pilot.base + time + epochOffset))
        fix.latitude = Degrees(way / Pilot.metresPerDegree)
        fix.longitude = Degrees(11)
        fix.altitudeMSL = altitude.map { Metres($0) }
        fix.speed = speed.map { MetresPerSecond($0) }
        return fix
    }

    /// Runs at a steady speed with a fix every `step` seconds.
    mutating func run(_ speed: Double, for duration: Double, step: Double = 1, doppler: Bool = true) {
        for _ in 0..<Int((duration / step).rounded()) {
            time += step
            way += speed * step
            submit(.fix(fix(speed: doppler ? speed : nil)))
        }
    }

    mutating func wait(_ duration: Double) {
        time += duration
        submit(.deadline)
    }

    mutating func beat(_ rate: Double?, contact: Bool? = true, sensor: String = "strap") {
        submit(.heartRate(HeartRateSample(sensor: sensor, rate: rate.map { BeatsPerMinute($0) }, contact: contact)))
    }

    var state: FlightState { computer.state(at: now) }
    var distance: Double { state.flight?.distance.rawValue ?? -1 }

    var calls: [Annunciation.Kind] {
        events.compactMap { if case .annunciation(let call) = $0.body { call.kind } else { nil } }
    }

    var texts: [String] {
        events.compactMap { if case .annunciation(let call) = $0.body { call.text } else { nil } }
    }

    var splits: [Split] {
        events.compactMap { if case .split(let split) = $0.body { split } else { nil } }
    }

    var phases: [Phase] {
        events.compactMap { if case .phase(_, let to, _) = $0.body { to } else { nil } }
    }

    var refusals: [Refusal.Code] {
        events.compactMap { if case .refused(let refusal) = $0.body { refusal.code } else { nil } }
    }

    var ended: [Alert] {
        events.compactMap { if case .alertEnded(let alert) = $0.body { alert } else { nil } }
    }

    var summary: FlightSummary? {
        for event in events { if case .flightEnded(let summary) = event.body { return summary } }
        return nil
    }
}
