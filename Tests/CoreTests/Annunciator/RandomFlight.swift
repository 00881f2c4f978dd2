// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import TestSupport

@testable import RunwayCore

/// A flight in which anything may happen at any time, from a seed, and what may never happen in it.
struct RandomFlight: Sendable {
    private(set) var computer = FlightComputer()
    private(set) var inputs: [(input: Input, at: Instant)] = []
    private(set) var events: [Event] = []
    /// What may never happen and did.
    private(set) var faults: [String] = []
    /// Deadlines in the worst minute.
    private(set) var mostDeadlines = 0

    /// How many events there were at each restart, which comes before the deadlines that were missed meanwhile.
    private var restarts: Set<Int> = []
    private var random: SplitMix64
    private var now = Instant(nanoseconds: 1_000_000_000)
    private var way = 0.0
    private var speed = 3.0
    private var rate = 140.0
    private var flights = 0
    private var minute = Int64(0)
    private var deadlines = 0

    private static let base = 1_790_000_000.0
    private static let metresPerDegree = 110_574.3
    /// Said whatever is switched off.
    private static let answers: Set<Annunciation.Kind> = [.countdown, .rotate, .touchdown, .hold, .resume, .lap]
    private static let missions: [String?] = [
        nil, "pace=5:00,tolerance=15", "pace=5:30,distance=300m", "pace=5:30,distance=2km", "hr=140,tolerance=5",
        "distance=1500m,time=7:30", "2x(30s@pace=5:00 + 20s@hr=130) + 100m", "100m@pace=4:00 + 45s + 200m",
    ]

    init(seed: UInt64, steps: Int) {
        random = SplitMix64(seed: seed)
        var configuration = FlightConfiguration(split: Metres(200), autoHold: seed % 2 == 0)
        if seed % 3 == 0 { configuration.gpws.detector = .band }
        submit(.configuration(configuration))
        let clock = ClockReading(
            time: UTCTime(secondsSince1970: RandomFlight.base), source: .synchronised, offset: 3600)
        submit(.clock(clock))
        submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
        for _ in 0..<steps where faults.isEmpty { act() }
    }

    // What happens

