// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// A mission that is set, changed or cleared in the air.
struct MissionInTheAirTests {
    @Test func whoRepeatsAMissionDoesNotBeginItAnew() throws {
        for spec in ["pace=5:00,distance=400m", "hr=150", "5min + 5min", "4x(100m@pace=5:00)"] {
            var pilot = Pilot.cruising(spec)
            pilot.run(pace: 270, for: 20)
            let before = pilot.events.count
            let state = pilot.state
            try pilot.set(spec)
            #expect(pilot.events.count == before)
            #expect(pilot.state == state)
        }
    }

    @Test func minimumsIsNotCalledAgainForTheSameMission() throws {
        let spec = "pace=5:00,distance=400m"
        var pilot = Pilot.cruising(spec)
        pilot.run(pace: 300, for: 50)
        #expect(pilot.state.gpws == .minimums)
        try pilot.set(spec)
        pilot.run(pace: 300, for: 4)
        #expect(pilot.state.gpws == .minimums)
        #expect(pilot.count(of: .minimums) == 1)
        #expect(pilot.began.count == 1)
    }

    @Test func norForAnotherPaceOverTheSameDistance() throws {
        var pilot = Pilot.cruising("pace=5:00,distance=400m")
        pilot.run(pace: 300, for: 50)
        try pilot.set("pace=5:30,distance=400m")
        pilot.run(pace: 300, for: 4)
        #expect(pilot.state.gpws == .minimums)
        #expect(pilot.count(of: .minimums) == 1)
        #expect(pilot.withheld.contains(Withheld(.minimums, .latched)))
        pilot.run(pace: 300, for: 20)
        #expect(pilot.count(of: .targetReached) == 1)
        #expect(pilot.ended.map(\.reason) == [.missionChanged, .targetReached])
    }

    @Test func aLongerDistanceIsCalledAnew() throws {
        var pilot = Pilot.cruising("distance=400m")
        pilot.run(pace: 300, for: 80)
        #expect(pilot.count(of: .targetReached) == 1)
        try pilot.set("distance=600m")
        pilot.run(pace: 300, for: 70)
        #expect(pilot.count(of: .minimums) == 2)
        #expect(pilot.count(of: .targetReached) == 2)
        // Half of it was behind when it was set.
        #expect(pilot.count(of: .halfWay) == 1)
    }

    @Test func whatIsSetInTheLastMetresIsCalledAtOnce() throws {
        var pilot = Pilot.cruising("pace=5:00")
        pilot.run(pace: 300, for: 50)
        try pilot.set("distance=400m")
        #expect(pilot.state.gpws == .minimums)
        #expect(pilot.texts.last == "MINIMUMS")
    }

    @Test func aChangeEndsWhatIsOnAndIsJudgedFromItsBeginning() throws {
        var pilot = Pilot.cruising()
        pilot.run(pace: 270, until: .overspeed)
        try pilot.set("pace=4:30")
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.map(\.reason) == [.missionChanged])
        pilot.run(pace: 270, for: 60)
        #expect(pilot.began.count == 1)
        pilot.run(pace: 300, for: 30)
        #expect(pilot.began.map(\.kind) == [.overspeed, .sinkRate])
    }

    @Test func clearedNothingIsJudged() throws {
        var pilot = Pilot.cruising("pace=5:00,distance=500m")
        pilot.run(pace: 270, until: .overspeed)
        try pilot.set(nil)
        #expect(pilot.ended.map(\.reason) == [.missionChanged])
        #expect(pilot.state.mission == nil && pilot.state.inhibits.isEmpty)
        pilot.run(pace: 250, for: 120)
        #expect(pilot.began.count == 1)
        #expect(!pilot.calls.contains(.halfWay) && !pilot.calls.contains(.targetReached))
    }

    @Test func clearedInTheLastMetresMinimumsEnds() throws {
        var pilot = Pilot.cruising("distance=400m")
        pilot.run(pace: 300, for: 50)
        try pilot.set(nil)
        #expect(pilot.lit.isEmpty)
        #expect(pilot.ended.map(\.kind) == [.minimums])
        #expect(pilot.ended.map(\.reason) == [.missionChanged])
    }

    @Test func aDistanceThatIsFlownIsRefused() throws {
        var pilot = Pilot.cruising()
        pilot.run(pace: 270, until: .overspeed)
        let state = pilot.state
        try pilot.set("pace=5:00,distance=150m")
        #expect(pilot.refusals == [.passed])
        #expect(pilot.state.mission == state.mission)
        #expect(pilot.state.gpws == .overspeed)
        #expect(pilot.state.lamps == state.lamps)
        #expect(pilot.ended.isEmpty)
        pilot.run(pace: 300, for: 60)
        #expect(!pilot.calls.contains(.targetReached))
        #expect(pilot.judgements == [.overspeed, .onTarget])
    }

    @Test func theMissionThatIsFlownMayBeRepeatedBehindItsEnd() throws {
        var pilot = Pilot.cruising("distance=150m")
        try pilot.set("distance=150m")
        #expect(pilot.refusals.isEmpty)
        #expect(pilot.count(of: .targetReached) == 1)
    }

    @Test func anIntervalMissionBeginsWhereItIsSet() throws {
        var pilot = Pilot.cruising()
        try pilot.set("2x(50m)")
        #expect(pilot.refusals.isEmpty)
        pilot.run(pace: 250, for: 60)
        let changes = pilot.annunciations.filter { [.interval, .targetReached].contains($0.kind) }.map(\.text)
        #expect(changes == ["INTERVAL 1 OF 2. 50 METRES", "INTERVAL 2 OF 2. 50 METRES", "TARGET DISTANCE"])
    }

    @Test func setBeforeTheFlightItIsFlown() throws {
        var pilot = Pilot()
        pilot.run(pace: 300, for: 10)
        try pilot.set("pace=5:00")
        pilot.start()
        pilot.run(pace: 300, for: 60)
        pilot.run(pace: 270, for: 20)
        #expect(pilot.judgements == [.overspeed])
    }
}
