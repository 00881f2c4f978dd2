// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayEngine
import RunwayModel
import Testing

/// What passes from one flight to the next, and what must not.
struct EngineTests {
    private final class Log {
        var tape: [TapeEntry] = []
    }

    private struct Desk {
        let log = Log()
        var engine: Engine
        var time = 0.0

        init() {
            let log = log
            engine = Engine(boot: "b") { action in
                switch action {
                case .begin, .abandon: log.tape = []
                case .append(let entry): log.tape.append(entry)
                }
            }
        }

        mutating func command(_ action: Command.Action) {
            time += 1
            _ = engine.submit(.command(Command(action, origin: .local)), at: now)
        }

        mutating func start(_ mission: Mission? = nil) {
            command(.start(flight: Pilot.id, mission: mission, immediately: false))
        }

        mutating func wait(_ seconds: Double) {
            time += seconds
            _ = engine.submit(.deadline, at: now)
        }

        var now: Instant { Instant(nanoseconds: Int64(time * 1e9)) }
        var mission: Mission? { engine.computer.state(at: now).mission }
    }

    @Test func aMissionLivesUntilItsFlightIsOver() throws {
        let first = try Mission(spec: "hr=150")
        var desk = Desk()
        desk.command(.setMission(to: first))
        desk.start()
        desk.wait(5)
        #expect(desk.mission == first)
        desk.command(.stop)
        #expect(desk.mission == nil)
        desk.start()
        #expect(desk.mission == nil)
    }

    @Test func aMissionSetInTheAirEndsWithTheFlightToo() throws {
        var desk = Desk()
        desk.start()
        desk.wait(5)
        desk.command(.setMission(to: try Mission(spec: "hr=150")))
        desk.command(.stop)
        desk.start()
        #expect(desk.mission == nil)
    }

    @Test func aTakeoffThatIsBrokenOffKeepsTheMission() throws {
        let mission = try Mission(spec: "pace=5:00")
        var desk = Desk()
        desk.start(mission)
        desk.command(.stop)
        #expect(desk.mission == mission)
        desk.start()
        #expect(desk.mission == mission)
    }

    @Test func whatIsRefusedBeginsNoTapeAndLeavesNoMission() throws {
        let pace = try Mission(spec: "pace=5:00")
        var desk = Desk()
        desk.start()
        desk.wait(5)
        desk.command(.stop)
        let tape = desk.log.tape
        desk.command(.start(flight: Pilot.id, mission: pace, immediately: true, indoor: true))
        #expect(desk.log.tape == tape)
        #expect(desk.engine.computer.phase == .touchdown)
        desk.command(.start(flight: Pilot.id, mission: nil, immediately: false, indoor: true))
        desk.command(.setMission(to: pace))
        desk.command(.stop)
        desk.start()
        #expect(desk.mission == nil)
        #expect(desk.engine.computer.phase == .takeoff)
    }

    /// The device has one charge, and each strap its own, whatever they are called.
    @Test func aFlightKnowsTheNewestChargeOfEachBattery() {
        var desk = Desk()
        let batteries: [Battery] = [
            Battery(sensor: "a", percent: 71), Battery(sensor: "b", percent: 60), Battery(sensor: "b", percent: 59),
            Battery(sensor: "a", percent: 50, source: .device),
            Battery(sensor: "a+b", percent: 40, source: .device, isCharging: true),
        ]
        for battery in batteries { _ = desk.engine.submit(.battery(battery), at: desk.now) }
        desk.start()
        let taped = desk.log.tape.compactMap { if case .battery(let battery) = $0.input { battery } else { nil } }
        #expect(taped == [batteries[0], batteries[2], batteries[4]])
        #expect(desk.engine.computer.state(at: desk.now).power == FlightState.Power(percent: 40, isCharging: true))
    }

    @Test func theTimeLinesOffsetPassesOnToTheNextFlight() {
        var desk = Desk()
        let restart = Restart(boot: "b", rebooted: true, gap: Seconds(60), offset: Seconds(1000))
        _ = desk.engine.submit(.restart(restart), at: desk.now)
        desk.start()
        desk.wait(5)
        #expect(desk.engine.computer.restart == restart)
        #expect(desk.log.tape.contains { $0.input == .restart(restart) })
    }
}