    private mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < probability
    }

    private mutating func act() {
        pass()
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50:
            for _ in 0..<Int.random(in: 1...12, using: &random) where faults.isEmpty { fix() }
        case 50..<68:
            for _ in 0..<Int.random(in: 1...12, using: &random) where faults.isEmpty { beat() }
        case 68..<75: link()
        case 75..<78: battery()
        case 78: restart()
        case 79: pass(Double.random(in: 5...200, using: &random))
        default: command()
        }
    }

    /// Lets some time go by, to the nanosecond.
    private mutating func pass(_ seconds: Double? = nil) {
        let seconds = seconds ?? Double.random(in: 0...1.5, using: &random)
        // Sometimes two at one instant, and sometimes exactly at the deadline.
        if chance(0.1) { return }
        if chance(0.1), let deadline = computer.nextDeadline, deadline < now + Seconds(10) {
            run(to: deadline)
            now = max(now, deadline)
            return
        }
        way += speed * seconds
        let next = Instant(nanoseconds: now.nanoseconds + Int64(seconds * 1e9))
        run(to: next)
        now = next
    }

    private mutating func fix() {
        pass(Double.random(in: 0.9...1.1, using: &random))
        if chance(0.1) { speed = [0, 2, 3, 3.3, 3.6, 4.4, 5.5].randomElement(using: &random) ?? 3 }
        let seconds = Double(now.nanoseconds) / 1e9
        let mode: Fix.Mode = chance(0.03) ? .noFix : .threeDimensional
        var fix = Fix(receiver: "a", mode: mode, time: UTCTime(secondsSince1970: RandomFlight.base + seconds))
        if mode == .threeDimensional {
            if chance(0.01) { way += 400 }
            let error = Double.random(in: -1...1, using: &random)
            fix.latitude = Degrees((way + error) / RandomFlight.metresPerDegree)
            fix.longitude = Degrees(11)
            fix.speed = MetresPerSecond(max(0, speed + Double.random(in: -0.3...0.3, using: &random)))
        }
        submit(.fix(fix))
    }

    private mutating func beat() {
        pass(Double.random(in: 0.5...1.2, using: &random))
        rate = min(max(rate + Double.random(in: -4...4, using: &random), 90), 190)
        let value = chance(0.05) ? nil : BeatsPerMinute(rate)
        submit(.heartRate(HeartRateSample(sensor: "strap", rate: value, contact: !chance(0.2))))
    }

    private mutating func link() {
        let state: LinkChange.State = chance(0.5) ? .up : .down
        switch Int.random(in: 0..<3, using: &random) {
        case 0: submit(.link(LinkChange(kind: .position, name: "gpsd", state: state)))
        case 1: submit(.link(LinkChange(kind: .heartRate, name: "strap", state: state)))
        default: submit(.link(LinkChange(kind: .storage, name: "recorder", state: state)))
        }
    }

    private mutating func battery() {
        let percent = Int.random(in: 0...40, using: &random)
        let isDevice = chance(0.5)
        submit(
            .battery(
                Battery(sensor: isDevice ? "BAT0" : "strap", percent: percent, source: isDevice ? .device : .sensor)))
    }

    private mutating func restart() {
        let away = Double.random(in: 0...30, using: &random)
        let isReboot = chance(0.5)
        let isKnown = !isReboot || chance(0.5)
        if isKnown { now = Instant(nanoseconds: now.nanoseconds + Int64(away * 1e9)) }
        submit(
            .restart(
                Restart(boot: "b", rebooted: isReboot, gap: isKnown ? Seconds(away) : nil, offset: .zero)))
        submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
    }

    private mutating func command() {
        let isFlying = computer.phase == .cruise || computer.phase == .holding
        if !isFlying, chance(0.8) {
            flights += 1
            guard let id = FlightID("01890000-0000-7000-8000-" + String(repeating: "0", count: 11) + "\(flights % 10)")
            else { return }
            return submit(
                .command(
                    Command(
                        .start(flight: id, mission: mission(), immediately: chance(0.5), indoor: chance(0.05)),
                        origin: .local)))
        }
        let action: Command.Action =
            switch Int.random(in: 0..<20, using: &random) {
            case 0: chance(0.3) ? .stop : .lap
            case 1, 2: .hold
            case 3...6: .resume
            case 7, 8: .lap
            case 9...11: .setMission(to: mission())
            case 12, 13: .acknowledge
            case 14: .mute(for: Seconds(Double.random(in: 0...90, using: &random)))
            case 15: .mute(for: .zero)
            case 16: .inhibit(true)
            default: .inhibit(false)
            }
        submit(.command(Command(action, origin: .web)))
    }

    private mutating func mission() -> Mission? {
        RandomFlight.missions.randomElement(using: &random).flatMap { $0 }.flatMap { try? Mission(spec: $0) }
    }

    // What may never happen

    private mutating func submit(_ input: Input) {
        if case .restart = input {} else { run(to: now) }
        guard faults.isEmpty else { return }
        step(input, at: now)
    }

    /// Runs each deadline at its own instant.
    private mutating func run(to end: Instant) {
        while faults.isEmpty, let deadline = computer.nextDeadline, deadline <= end {
            if deadline < now { return fault("a deadline lies \((now - deadline).rawValue) s behind") }
            let current = deadline.nanoseconds / 60_000_000_000
            deadlines = current == minute ? deadlines + 1 : 1
            minute = current
            mostDeadlines = max(mostDeadlines, deadlines)
            if deadlines > 200 { return fault("200 deadlines in a minute") }
            step(.deadline, at: deadline)
            now = max(now, deadline)
        }
    }

    private mutating func step(_ input: Input, at instant: Instant) {
        // An onset that nobody looks after would never let the next step return.
        let isWatched = ![Phase.preflight, .touchdown].contains(computer.phase)
        if !isWatched, let item = computer.annunciator.held.first(where: { $0.lit == nil }) {
            return fault("the onset of \(item.kind) goes on in \(computer.phase)")
        }
        if case .restart = input { restarts.insert(events.count) }
        let before = computer.state(at: instant)
        let new = computer.step(input, at: instant)
        inputs.append((input, instant))
        events += new
        if let deadline = computer.nextDeadline, deadline <= instant {
            fault("after \(input.kind) the next deadline is not later than now")
        }
        let after = computer.state(at: instant)
        let calls = new.compactMap { if case .annunciation(let call) = $0.body { call.kind } else { nil } }
        let isSilent = before.isInhibited && after.isInhibited || before.muted ?? .zero > .zero && after.muted != nil
        if isSilent, let call = calls.first(where: { !RandomFlight.answers.contains($0) }) {
            fault("\(call) is said although it is silenced")
        }
        if Set(after.lamps.map(\.kind)).count != after.lamps.count { fault("a lamp is there twice") }
    }

    private mutating func fault(_ text: String) {
        let last = inputs.suffix(12).map { item in
            if case .command(let command) = item.input { return "\(command.action)" }
            return item.input.kind
        }
        faults.append(text + ", input \(inputs.count) at \(now.nanoseconds), after " + last.joined(separator: ", "))
    }

    /// The same without the deadlines, but those before the program went away, which ran then.
    var withoutDeadlines: [(input: Input, at: Instant)] {
        inputs.indices.filter { index in
            guard inputs[index].input == .deadline else { return true }
            guard let next = inputs[index...].first(where: { $0.input != .deadline }) else { return false }
            if case .restart = next.input { return true }
            return false
        }.map { inputs[$0] }
    }

    /// Where other events begin to differ from these; nil when they are the same.
    func difference(_ other: some Collection<Event>, from start: Int = 0) -> String? {
        let mine = events[start...]
        guard !mine.elementsEqual(other) else { return nil }
        let pair = zip(mine, other).first { $0 != $1 }
        return pair.map { "\($0.at.nanoseconds) \($0.body) and \($1.at.nanoseconds) \($1.body)" }
            ?? "\(mine.count) events and \(other.count)"
    }

    /// Calls that begin before the one before them has ended and do not cut it off. A restart ends what was said.
    func overlaps() -> [String] {
        var found: [String] = []
        var last: (call: Annunciation, until: Instant)?
        for (index, event) in events.enumerated() {
            if restarts.contains(index) { last = nil }
            guard case .annunciation(let call) = event.body else { continue }
            if let last, event.at < last.until, call.interrupts != true {
                found.append("\(call.text) over \(last.call.text) at \(event.at.nanoseconds)")
            }
            let letters = call.text.unicodeScalars.reduce(0) { $0 + (("0"..."9").contains($1) ? 4 : 1) }
            let length = min(max(0.3 + Double(letters) / 15, 0.7), 10)
            last = (call, event.at + Seconds(length))
        }
        return found
    }
}
