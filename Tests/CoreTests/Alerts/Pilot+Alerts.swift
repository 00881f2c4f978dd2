// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What tests of alerts do and look at.
extension Pilot {
    /// In cruise for a minute at 5:00, having had a fix before.
    static func cruising(
        _ spec: String = "pace=5:00", _ gpws: GPWSConfiguration = GPWSConfiguration(), autoHold: Bool = false,
        step: Double = 1, doppler: Bool = true
    ) -> Pilot {
        var pilot = Pilot(configuration: FlightConfiguration(autoHold: autoHold, gpws: gpws))
        pilot.run(pace: 300, for: 10, step: step, doppler: doppler)
        pilot.start(spec)
        pilot.run(pace: 300, for: 60, step: step, doppler: doppler)
        return pilot
    }

    // What he does

    /// Runs at a pace of so many seconds a kilometre.
    mutating func run(pace: Double, for duration: Double, step: Double = 1, doppler: Bool = true) {
        run(1000 / pace, for: duration, step: step, doppler: doppler)
    }

    /// Runs until a state is on.
    /// - Returns: how long it took; nil when it was not within `limit` seconds.
    @discardableResult
    mutating func run(
        pace: Double, until state: GPWSState, atMost limit: Double = 60, step: Double = 1, doppler: Bool = true
    ) -> Double? {
        let begin = time
        while time - begin < limit {
            run(pace: pace, for: step, step: step, doppler: doppler)
            if self.state.gpws == state { return time - begin }
        }
        return nil
    }

    /// Changes the speed evenly, with a fix a second, of which the last is not before the end.
    /// - Parameter phase: how long after a fix it begins, 0 to 1 s.
    mutating func change(from old: Double, to new: Double, over duration: Double, phase: Double = 0) {
        func speed(_ time: Double) -> Double { old + (new - old) * min(1, max(0, (time - phase) / duration)) }
        for second in 0..<Int((duration + phase).rounded(.up)) {
            let parts = (0..<20).map { speed(Double(second) + (Double($0) + 0.5) / 20) }
            time += 1
            way += parts.reduce(0, +) / 20
            submit(.fix(fix(speed: speed(Double(second + 1)))))
        }
    }

    /// A tunnel: nothing comes, and he runs on.
    mutating func tunnel(pace: Double, for duration: Double) {
        time += duration
        way += duration * 1000 / pace
    }

    /// One value of a living heart: its intervals change with every beat.
    mutating func pulse(_ rate: Double?, sensor: String = "strap", contact: Bool? = true) {
        let intervals = rate.map { [60_000 / $0 + Double(Int(time) % 7)] } ?? []
        submit(
            .heartRate(
                HeartRateSample(
                    sensor: sensor, rate: rate.map { BeatsPerMinute($0) }, rrIntervals: intervals, contact: contact)))
    }

    /// Such a value a second.
    mutating func pulse(_ rate: Double, for duration: Int, sensor: String = "strap", contact: Bool? = true) {
        for _ in 0..<duration {
            time += 1
            pulse(rate, sensor: sensor, contact: contact)
        }
    }

    /// Runs with a heart rate, a fix and a value a second.
    mutating func run(pace: Double, heart rate: Double, for duration: Int) {
        for _ in 0..<duration {
            run(pace: pace, for: 1)
            pulse(rate)
        }
    }

    mutating func wait(untilDeadlineFor limit: Double) {
        let end = now + Seconds(limit)
        while let deadline = computer.nextDeadline, deadline <= end {
            time = Double(deadline.nanoseconds) / 1e9
            submit(.deadline)
        }
        time = Double(end.nanoseconds) / 1e9
        submit(.deadline)
    }

    // What came of it

    var began: [Alert] {
        events.compactMap { if case .alertBegan(let alert) = $0.body { alert } else { nil } }
    }

    var withheld: [Withheld] {
        events.compactMap { if case .withheld(let withheld) = $0.body { withheld } else { nil } }
    }

    var annunciations: [Annunciation] {
        events.compactMap { if case .annunciation(let call) = $0.body { call } else { nil } }
    }

    /// When calls of a kind were said, seconds since the beginning.
    func times(of kind: Annunciation.Kind) -> [Double] {
        events.compactMap { event in
            guard case .annunciation(let call) = event.body, call.kind == kind else { return nil }
            return Double(event.at.nanoseconds) / 1e9
        }
    }

    func count(of kind: Annunciation.Kind) -> Int { calls.filter { $0 == kind }.count }

    /// The calls of the bands: all that were said.
    var judgements: [Annunciation.Kind] { calls.filter { [.overspeed, .sinkRate, .onTarget].contains($0) } }

    var lit: [Annunciation.Kind] { state.lamps.map(\.kind) }

    func lamp(_ kind: Annunciation.Kind) -> Lamp? { state.lamps.first { $0.kind == kind } }

    mutating func link(
        _ kind: LinkChange.Kind, _ state: LinkChange.State, _ reason: String? = nil, name: String = "strap"
    ) {
        submit(.link(LinkChange(kind: kind, name: name, state: state, reason: reason)))
    }

    mutating func set(_ spec: String?) throws {
        command(.setMission(to: try spec.map { try Mission(spec: $0) }))
    }
}

extension Instant {
    var seconds: Double { Double(nanoseconds) / 1e9 }
}

extension GPWSConfiguration {
    static let band = GPWSConfiguration(detector: .band)
}
