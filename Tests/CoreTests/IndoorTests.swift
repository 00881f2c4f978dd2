// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel
import Testing

struct IndoorTests {
    private func start(
        _ spec: String? = nil, indoor: Bool = true, runner: Runner = Runner(), autoHold: Bool = false
    ) -> Pilot {
        var pilot = Pilot(configuration: FlightConfiguration(autoHold: autoHold, runner: runner))
        let mission = spec.flatMap { try? Mission(spec: $0) }
        pilot.command(.start(flight: Pilot.id, mission: mission, immediately: true, indoor: indoor))
        return pilot
    }

    @Test func nothingIsSaidOfPositions() {
        var pilot = start()
        // The receiver behind the window finds some, loses them, finds others, and its link goes.
        pilot.run(1, for: 20)
        pilot.wait(30)
        pilot.way += 500
        pilot.run(3, for: 20)
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .down)))
        pilot.wait(10)
        pilot.command(.stop)
        #expect(pilot.calls == [.rotate, .touchdown])
        #expect(pilot.summary?.isIndoor == true)
        #expect(pilot.summary?.distance == .zero)
        #expect(pilot.summary?.moving == .zero)
        #expect(pilot.summary?.estimated == .zero)
        #expect(pilot.summary?.remarks == [])
        #expect(pilot.summary?.reasons == [:])
        #expect(pilot.summary?.elapsed == Seconds(80))
    }

    @Test func theLevelsSayThatItIsIndoors() {
        var pilot = start()
        pilot.run(3, for: 20)
        #expect(pilot.state.isIndoor)
        #expect(pilot.state.flight?.speed == nil)
        #expect(pilot.state.flight?.pace == nil)
        #expect(pilot.computer.trackPoint == nil)
        pilot.command(.stop)
        #expect(pilot.state.isIndoor)
        pilot.start()
        #expect(!pilot.state.isIndoor)
    }

    @Test func heartRateIsJudgedAndLost() {
        var pilot = start("hr=150,tolerance=10,indoor", indoor: false)
        #expect(pilot.state.isIndoor)
        for second in 0..<12 {
            pilot.time += 1
            pilot.beat(second % 2 == 0 ? 169 : 171)
        }
        #expect(pilot.state.gpws == .overspeed)
        pilot.wait(10)
        pilot.command(.stop)
        #expect(pilot.calls == [.rotate, .overspeed, .heartRateLost, .touchdown])
        #expect(pilot.summary?.averageHeartRate == BeatsPerMinute(170))
        #expect(pilot.summary?.mission?.spec == "hr=150,tolerance=10,indoor")
    }

    @Test func lapsTakeTheTimeAtOnce() {
        var pilot = start()
        pilot.time += 90
        pilot.command(.lap)
        #expect(pilot.splits.map(\.duration) == [Seconds(90)])
        pilot.time += 60
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.lap, .end])
        #expect(pilot.splits.map(\.duration) == [Seconds(90), Seconds(60)])
        #expect(pilot.splits.allSatisfy { $0.distance == .zero && $0.pace == nil && !$0.isEstimated })
        #expect(pilot.texts.contains("LAP 1, 1:30"))
    }

    @Test func energyComesFromHeartRateAlone() {
        let runner = Runner(weight: Kilograms(70), age: 35, sex: .male)
        var pilot = start(runner: runner)
        pilot.beat(150)
        for _ in 0..<600 {
            pilot.run(3, for: 1)
            pilot.beat(150)
        }
        pilot.command(.stop)
        #expect(abs((pilot.summary?.energy?.rawValue ?? 0) - 144.631) < 0.01)
        #expect(pilot.summary?.energySource == .heartRate)
        var silent = start(runner: runner)
        silent.run(3, for: 600)
        silent.command(.stop)
        #expect(silent.summary?.energy == nil)
    }

    @Test func aTreadmillIsNoStanding() {
        var pilot = start(autoHold: true)
        pilot.run(3, for: 20)
        pilot.run(0, for: 60)
        #expect(pilot.phases == [.takeoff, .cruise])
    }

    @Test func whatNeedsPositionsIsRefused() throws {
        for spec in ["pace=5:00", "hr=150,distance=5km"] {
            var pilot = start(spec)
            #expect(pilot.refusals == [.indoor])
            #expect(pilot.phases.isEmpty)
            // Nor is it set by the way.
            #expect(pilot.state.mission == nil)
            pilot.command(.setMission(to: try Mission(spec: spec)))
            pilot.command(.start(flight: Pilot.id, mission: nil, immediately: true, indoor: true))
            #expect(pilot.refusals == [.indoor, .indoor])
            pilot.command(.setMission(to: nil))
            pilot.command(.start(flight: Pilot.id, mission: nil, immediately: true, indoor: true))
            pilot.command(.setMission(to: try Mission(spec: spec)))
            #expect(pilot.refusals == [.indoor, .indoor, .indoor])
            pilot.command(.setMission(to: try Mission(spec: "hr=150")))
            #expect(pilot.state.mission?.spec == "hr=150,tolerance=10")
        }
    }

    @Test func aFlightUnderTheSkyTakesNoIndoorMission() throws {
        var pilot = Pilot()
        pilot.start()
        pilot.command(.setMission(to: try Mission(spec: "hr=150,indoor")))
        #expect(pilot.refusals == [.indoor])
        #expect(pilot.state.mission == nil)
    }

    @Test func aTakeoffThatIsBrokenOffLeavesNoTrace() {
        var pilot = Pilot()
        pilot.command(.start(flight: Pilot.id, mission: nil, immediately: false, indoor: true))
        #expect(pilot.state.isIndoor)
        pilot.command(.stop)
        #expect(!pilot.state.isIndoor)
    }

    @Test func aRestartLeavesItIndoors() {
        var pilot = start()
        pilot.time += 60
        pilot.submit(.restart(Restart(boot: "b", rebooted: true, gap: Seconds(30), offset: .zero)))
        pilot.run(3, for: 30)
        pilot.command(.stop)
        #expect(pilot.summary?.isIndoor == true)
        #expect(pilot.summary?.distance == .zero)
        #expect(pilot.calls == [.rotate, .resumed, .touchdown])
    }
}
