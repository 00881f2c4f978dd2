// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayCore
import RunwayModel
import Testing

/// Interval missions in the air.
struct IntervalFlightTests {
    private func flying(_ spec: String, pace: Double = 300) throws -> Pilot {
        var pilot = Pilot()
        pilot.run(pace: pace, for: 10)
        let mission = try Mission(spec: spec)
        pilot.command(.start(flight: Pilot.id, mission: mission, immediately: true))
        return pilot
    }

    private func changes(_ pilot: Pilot) -> [String] {
        pilot.annunciations.filter { [.interval, .targetReached].contains($0.kind) }.map(\.text)
    }

    @Test func eachChangeIsAnnouncedByTheFixThatCrossesIt() throws {
        var pilot = try flying("warm-up 100m + 2x(200m@pace=4:10 + recovery 100m@hr=130) + cool-down 1.5km", pace: 250)
        var places: [Double] = []
        while pilot.distance < 2250 {
            let before = pilot.distance
            let said = pilot.count(of: .interval)
            pilot.run(pace: 250, for: 1)
            if pilot.count(of: .interval) > said { places += [before, pilot.distance] }
        }
        #expect(
            changes(pilot) == [
                "WARM UP. 100 METRES", "INTERVAL 2 OF 6. 200 METRES. PACE 4:10", "RECOVERY. 100 METRES. HEART RATE 130",
                "INTERVAL 4 OF 6. 200 METRES. PACE 4:10", "RECOVERY. 100 METRES. HEART RATE 130",
                "COOL DOWN. 1.5 KILOMETRES", "TARGET DISTANCE",
            ])
        // The first one is announced behind ROTATE.
        let edges: [Double] = [100, 300, 400, 600, 700]
        places.removeFirst(2)
        #expect(places.count == 10)
        for (index, edge) in edges.enumerated() where places.count == 10 {
            #expect(places[2 * index] < edge && places[2 * index + 1] >= edge)
        }
        let first = pilot.annunciations.first { $0.kind == .interval }?.values
        #expect(first?.number == 1 && first?.count == 6)
    }

    @Test func aChangeByTimeNeedsNoFix() throws {
        var pilot = try flying("warm-up 90s + 10min@hr=150 + recovery 2min + 150s + cool-down 1h")
        let start = pilot.now
        pilot.wait(3)
        #expect(changes(pilot) == ["WARM UP. 90 SECONDS"])
        var expected = 0.0
        for (length, text) in [
            (90.0, "INTERVAL 2 OF 5. 10 MINUTES. HEART RATE 150"), (600, "RECOVERY. 2 MINUTES"),
            (120, "INTERVAL 4 OF 5. 2:30 MINUTES"), (150, "COOL DOWN. 60 MINUTES"), (3600, "MISSION COMPLETE"),
        ] {
            expected += length
            let said = pilot.annunciations.count
            while let deadline = pilot.computer.nextDeadline, deadline < start + Seconds(expected) {
                pilot.time = deadline.seconds
                pilot.submit(.deadline)
            }
            #expect(pilot.annunciations[said...].allSatisfy { ![.interval, .targetReached].contains($0.kind) })
            #expect(pilot.computer.nextDeadline == start + Seconds(expected))
            pilot.time = start.seconds + expected
            pilot.submit(.deadline)
            #expect(pilot.texts.last == text)
            #expect(pilot.events.last?.at == start + Seconds(expected))
        }
        #expect(pilot.computer.nextDeadline.map { $0 > pilot.now } ?? true)
    }

    @Test func holdsStopTheTime() throws {
        var pilot = try flying("60s + 60s")
        pilot.run(pace: 300, for: 40)
        pilot.command(.hold)
        #expect(pilot.computer.nextDeadline.map { $0 - pilot.now < Seconds(20) } ?? true)
        let first = "INTERVAL 1 OF 2. 60 SECONDS"
        pilot.run(pace: 300, for: 100)
        #expect(changes(pilot) == [first])
        pilot.command(.resume)
        pilot.run(pace: 300, for: 19)
        #expect(changes(pilot) == [first])
        pilot.run(pace: 300, for: 1)
        #expect(changes(pilot) == [first, "INTERVAL 2 OF 2. 60 SECONDS"])
        pilot.run(pace: 300, for: 60)
        #expect(changes(pilot) == [first, "INTERVAL 2 OF 2. 60 SECONDS", "MISSION COMPLETE"])
    }

    @Test func aMissionSetWhileHoldingBeginsWithTheResume() throws {
        var pilot = try flying("hr=150")
        pilot.run(pace: 300, for: 40)
        pilot.command(.hold)
        try pilot.set("30s + 30s")
        pilot.run(0, for: 100)
        #expect(changes(pilot) == ["INTERVAL 1 OF 2. 30 SECONDS"])
        pilot.command(.resume)
        pilot.run(pace: 300, for: 30)
        #expect(changes(pilot) == ["INTERVAL 1 OF 2. 30 SECONDS", "INTERVAL 2 OF 2. 30 SECONDS"])
    }

    // What is judged

    @Test func eachStepIsJudgedByItsOwnTarget() throws {
        var pilot = try flying("2min@pace=5:00 + 2min@pace=4:10 + 2min")
        pilot.run(pace: 300, for: 120)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits == [.stepChange])
        pilot.run(pace: 250, for: 120)
        #expect(pilot.began.isEmpty)
        pilot.run(pace: 200, for: 60)
        #expect(pilot.began.isEmpty && pilot.state.inhibits.isEmpty)
    }

    @Test(arguments: [0.0, 8, 30])
    func whoGoesOnAsBeforeIsCalledAfterSomeSeconds(_ settling: Double) throws {
        var pilot = Pilot(configuration: FlightConfiguration(gpws: GPWSConfiguration(settling: Seconds(settling))))
        pilot.run(pace: 300, for: 10)
        let mission = try Mission(spec: "2min@pace=5:00 + 2min@pace=4:10")
        pilot.command(.start(flight: Pilot.id, mission: mission, immediately: true))
        pilot.run(pace: 300, for: 180)
        #expect(pilot.began.map(\.kind) == [.sinkRate])
        let delay = (pilot.began.first?.start.seconds ?? -1) - 130
        #expect(delay >= settling && delay <= settling + 8)
        #expect(pilot.began.first?.deviation.map { abs($0 - 50) < 3 } ?? false)
    }

    /// The words of the alerts, and why they ended, of a flight that is too fast at the end of its first step.
    private func leavingFast(_ spec: String, heart: Double = 150) throws -> Pilot {
        var pilot = try flying(spec)
        pilot.run(pace: 300, heart: heart, for: 60)
        pilot.run(pace: 260, heart: heart, for: 60)
        return pilot
    }

    @Test func aChangeEndsWhatWasOnByThePace() throws {
        let pilot = try leavingFast("2min@pace=5:00 + 2min@pace=4:20")
        #expect(pilot.ended.map(\.reason) == [.stepChange])
        #expect(!pilot.calls.contains(.onTarget))
    }

    @Test func aStepWithoutATargetEndsIt() throws {
        var pilot = try leavingFast("2min@pace=5:00 + recovery 2min")
        #expect(pilot.ended.map(\.reason) == [.stepChange])
        pilot.run(pace: 360, for: 30)
        #expect(!pilot.calls.contains(.onTarget))
    }

    @Test func theMissionsEndEndsIt() throws {
        for spec in ["1min + 1min@pace=5:00", "100m + 150m@pace=5:00"] {
            var pilot = try leavingFast(spec)
            pilot.run(pace: 260, for: 30)
            #expect(pilot.state.gpws == .normal)
            #expect(!pilot.calls.contains(.onTarget), "\(spec)")
            #expect(!pilot.ended.contains { $0.reason == .cleared }, "\(spec)")
        }
    }

    @Test func aStepByHeartRateEndsIt() throws {
        // In the band of the next step, and above it.
        for rate in [150.0, 175] {
            var pilot = try leavingFast("2min@pace=5:00 + 2min@hr=150", heart: rate)
            #expect(pilot.ended.map(\.target) == [.pace], "at \(rate)")
            #expect(pilot.ended.map(\.reason) == [.stepChange], "at \(rate)")
            // A heart that comes from another interval is given the minutes of the warm-up.
            pilot.run(pace: 260, heart: rate, for: 20)
            #expect(pilot.began.count == 1, "at \(rate)")
            if rate > 160 { #expect(pilot.state.inhibits == [.warmUp]) }
            #expect(!pilot.calls.contains(.onTarget), "at \(rate)")
        }
    }

    @Test func theTargetThatEndsByHeartRateEndsToo() throws {
        var pilot = try flying("2min@hr=150 + 2min@pace=5:00")
        pilot.run(pace: 300, heart: 175, for: 120)
        #expect(pilot.began.map(\.target) == [.heartRate])
        #expect(pilot.ended.map(\.reason) == [.stepChange])
        pilot.run(pace: 300, heart: 175, for: 60)
        #expect(pilot.began.count == 1)
        #expect(!pilot.calls.contains(.onTarget))
    }

    @Test func behindItsEndNothingIsJudged() throws {
        var pilot = try flying("1min@pace=5:00 + 1min@pace=5:00")
        pilot.run(pace: 300, for: 125)
        pilot.run(pace: 200, for: 60)
        #expect(pilot.began.isEmpty)
        #expect(pilot.texts.last == "MISSION COMPLETE")
        #expect(pilot.computer.phase == .cruise)
    }

    // A snapshot

    @Test func aSnapshotInAnIntervalGoesOnAsTheWhole() throws {
        var pilot = try flying("warm-up 90s@hr=150 + 3x(200m@pace=5:00 + recovery 45s) + cool-down 30s")
        for second in 0..<480 {
            pilot.run(pace: second % 100 < 60 ? 300 : 255, heart: 150 + Double(second % 40), for: 1)
            if second == 110 { pilot.command(.hold) }
            if second == 130 { pilot.command(.resume) }
            if second == 215 { pilot.command(.acknowledge) }
        }
        #expect(changes(pilot).count == 9)
        var computer = FlightComputer()
        var counted = 0
        for (index, (input, at)) in pilot.inputs.enumerated() {
            if index % 60 == 59 {
                var resumed = try JSON.decode(FlightComputer.self, from: JSON.encode(computer))
                let events = pilot.inputs[index...].flatMap { resumed.step($0.input, at: $0.at) }
                let isSame = events == Array(pilot.events[counted...])
                #expect(isSame, "from the input \(index)")
            }
            counted += computer.step(input, at: at).count
        }
    }
}
