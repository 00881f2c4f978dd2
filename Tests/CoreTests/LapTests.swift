// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct LapTests {
    private func flying(split: Double = 1000) -> Pilot {
        var pilot = Pilot(configuration: FlightConfiguration(split: Metres(split)))
        pilot.run(4, for: 10)
        pilot.start()
        return pilot
    }

    /// Distances and durations of all splits are those of the flight.
    private func expectWhole(_ pilot: Pilot, held: Double = 0) {
        let distance = pilot.splits.reduce(0) { $0 + $1.distance.rawValue }
        let duration = pilot.splits.reduce(0) { $0 + $1.duration.rawValue }
        #expect(abs(distance - (pilot.summary?.distance.rawValue ?? -1)) < 1e-6)
        #expect(abs(duration - (pilot.summary?.elapsed.rawValue ?? -1) + held) < 1e-6)
        #expect(abs((pilot.summary?.held?.rawValue ?? -1) - held) < 1e-6)
        #expect(pilot.splits.map(\.index) == Array(1...pilot.splits.count))
        #expect(zip(pilot.splits, pilot.splits.dropFirst()).allSatisfy { $0.end <= $1.end })
    }

    @Test func aLapBetweenTwoFixesIsInterpolatedAndTheNextSplitBeginsThere() {
        var pilot = flying()
        pilot.run(4, for: 100)
        pilot.time += 0.3
        pilot.command(.lap)
        #expect(pilot.splits.isEmpty)
        pilot.time += 0.7
        pilot.way += 4
        pilot.submit(.fix(pilot.fix(speed: 4)))
        pilot.run(4, for: 300)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.lap, .distance, .end])
        #expect(abs(pilot.splits[0].distance.rawValue - 401.2) < 0.1)
        #expect(abs(pilot.splits[0].duration.rawValue - 100.3) < 1e-6)
        #expect(pilot.splits[1].distance == Metres(1000))
        #expect(abs(pilot.splits[1].duration.rawValue - 250) < 0.1)
        #expect(pilot.texts.filter { $0.hasPrefix("LAP") } == ["LAP 1, 1:40"])
        #expect(pilot.texts.contains("KILOMETRE 2, 4:10. AVERAGE 4:10"))
        expectWhole(pilot)
    }

    @Test func lapsAndCrossingsInOneStepComeInOrder() {
        var pilot = flying(split: 100)
        pilot.run(4, for: 20)
        // 80 m by now. Within a gap to 320 m: a crossing at 100 m, a lap at 140 m, a crossing at 240 m. That at 340 m
        // comes after it.
        pilot.time += 15
        pilot.command(.lap)
        pilot.time += 44
        pilot.way += 236
        pilot.run(4, for: 11)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.distance, .lap, .distance, .distance, .end])
        let distances = pilot.splits.map { ($0.distance.rawValue * 10).rounded() / 10 }
        #expect(distances == [100, 40, 100, 100, 20])
        #expect(pilot.splits.map(\.isEstimated) == [true, true, true, true, false])
        // The lap's own words came at once, for there was no fix; its numbers when there was one.
        #expect(pilot.texts.filter { $0.hasPrefix("LAP") } == ["LAP", "LAP 2, 0:10"])
        expectWhole(pilot)
    }

    @Test func aGapMarksTheSplitsThatItsWayLiesIn() {
        var pilot = flying(split: 100)
        pilot.run(4, for: 20)
        // From 80 m to 124 m.
        pilot.time += 10
        pilot.way += 40
        pilot.run(4, for: 50)
        #expect(pilot.splits.map(\.isEstimated) == [true, true, false])
    }

    @Test func aLapInAGapWithoutWayIsEstimated() {
        var pilot = flying()
        pilot.run(4, for: 20)
        pilot.time += 10
        pilot.command(.lap)
        pilot.time += 10
        pilot.run(0, for: 5)
        pilot.run(4, for: 20)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.isEstimated) == [true, false])
        expectWhole(pilot)
    }

    @Test func aLapInAHoldEndsTheSplitWhereTheHoldBegan() {
        var pilot = flying()
        pilot.run(4, for: 50)
        pilot.command(.hold)
        pilot.run(1, for: 30)
        pilot.command(.lap)
        pilot.run(1, for: 30)
        pilot.command(.lap)
        #expect(pilot.refusals == [.emptyLap])
        pilot.command(.resume)
        pilot.run(4, for: 50)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.lap, .end])
        #expect(abs(pilot.splits[0].distance.rawValue - 200) < 0.1)
        #expect(abs(pilot.splits[0].duration.rawValue - 50) < 1e-6)
        // The first second's speed is between a walk's and a run's.
        #expect(abs(pilot.splits[1].distance.rawValue - 200) < 2)
        expectWhole(pilot, held: 60)
    }

    @Test(arguments: [0.1, 0.3, 0.7, 1.1])
    func aStopRightAfterALapInAHoldHasNothingLeft(_ offset: Double) {
        var pilot = flying()
        pilot.run(4, for: 50)
        pilot.time += offset
        pilot.command(.hold)
        pilot.run(1, for: 30)
        pilot.time += offset
        pilot.command(.lap)
        pilot.run(1, for: 30)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.lap])
    }

    @Test func aLapIsRefusedWhereNothingFlies() {
        var pilot = Pilot()
        pilot.command(.lap)
        pilot.start(immediately: false)
        pilot.command(.lap)
        pilot.wait(10)
        pilot.command(.stop)
        pilot.command(.lap)
        #expect(pilot.refusals == [.notFlying, .notFlying, .notFlying])
    }

    @Test func aBouncingButtonTakesOneLap() {
        var pilot = flying()
        pilot.run(4, for: 50)
        pilot.command(.lap)
        pilot.time += 0.05
        pilot.command(.lap)
        #expect(pilot.refusals == [.emptyLap])
        pilot.run(4, for: 5)
        #expect(pilot.splits.count == 1)
    }

    @Test func aLapJustBeforeTheStopIsASplit() {
        var pilot = flying()
        pilot.run(4, for: 50)
        pilot.time += 0.5
        pilot.command(.lap)
        pilot.time += 0.25
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.lap, .end])
        #expect(pilot.splits.map(\.duration) == [Seconds(50.5), Seconds(0.25)])
        expectWhole(pilot)
    }

    @Test func timeWithoutWayIsInTheSplitsToo() {
        var pilot = flying(split: 100)
        pilot.run(4, for: 30)
        pilot.run(0, for: 60)
        pilot.command(.lap)
        pilot.run(0, for: 60)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.ending) == [.distance, .lap, .end])
        #expect(pilot.splits.last?.distance == .zero)
        #expect(pilot.splits.last?.pace == nil)
        expectWhole(pilot)
    }

    @Test func aLapBeforeARebootKeepsItsTimeWhateverTheGap() {
        var pilot = flying()
        pilot.run(4, for: 50)
        pilot.command(.lap)
        pilot.submit(.restart(Restart(boot: "b", rebooted: true, gap: nil, offset: .zero)))
        pilot.submit(.gap(Seconds(600)))
        pilot.run(4, for: 50)
        pilot.command(.stop)
        #expect(abs(pilot.splits[0].duration.rawValue - 50) < 1e-6)
        #expect(abs(pilot.splits[0].distance.rawValue - 200) < 0.1)
        expectWhole(pilot)
    }
}
