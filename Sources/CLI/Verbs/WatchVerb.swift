// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import ControlAPI
import Glibc
import HTTPClient
import JSON
import RunwayModel

enum WatchVerb: Verb {
    static let name = "watch"
    static let summary = "follow the flight live"
    static let help = """
        usage: runway watch [--json | --lines] [--until-touchdown]

        Follows the flight: a live display on a terminal, plain lines elsewhere. Ctrl-C ends it.

          --json             one object a line: {"event":…} or {"levels":…}
          --lines            plain lines, on a terminal too
          --until-touchdown  ends when the flight lands, or its takeoff is broken off
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let isPlain = arguments.flag("--lines")
        let endsWithFlight = arguments.flag("--until-touchdown")
        try arguments.end(of: self)
        var display: any Display =
            if isJSON { JSONDisplay() } else if isPlain || isatty(1) == 0 { LineDisplay() } else { ScreenDisplay() }
        display.open()
        defer { display.close() }
        var events = ServerSentEvents()
        var failure: (any Error)?
        var isDone = false
        try daemon.stream("/v1/events") { bytes in
            do {
                for event in events.consume(bytes) {
                    switch event.name {
                    case "event":
                        let happened = try JSON.decode(Event.self, from: event.data)
                        try display.show(happened, event.data)
                        if endsWithFlight, endsFlight(happened) { isDone = true }
                    case "levels": try display.show(JSON.decode(FlightState.self, from: event.data), event.data)
                    default: break
                    }
                }
            } catch {
                failure = error
            }
            return failure == nil && !isDone
        }
        if let failure { throw failure }
        if !isDone { throw Failure.unreachable("the daemon has ended the connection") }
    }

    /// The touchdown has been called, or the takeoff was broken off.
    private static func endsFlight(_ event: Event) -> Bool {
        switch event.body {
        case .annunciation(let call): call.kind == .touchdown
        case .phase(_, let phase, _): phase == .preflight
        default: false
        }
    }
}

/// A way to show a flight while it goes on.
protocol Display {
    mutating func open()
    mutating func show(_ event: Event, _ json: [UInt8]) throws
    mutating func show(_ state: FlightState, _ json: [UInt8]) throws
    mutating func close()
}

/// Objects for programs.
struct JSONDisplay: Display {
    mutating func open() {}

    mutating func show(_ event: Event, _ json: [UInt8]) throws { try line("event", json) }

    mutating func show(_ state: FlightState, _ json: [UInt8]) throws { try line("levels", json) }

    mutating func close() {}

    private func line(_ kind: String, _ json: [UInt8]) throws {
        try Output.write(Array("{\"\(kind)\":".utf8) + json + Array("}\n".utf8))
    }
}

/// Calls as they come, and the numbers every ten seconds.
struct LineDisplay: Display {
    private var lastNumbers = Instant(nanoseconds: .min / 2)

    mutating func open() {}

    mutating func show(_ event: Event, _ json: [UInt8]) throws {
        guard let text = EventText.line(event) else { return }
        try print(text, event.time)
    }

    mutating func show(_ state: FlightState, _ json: [UInt8]) throws {
        guard let flight = state.flight, state.phase == .cruise, state.at - lastNumbers >= Seconds(10) else { return }
        lastNumbers = state.at
        let numbers = [
            Text.distance(flight.distance, isIndoor: state.isIndoor), Text.time(flight.elapsed), Text.pace(flight.pace),
            Text.rate(state.heartRate.rate),
        ]
        try print(numbers.joined(separator: "  "), state.time)
    }

    mutating func close() {}

    private func print(_ text: String, _ time: UTCTime?) throws {
        let clock = Text.clock(time)
        try Output.write(Array("\(clock)  \(text)\n".utf8))
    }
}

/// What an event says to a person.
enum EventText {
    static func line(_ event: Event) -> String? {
        switch event.body {
        case .annunciation(let call): return call.text
        case .alertEnded(let alert):
            let name: String? =
                switch alert.kind {
                case .normal: nil
                case .overspeed: "overspeed"
                case .sinkRate: "sink rate"
                case .minimums: "minimums"
                }
            return name.map { "\($0) ends" + (end(alert.reason).map { ": \($0)" } ?? "") }
        case .flightEnded(let flight):
            return
                Text.way(flight.distance, in: flight.elapsed, isIndoor: flight.isIndoor) + ", flight \(flight.id)"
        case .refused(let refusal): return "refused: \(refusal.message)"
        case .phase, .withheld, .inhibits, .alertBegan, .split, .flightBegan: return nil
        }
    }

    /// What ended it, where that is not the runner.
    private static func end(_ reason: Alert.End?) -> String? {
        switch reason {
        case .inputLost: "nothing to judge by"
        case .estimated: "the way is estimated"
        case .inhibited: "switched off"
        case nil, .cleared, .superseded, .targetReached, .holding, .standing, .stepChange, .touchdown, .missionChanged:
            nil
        }
    }
}
