// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import Testing

struct MissionStepsTests {
    static let specs: [(String, String, Int)] = [
        (
            "warm-up 10min + 6x(800m@pace=3:45,tolerance=10 + recovery 400m@hr=130) + cool-down 1km",
            "warm-up 10min + 6x(800m@pace=3:45,tolerance=10 + recovery 400m@hr=130,tolerance=10) + cool-down 1km", 14
        ),
        ("800m+400m", "800m + 400m", 2), ("2x(800m)", "2x(800m)", 2), ("100x(50m+10s)", "100x(50m + 10s)", 200),
        (" 6 x ( 800m @ pace=3:45 , tolerance=10 ) ", "6x(800m@pace=3:45,tolerance=10)", 6),
        ("run 800m + 1000m", "800m + 1km", 2),
        ("1.5km + 90s + 120s + 3600s + 5400s", "1.5km + 90s + 2min + 1h + 90min", 5),
        ("1.5h + 0.5min", "90min + 30s", 2),
        (
            "10min@hr=130 + 5min@hr=150, indoor",
            "10min@hr=130,tolerance=10 + 5min@hr=150,tolerance=10,indoor", 2
        ),
        (
            "warm-up 10min + 2x(5min@hr=150 + recovery 2min),indoor",
            "warm-up 10min + 2x(5min@hr=150,tolerance=10 + recovery 2min),indoor", 5
        ),
        ("21097.5m + 100km", "21.0975km + 100km", 2), ("6h + 10s", "6h + 10s", 2),
        ("10.5s + 1234.567m", "10.5s + 1.234567km", 2),
        ("10x(100km)", "10x(100km)", 10), ("8x(6h)", "8x(6h)", 8),
        ("800m@pace=225.5 + 1km", "800m@pace=225.5,tolerance=15 + 1km", 2),
    ]

    @Test(arguments: specs)
    func readsAndWritesSteps(_ spec: String, _ canonical: String, _ count: Int) throws {
        let mission = try Mission(spec: spec)
        #expect(mission.spec == canonical)
        #expect(mission.steps.count == count)
        #expect(try Mission(spec: mission.spec) == mission)
        #expect(try JSON.decode(Mission.self, from: JSON.encode(mission)) == mission)
        #expect(mission.target == nil && mission.time == nil && mission.goalTime == nil)
    }

    @Test func repeatsAreExpandedInTheirOrder() throws {
        let mission = try Mission(spec: "warm-up 10min + 2x(800m@pace=3:45,tolerance=10 + recovery 400m@hr=130) + 1km")
        let fast = Mission.Target.pace(SecondsPerKilometre(225), tolerance: SecondsPerKilometre(10))
        let slow = Mission.Target.heartRate(BeatsPerMinute(130), tolerance: BeatsPerMinute(10))
        let run = try Mission.Step(.distance(Metres(800)), target: fast)
        let recovery = try Mission.Step(.distance(Metres(400)), label: .recovery, target: slow)
        let first = try Mission.Step(.time(Seconds(600)), label: .warmUp)
        let last = try Mission.Step(.distance(Metres(1000)))
        #expect(mission.steps == [first, run, recovery, run, recovery, last])
        #expect(mission.blocks.map(\.repeats) == [1, 2, 1])
        #expect(mission.blocks[1].steps == [run, recovery])
    }

    @Test(
        arguments: [
            ("2x(800m + 400m) + 1km", 3400, true), ("800m + 10min", nil, true), ("10min + 5min", nil, false),
            ("10min@hr=150 + 5min", nil, false), ("10min@pace=5:00 + 5min", nil, true),
        ] as [(String, Double?, Bool)])
    func itsDistanceIsTheSumOfDistances(_ spec: String, _ distance: Double?, _ needsPositions: Bool) throws {
        let mission = try Mission(spec: spec)
        #expect(mission.distance == distance.map { Metres($0) })
        #expect(mission.needsPositions == needsPositions)
    }

    @Test func aBlockFlownOnceStandsForItsSteps() throws {
        let steps = try Mission(spec: "800m + 400m").steps
        let mission = try Mission(blocks: [Mission.Block(repeats: 1, steps)])
        let plain = try Mission(spec: "800m + 400m")
        #expect(mission == plain)
        #expect(mission.blocks.count == 2)
    }

    @Test func noBlocksAreNoMission() {
        #expect(throws: MissionError.self) { try Mission(blocks: []) }
        #expect(throws: MissionError.self) { try Mission.Block(repeats: 0, []) }
    }
}
