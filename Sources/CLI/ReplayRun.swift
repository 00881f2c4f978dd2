// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import ReplayInput
import RunwayCore
import RunwayEngine
import RunwayModel

/// One replay: takes a recording's inputs, prints the trace if it is wanted, and sums up.
final class ReplayRun {
    private var replay = Replay()
    private let mission: Mission?
    private let isTraced: Bool
    /// Changes the settings that the tape carries.
    private let adjust: (FlightConfiguration) -> FlightConfiguration
    /// Told of each input before the core takes it, and of what came of it.
    var before: (Instant, FlightComputer) -> Void = { _, _ in }
    var after: (Input, Instant, [Event], FlightComputer) -> Void = { _, _, _, _ in }
    private var newest: Instant?
    private var buffer: [UInt8] = []
    /// Where what is reported lies on the recording's own clock.
    var times = FileTimes()

    init(
        mission: Mission?, isTraced: Bool = false,
        adjust: @escaping (FlightConfiguration) -> FlightConfiguration = { $0 }
    ) {
        self.mission = mission
        self.isTraced = isTraced
        self.adjust = adjust
    }

    /// Whether anything was read.
    var isEmpty: Bool { newest == nil }

    /// Begins the flight of a log that holds no commands.
    func begin(at first: Instant) {
        var zeros = ZeroGenerator()
        let time = UTCTime(nanoseconds: first.nanoseconds)
        let id = FlightID(time: time, using: &zeros)
        step(.configuration(adjust(FlightConfiguration())), at: first)
        step(.clock(ClockReading(time: time, source: .synchronised, offset: 0)), at: first)
        let start = Command.Action.start(flight: id, mission: mission, immediately: true)
        step(.command(Command(start, origin: .replay)), at: first)
    }

    /// Lands the flight of a log at its last line.
    func land() {
        guard let newest, replay.computer.phase == .cruise || replay.computer.phase == .holding else { return }
        step(.command(Command(.stop, origin: .replay)), at: newest)
    }

    func take(_ input: Input, at now: Instant) throws {
        newest = max(newest ?? now, now)
        if let input = rewritten(input) { step(input, at: now) }
        guard isTraced, case .fix = input else { return }
        buffer += try JSON.encode(replay.tracePoint(t: times.seconds(of: now), at: now))
        buffer.append(10)
        if buffer.count > 60_000 { try flush() }
    }

    private func step(_ input: Input, at now: Instant) {
        before(now, replay.computer)
        let events = replay.take(input, at: now)
        after(input, now, events, replay.computer)
    }

    /// A recorded flight is flown with the mission and the settings that were asked for, instead of its own.
    private func rewritten(_ input: Input) -> Input? {
        if case .configuration(let configuration) = input { return .configuration(adjust(configuration)) }
        guard let mission, case .command(let command) = input else { return input }
        switch command.action {
        case .start(let flight, _, let immediately, let indoor):
            let start = Command.Action.start(
                flight: flight, mission: mission, immediately: immediately, indoor: indoor)
            return .command(Command(start, origin: command.origin))
        case .setMission: return nil
        case .stop, .hold, .resume, .lap, .acknowledge, .mute, .inhibit: return input
        }
    }

    func flush() throws {
        try Output.write(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Why no flight came of it: the mission that was asked for cannot be flown in this one.
    var refusal: Refusal? {
        guard replay.computer.phase == .preflight else { return nil }
        for event in replay.events {
            if case .refused(let refusal) = event.body, refusal.code == .indoor { return refusal }
        }
        return nil
    }

    var computer: FlightComputer { replay.computer }

    var report: ReplayReport {
        ReplayReport(
            replay.events, summary: newest.flatMap { replay.computer.summary(at: $0) }, seconds: times.seconds)
    }
}

/// For ids that are the same in each replay of a recording.
private struct ZeroGenerator: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
}
