// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayEngine
import RunwayModel
import Testing

/// A mission flight with all that a person may press in it, by its tape.
struct AlertTapeTests {
    private static func eventful() throws -> Pilot {
        var pilot = Pilot(configuration: FlightConfiguration(split: Metres(500), autoHold: true))
        pilot.run(pace: 300, heart: 150, for: 15)
        let mission = try Mission(
            spec: "warm-up 1min@hr=150 + 3x(300m@pace=5:00 + recovery 45s@hr=150) + cool-down 1km")
        pilot.command(.start(flight: Pilot.id, mission: mission, immediately: false))
        for second in 0..<700 {
            switch second {
            case 130, 260, 500: pilot.command(.acknowledge)
            case 100: pilot.command(.mute(for: Seconds(45)))
            case 175: pilot.command(.inhibit(true))
            case 225: pilot.command(.inhibit(false))
            case 240: pilot.submit(.battery(Battery(sensor: "strap", percent: 14)))
            case 250: pilot.link(.storage, .down, "full", name: "recorder")
            case 270: pilot.link(.storage, .up, name: "recorder")
            case 300: pilot.command(.hold)
            case 320: pilot.command(.resume)
            case 400: pilot.tunnel(pace: 300, for: 25)
            case 460: pilot.link(.heartRate, .down, "closed")
            case 520: try pilot.set("pace=4:45,distance=5km")
            case 560: pilot.command(.lap)
            case 620: pilot.command(.mute(for: Seconds(30)))
            case 640: pilot.command(.mute(for: .zero))
            default: break
            }
            if second >= 340, second < 355 {
                pilot.run(0, for: 1)
            } else {
                pilot.run(pace: second % 90 < 55 ? 300 : second % 180 < 90 ? 258 : 350, for: 1)
            }
            if second < 460 || second > 480 { pilot.pulse(150 + Double((second / 4) % 25)) }
        }
        pilot.command(.stop)
        return pilot
    }

    @Test func theSameTapeGivesTheSameEvents() throws {
        let pilot = try AlertTapeTests.eventful()
        let kinds = Set(pilot.calls)
        #expect(kinds.isSuperset(of: [.overspeed, .sinkRate, .interval, .heartRateLost, .storageFailing, .split]))
        #expect(Set(pilot.withheld.map(\.reason)).isSuperset(of: [.muted, .inhibited]))
        #expect(kinds.contains(.sensorBatteryLow) && pilot.state.lamps.isEmpty)
        var replay = Replay()
        for (input, at) in pilot.inputs { replay.take(input, at: at) }
        #expect(replay.events == pilot.events)
    }

    @Test func theTapeOfAnEngineGivesTheEngineEvents() throws {
        let pilot = try AlertTapeTests.eventful()
        var tape: [TapeEntry] = []
        var engine = Engine(boot: "b") { action in
            switch action {
            case .begin, .abandon: tape = []
            case .append(let entry): tape.append(entry)
            }
        }
        // What was pressed before, and a flight whose traces must not show.
        func press(_ action: Command.Action, _ time: Int64) {
            let at = Instant(nanoseconds: -time * 1_000_000_000)
            _ = engine.submit(.command(Command(action, origin: .local)), at: at)
        }
        press(.start(flight: Pilot.id, mission: try Mission(spec: "hr=100"), immediately: true), 90)
        press(.mute(for: Seconds(3600)), 80)
        press(.inhibit(true), 70)
        press(.stop, 60)
        var events: [Event] = []
        for (input, at) in pilot.inputs {
            let new = engine.submit(input, at: at)
            if case .command(let command) = input, case .start = command.action { events = [] }
            events += new
        }
        var replay = Replay()
        var replayed: [Event] = []
        for entry in tape {
            let new = replay.take(entry.input, at: entry.at)
            if case .command(let command) = entry.input, case .start = command.action { replayed = [] }
            replayed += new
        }
        #expect(tape.map(\.sequence) == Array(0..<tape.count))
        let isSame = replayed == events
        #expect(isSame)
        let calls = events.compactMap { if case .annunciation(let call) = $0.body { call } else { nil } }
        let flown = pilot.events.firstIndex { $0.body == .phase(from: .preflight, to: .takeoff, hold: nil) } ?? 0
        let own = pilot.events[flown...].compactMap { if case .annunciation(let call) = $0.body { call } else { nil } }
        #expect(calls.map(\.text) == own.map(\.text))
    }
}
