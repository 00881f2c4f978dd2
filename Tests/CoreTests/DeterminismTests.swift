// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayCore
import RunwayEngine
import RunwayModel
import Testing

struct DeterminismTests {
    /// A flight with all that can happen in it.
    private static func eventful() -> Pilot {
        var pilot = Pilot(
            configuration: FlightConfiguration(
                split: Metres(150),
                autoHold: true, runner: Runner(weight: Kilograms(70), age: 35, sex: .female)))
        pilot.run(3, for: 10)
        pilot.start("pace=5:00,tolerance=15,distance=1km", immediately: false)
        for second in 0..<200 {
            if second >= 20 { pilot.altitude = 200 + Double(second * (200 - second)) / 100 }
            if second % 37 == 36 {
                pilot.time += 0.4
                pilot.command(.lap)
            }
            if second == 60 || second == 181 {
                for _ in 0..<14 {
                    pilot.run(0, for: 1)
                    pilot.beat(120)
                }
            }
            pilot.run(second % 50 < 25 ? 3.37 : 4.6, for: 1)
            if second % 60 < 45 { pilot.beat(140 + Double(second % 17) * 1.3) }
            if second == 80 { pilot.command(.hold) }
            if second == 95 { pilot.command(.resume) }
            if second == 120 { pilot.way += 3000 }
            if second == 140 { pilot.wait(20) }
            if second == 150 { pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down))) }
            if second == 152 { pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up))) }
        }
        pilot.submit(.restart(Restart(boot: "b", rebooted: true, gap: nil, offset: .zero)))
        pilot.run(3.1, for: 30)
        pilot.submit(.gap(Seconds(42)))
        pilot.run(3.1, for: 100)
        pilot.command(.stop)
        return pilot
    }

    @Test func theSameTapeGivesTheSameEvents() {
        let pilot = DeterminismTests.eventful()
        #expect(pilot.events.count > 60)
        #expect(Set(pilot.splits.map(\.ending)) == [.distance, .lap, .end])
        #expect(pilot.summary?.ascent ?? .zero > Metres(50))
        #expect(pilot.summary?.energySource == .both)
        let distance = pilot.splits.reduce(0) { $0 + $1.distance.rawValue }
        #expect(abs(distance - (pilot.summary?.distance.rawValue ?? -1)) < 1e-6)
        #expect(pilot.splits.allSatisfy { $0.duration >= .zero && $0.distance >= .zero })
        #expect(pilot.events.filter { $0.body == .phase(from: .cruise, to: .holding, hold: .auto) }.count == 2)
        var replay = Replay()
        for (input, at) in pilot.inputs { replay.take(input, at: at) }
        #expect(replay.events == pilot.events)
    }

    @Test func aSnapshotAndTheTailAreTheWhole() throws {
        let pilot = DeterminismTests.eventful()
        var computer = FlightComputer()
        var counted = 0
        for (index, (input, at)) in pilot.inputs.enumerated() {
            if index % 5 == 0 {
                var resumed = try JSON.decode(FlightComputer.self, from: JSON.encode(computer))
                let events = pilot.inputs[index...].flatMap { resumed.step($0.input, at: $0.at) }
                #expect(events == Array(pilot.events[counted...]))
            }
            counted += computer.step(input, at: at).count
        }
    }

    @Test func theTapeOfAnEngineHoldsAllThatItsEventsDependOn() {
        let pilot = DeterminismTests.eventful()
        var tape: [TapeEntry] = []
        var engine = Engine(boot: "b") { action in
            switch action {
            case .begin, .abandon: tape = []
            case .append(let entry): tape.append(entry)
            }
        }
        // A flight before, whose traces must not show.
        _ = engine.submit(
            .command(Command(.setMission(to: try? Mission(spec: "hr=120")), origin: .local)), at: pilot.inputs[0].at)
        var events: [Event] = []
        for (input, at) in pilot.inputs {
            let new = engine.submit(input, at: at)
            if case .command(let command) = input, case .start = command.action { events = [] }
            events += new
        }
        #expect(tape.map(\.sequence) == Array(0..<tape.count))
        var replay = Replay()
        var replayed: [Event] = []
        for entry in tape {
            let new = replay.take(entry.input, at: entry.at)
            if case .command(let command) = entry.input, case .start = command.action { replayed = [] }
            replayed += new
        }
        #expect(replayed == events)
    }

    @Test func anUnknownGapMovesTheStartOnceItIsKnown() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 100)
        pilot.submit(.restart(Restart(boot: "b", rebooted: true, gap: nil, offset: .zero)))
        #expect(pilot.computer.summary(at: pilot.now)?.remarks == [.interrupted, .unknownGap])
        pilot.run(3, for: 50)
        pilot.submit(.gap(Seconds(600)))
        let summary = pilot.computer.summary(at: pilot.now)
        #expect(summary?.remarks == [.interrupted])
        #expect(summary?.elapsed == Seconds(750))
        #expect(summary?.startTime == UTCTime(secondsSince1970: Pilot.base + 10))
    }
}
