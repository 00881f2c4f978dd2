// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import Testing

@testable import RunwayCore

/// What is called once is called once, whatever lies between.
struct LatchTests {
    /// What interrupts a flight.
    enum Break: String, CaseIterable, Sendable {
        case none, hold, kill, reboot, rebootOfUnknownLength, sameMission, acknowledge, muteAndBack

        func apply(to pilot: inout Pilot, _ mission: Mission?) throws {
            switch self {
            case .none: break
            case .hold:
                pilot.command(.hold)
                pilot.run(3, for: 5)
                pilot.command(.resume)
            case .kill: try pilot.kill(away: 2)
            case .reboot: try pilot.kill(away: 3, Restart(boot: "b", rebooted: true, gap: Seconds(3), offset: .zero))
            case .rebootOfUnknownLength:
                try pilot.kill(away: 0, Restart(boot: "b", rebooted: true, gap: nil, offset: .zero))
            case .sameMission: pilot.command(.setMission(to: mission))
            case .acknowledge: pilot.command(.acknowledge)
            case .muteAndBack:
                pilot.command(.mute(for: Seconds(60)))
                pilot.command(.mute(for: .zero))
            }
        }
    }

    private static let spec = "pace=5:33,distance=400m"
    private static let once: [Annunciation.Kind] = [.halfWay, .minimums, .targetReached]

    private static func takeOff(_ spec: String) -> Pilot {
        var pilot = Pilot()
        pilot.run(3, for: 20)
        pilot.start(spec)
        return pilot
    }

    private static func count(_ pilot: Pilot, _ kind: Annunciation.Kind) -> Int {
        pilot.calls.filter { $0 == kind }.count
    }

    /// Breaks every so many seconds: before, at and after each call.
    @Test(arguments: Break.allCases) func eachIsCalledOnceOverIt(_ interruption: Break) throws {
        let mission = try Mission(spec: LatchTests.spec)
        for every in [4, 7, 20] {
            var pilot = LatchTests.takeOff(LatchTests.spec)
            for second in 1...200 {
                pilot.run(3, for: 1)
                if second % every == 0 { try interruption.apply(to: &pilot, mission) }
            }
            #expect(pilot.distance > 420)
            for kind in LatchTests.once {
                #expect(LatchTests.count(pilot, kind) == 1, "\(kind) every \(every) s: \(pilot.calls)")
            }
            let order = pilot.calls.filter { LatchTests.once.contains($0) }
            #expect(order == LatchTests.once)
        }
    }

    /// At every second of the flight, once.
    @Test(arguments: [Break.kill, .hold, .reboot, .sameMission]) func whereverItComes(_ interruption: Break) throws {
        let mission = try Mission(spec: LatchTests.spec)
        for moment in stride(from: 60, through: 145, by: 1) {
            var pilot = LatchTests.takeOff(LatchTests.spec)
            for second in 1...160 {
                pilot.run(3, for: 1)
                if second == moment { try interruption.apply(to: &pilot, mission) }
            }
            for kind in LatchTests.once {
                #expect(LatchTests.count(pilot, kind) == 1, "\(kind) at \(moment) s: \(pilot.calls)")
            }
        }
    }

    @Test(arguments: [Break.hold, .kill, .reboot, .sameMission, .muteAndBack])
    func afterTheTargetNothingOfItIsCalledAnyMore(_ interruption: Break) throws {
        var pilot = LatchTests.takeOff(LatchTests.spec)
        pilot.run(3, for: 150)
        let before = pilot.calls.count
        #expect(pilot.calls.contains(.targetReached))
        for _ in 0..<4 {
            try interruption.apply(to: &pilot, try Mission(spec: LatchTests.spec))
            pilot.run(3, for: 15)
        }
        let forbidden = LatchTests.once + [.remaining, .overspeed, .sinkRate]
        #expect(!pilot.calls[before...].contains { forbidden.contains($0) }, "\(pilot.calls)")
        #expect(pilot.state.lamps.isEmpty)
    }

    @Test func aReplayOfAllInputsSaysTheSame() throws {
        var pilot = LatchTests.takeOff(LatchTests.spec)
        for second in 1...160 {
            pilot.run(3, for: 1)
            if second % 30 == 0 { try pilot.kill(away: 2) }
        }
        var computer = FlightComputer()
        let events = pilot.inputs.flatMap { computer.step($0.input, at: $0.at) }
        #expect(events == pilot.events)
        #expect(LatchTests.once.allSatisfy { kind in LatchTests.count(pilot, kind) == 1 })
    }

