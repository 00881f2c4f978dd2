// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct MissionTests {
    static let specs: [(String, String)] = [
        ("pace=5:00,tolerance=15,distance=5km", "pace=5:00,tolerance=15,distance=5km"),
        ("distance=800m,pace=300", "pace=5:00,tolerance=15,distance=800m"),
        ("hr=150,tolerance=10,distance=10km", "hr=150,tolerance=10,distance=10km"),
        ("hr=150", "hr=150,tolerance=10"),
        ("hr=150,indoor", "hr=150,tolerance=10,indoor"),
        ("indoor,hr=150,tolerance=5", "hr=150,tolerance=5,indoor"),
        ("pace=4:30,distance=21.0975km", "pace=4:30,tolerance=15,distance=21.0975km"),
        ("distance=5km", "distance=5km"), ("10k", "distance=10km"), ("5k", "distance=5km"),
        ("half", "distance=21.0975km"), ("full", "distance=42.195km"), ("distance=half", "distance=21.0975km"),
        ("half,pace=5:00", "pace=5:00,tolerance=15,distance=21.0975km"), ("distance=1.005km", "distance=1.005km"),
        ("hr=150,distance=full,time=3:30:00", "hr=150,tolerance=10,distance=42.195km,time=3:30:00"),
        ("distance=10km,time=50:00", "distance=10km,time=50:00,tolerance=15"),
        ("5k,time=24:00,tolerance=5", "distance=5km,time=24:00,tolerance=5"),
        ("half,time=105:00", "distance=21.0975km,time=1:45:00,tolerance=15"),
        ("pace=5:00,10k,time=50:00", "distance=10km,time=50:00,tolerance=15"),
        ("pace=5:00,10k,time=50:05", "pace=5:00,tolerance=15,distance=10km,time=50:05"),
        ("10k,time=50min", "distance=10km,time=50:00,tolerance=15"),
        ("10k,time=2999.5s", "distance=10km,time=2999.5s,tolerance=15"),
        ("pace=300.5", "pace=300.5,tolerance=15"), ("pace=5:00, tolerance=10", "pace=5:00,tolerance=10"),
    ]

    @Test(arguments: specs)
    func readsAndWritesASpec(_ spec: String, _ canonical: String) throws {
        let mission = try Mission(spec: spec)
        #expect(mission.spec == canonical)
        #expect(try Mission(spec: mission.spec) == mission)
        #expect(mission.steps.isEmpty && mission.blocks.isEmpty)
    }

    @Test func aTimeMakesThePace() throws {
        let mission = try Mission(spec: "half,time=1:45:00,tolerance=5")
        let pace = SecondsPerKilometre(6300 / 21.0975)
        #expect(mission.target == .pace(pace, tolerance: SecondsPerKilometre(5)))
        #expect(mission.distance == Metres(21_097.5))
        #expect(mission.goalTime == Seconds(6300))
        // One's own pace stays, where the time does not contradict it.
        let both = try Mission(spec: "pace=5:00,10k,time=50:08")
        #expect(both.target == .pace(SecondsPerKilometre(300), tolerance: SecondsPerKilometre(15)))
        #expect(both.goalTime == Seconds(3008))
    }

    @Test func aTimeBesideAHeartRateIsAGoalOnly() throws {
        let mission = try Mission(spec: "hr=150,10k,time=50:00")
        #expect(mission.target == .heartRate(BeatsPerMinute(150), tolerance: BeatsPerMinute(10)))
        #expect(mission.goalTime == Seconds(3000))
    }

    @Test(
        arguments: [
            ("pace=5:00,distance=half", 6329.25), ("pace=5:00", nil), ("10k", nil), ("hr=150,10k", nil),
            ("400m@pace=5:00 + 600m@pace=5:00", nil),
        ] as [(String, Double?)])
    func theGoalTimeIsThePacesWhenNoneIsWritten(_ spec: String, _ time: Double?) throws {
        #expect(try Mission(spec: spec).goalTime == time.map { Seconds($0) })
    }

    @Test func aDistanceAloneAimsAtNothing() throws {
        let mission = try Mission(spec: "10k")
        #expect(mission.target == nil && mission.time == nil)
        #expect(mission.distance == Metres(10_000))
        #expect(mission.needsPositions)
    }

    static let numbers: [(Double?, Double?, Double?, Bool, MissionError.Code)] = [
        (nil, nil, nil, false, .nothing), (nil, nil, nil, true, .indoor), (nil, nil, 3000, false, .time),
        (300, nil, 3000, false, .time), (nil, .nan, nil, false, .distance), (nil, .infinity, nil, false, .distance),
        (.nan, 5000, nil, false, .pace), (nil, 10_000, .nan, false, .time), (nil, 10_000, 0, false, .time),
        (nil, 10_000, -3000, false, .time), (nil, 10_000, .infinity, false, .time),
        (300, 10_000, 3010.5, false, .contradiction), (300, 10_000, 2989.5, false, .contradiction),
        (nil, 10_000, 3000, true, .indoor), (nil, 10_000, nil, true, .indoor),
    ]

    @Test(arguments: numbers)
    func numbersThatMakeNoMissionAreRefused(
        _ pace: Double?, _ distance: Double?, _ time: Double?, _ isIndoor: Bool, _ code: MissionError.Code
    ) {
        do {
            let target = pace.map {
                Mission.Target.pace(SecondsPerKilometre($0), tolerance: Mission.Target.defaultPaceTolerance)
            }
            let mission = try Mission(
                target: target, distance: distance.map { Metres($0) }, time: time.map { Seconds($0) },
                isIndoor: isIndoor)
            Issue.record("it was taken: \(mission)")
        } catch {
            #expect(error.code == code)
        }
    }

    @Test(arguments: [
        "5k", "10k", "half", "full", "indoor", "pace", "time", "warm-up", "run", "800m", "1.5km", "10min",
    ])
    func aWordOfASpecIsNoName(_ word: String) {
        #expect(Mission.isSpecWord(word))
    }

    @Test(arguments: ["tempo", "6x800", "half-marathon", "5K", "10", "m", "min", "run1", "sunday"])
    func anythingElseIsAName(_ word: String) {
        #expect(!Mission.isSpecWord(word))
    }

    @Test func indoorIsAWordAndNoKey() {
        do {
            _ = try Mission(spec: "hr=150,indoor=yes")
            Issue.record("it was taken")
        } catch {
            #expect(error.description.contains("'indoor' stands alone"))
        }
    }

    static let refused: [(String, MissionError.Code)] = [
        ("", .syntax), ("pace", .syntax), ("pace=", .syntax), ("pace=5:60", .syntax), ("pace=5:00,hr=150", .syntax),
        ("tolerance=15", .syntax), ("pace=5:00,pace=5:00", .syntax), ("pace=5:00,colour=red", .syntax),
        ("pace=5:00,distance=5", .syntax), ("pace=5:00,distance=5 km", .syntax), ("pace=nan", .syntax),
        ("pace=5:00,tolerance=x", .syntax), ("pace=0:10", .pace), ("pace=30:00", .pace), ("pace=-300", .pace),
        ("pace=5:00,tolerance=0", .paceTolerance), ("pace=5:00,tolerance=-15", .paceTolerance),
        ("pace=5:00,tolerance=300", .paceTolerance), ("hr=20", .heartRate), ("hr=300", .heartRate),
        ("hr=150,tolerance=0", .heartRateTolerance), ("hr=150,tolerance=150", .heartRateTolerance),
        ("pace=5:00,distance=5m", .distance), ("pace=5:00,distance=5000km", .distance),
        ("pace=5:00,distance=-5km", .distance), ("pace=5:00,distance=1e400km", .syntax),
        ("pace=5:00,indoor", .indoor), ("hr=150,distance=5km,indoor", .indoor), ("indoor", .indoor),
        ("hr=150,indoor,indoor", .syntax), ("hr=150,indoor=yes", .syntax), ("hr=150,indoors", .syntax),
    ]

    @Test(arguments: refused)
    func refusesWhatNobodyCanFly(_ spec: String, _ code: MissionError.Code) {
        do {
            _ = try Mission(spec: spec)
            Issue.record("'\(spec)' was taken")
        } catch {
            #expect(error.code == code)
            #expect(error.description.contains("write"))
        }
    }
}
