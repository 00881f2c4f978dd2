// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import ControlServer
import EventLoop
import JSON
import Recorder
import RunwayModel

extension Daemon: ControlBackend {
    func status() -> Status {
        Status(
            state: engine.computer.state(at: timeline.now), sinks: sinkStatus, recorder: recorder.status,
            counters: counters)
    }

    func start(_ request: StartRequest, origin: Command.Origin) throws(Problem) -> FlightID {
        // Whether the clock can be trusted may have changed without its being set.
        submit(.clock(SystemClock.reading()))
        let mission = try request.mission.map { text throws(Problem) in try self.mission(text) }
        let id = FlightID(time: SystemClock.reading().time, using: &generator)
        let start = Command.Action.start(
            flight: id, mission: mission, immediately: request.now ?? false, indoor: request.indoor ?? false)
        try perform(start, origin: origin)
        return id
    }

    func perform(_ action: Command.Action, origin: Command.Origin) throws(Problem) {
        for event in submit(.command(Command(action, origin: origin))) {
            if case .refused(let refusal) = event.body {
                throw Problem(code: refusal.code.rawValue, message: refusal.message)
            }
        }
    }

    func setMission(_ text: String?, origin: Command.Origin) throws(Problem) {
        try perform(.setMission(to: try text.map { text throws(Problem) in try mission(text) }), origin: origin)
    }

    func flights() async throws(Problem) -> [UInt8] {
        try await logbook { try JSON.encode($0.flights()) }
    }

    func flight(_ name: String) async throws(Problem) -> [UInt8] {
        try await logbook { logbook in try JSON.encode(FlightRecord(logbook, name)) }
    }

    func tape(_ name: String) async throws(Problem) -> @Loop () async throws -> [UInt8]? {
        let id = try await logbook { try $0.find(name).id }
        let pages = TapePages(recorder: recorder, id: id)
        return { try await pages.next() }
    }

    /// A configured mission's name, or a SPEC.
    private func mission(_ text: String) throws(Problem) -> Mission {
        if let named = configuration.missions.first(where: { $0.name == text }) { return named.mission }
        do {
            return try Mission(spec: text)
        } catch {
            throw Problem(code: "mission", message: "\(error)")
        }
    }

    private func logbook<T: Sendable>(_ body: @Sendable (Logbook) throws -> T) async throws(Problem) -> T {
        do {
            return try await recorder.read(body)
        } catch let error as RecorderError where error.code == .noSuchFlight || error.code == .ambiguous {
            throw Problem(code: "notFound", message: error.description)
        } catch {
            throw Problem(code: "logbook", message: "the logbook cannot be read: \(error)")
        }
    }
}