    // Another mission

    @Test func anotherDistanceIsCalledAnew() throws {
        var pilot = LatchTests.takeOff("pace=5:33,distance=200m")
        pilot.run(3, for: 80)
        #expect(LatchTests.once.allSatisfy { kind in LatchTests.count(pilot, kind) == 1 })
        pilot.command(.setMission(to: try Mission(spec: "pace=5:33,distance=600m")))
        pilot.run(3, for: 150)
        #expect(pilot.distance > 610)
        for kind in LatchTests.once { #expect(LatchTests.count(pilot, kind) == 2, "\(kind)") }
    }

    @Test func anotherPaceIsTheSameWay() throws {
        var pilot = LatchTests.takeOff(LatchTests.spec)
        for second in 1...160 {
            pilot.run(3, for: 1)
            if second % 5 == 0 {
                pilot.command(.setMission(to: try Mission(spec: "pace=5:\(20 + second / 5),distance=400m")))
            }
        }
        for kind in LatchTests.once { #expect(LatchTests.count(pilot, kind) == 1, "\(kind): \(pilot.calls)") }
    }

    @Test func theSameIntervalsSetAgainGoOn() throws {
        let spec = "100m@pace=5:33 + 100m@pace=5:33 + 100m@pace=5:33"
        var pilot = LatchTests.takeOff(spec)
        for second in 1...120 {
            pilot.run(3, for: 1)
            if second % 5 == 0 { pilot.command(.setMission(to: try Mission(spec: spec))) }
        }
        #expect(LatchTests.count(pilot, .interval) == 3)
        #expect(LatchTests.count(pilot, .targetReached) == 1)
    }

    /// Cleared and set again it is another one; what lies behind is not called.
    @Test func clearedAndSetAgainOnlyWhatLiesAheadIsCalled() throws {
        let mission = try Mission(spec: LatchTests.spec)
        var pilot = LatchTests.takeOff(LatchTests.spec)
        // MINIMUMS was called a moment ago.
        pilot.run(3, for: 120)
        #expect(pilot.calls.filter { LatchTests.once.contains($0) } == [.halfWay, .minimums])
        pilot.command(.setMission(to: nil))
        #expect(pilot.state.lamps.isEmpty)
        pilot.run(3, for: 1)
        pilot.command(.setMission(to: mission))
        pilot.run(3, for: 30)
        #expect(LatchTests.count(pilot, .halfWay) == 1)
        #expect(LatchTests.count(pilot, .targetReached) == 1)
        #expect(LatchTests.count(pilot, .minimums) <= 2)
        // Set once more where the way is flown, it is refused.
        pilot.command(.setMission(to: nil))
        pilot.command(.setMission(to: mission))
        #expect(pilot.refusals == [.passed])
    }

    @Test func anotherFlightIsCalledAnew() {
        var pilot = LatchTests.takeOff(LatchTests.spec)
        pilot.run(3, for: 150)
        pilot.command(.stop)
        pilot.run(3, for: 10)
        pilot.start(LatchTests.spec)
        pilot.run(3, for: 150)
        for kind in LatchTests.once { #expect(LatchTests.count(pilot, kind) == 2, "\(kind)") }
    }

    /// Muted over the last metres, MINIMUMS is said when the silence is over, and TARGET DISTANCE is over with it.
    @Test func whatWasMutedIsSaidWhileItHolds() {
        var pilot = LatchTests.takeOff(LatchTests.spec)
        pilot.run(3, for: 110)
        pilot.command(.mute(for: Seconds(12)))
        pilot.run(3, for: 20)
        #expect(LatchTests.count(pilot, .minimums) == 1)
        #expect(pilot.withheld.contains(Withheld(.minimums, .muted)))
        pilot.command(.mute(for: Seconds(60)))
        pilot.run(3, for: 30)
        #expect(LatchTests.count(pilot, .targetReached) == 0)
        #expect(pilot.withheld.filter { $0.kind == .targetReached } == [Withheld(.targetReached, .muted)])
    }
}

extension Pilot {
    /// Kills the program and starts it again from the snapshot, which is what it knows then.
    mutating func kill(away: Double, _ restart: Restart? = nil) throws {
        computer = try JSON.decode(FlightComputer.self, from: JSON.encode(computer))
        time += away
        way += 3 * away
        submit(.restart(restart ?? Restart(boot: "a", rebooted: false, gap: Seconds(away), offset: .zero)))
        submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
    }
}
