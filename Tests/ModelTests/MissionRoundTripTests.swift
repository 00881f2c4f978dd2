// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import TestSupport
import Testing

/// Whatever mission there is: its SPEC and its JSON give it back, to the last bit.
struct MissionRoundTripTests {
    private struct Dice {
        var generator = SplitMix64(seed: 1)

        mutating func number(_ range: ClosedRange<Double>) -> Double {
            let value = Double.random(in: range, using: &generator)
            // As people write it, to a tenth, and to all digits.
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: return min(max(value.rounded(), range.lowerBound), range.upperBound)
            case 1: return min(max((value * 10).rounded() / 10, range.lowerBound), range.upperBound)
            default: return value
            }
        }

        mutating func target() -> Mission.Target? {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                let pace = number(120...1200)
                return .pace(SecondsPerKilometre(pace), tolerance: SecondsPerKilometre(number(1...59)))
            case 1: return .heartRate(BeatsPerMinute(number(70...230)), tolerance: BeatsPerMinute(number(1...39)))
            default: return nil
            }
        }

        mutating func step() throws -> Mission.Step {
            let label = Mission.Step.Label.allCases.randomElement(using: &generator) ?? .run
            let extent: Mission.Step.Extent =
                Bool.random(using: &generator) ? .distance(Metres(number(50...2000))) : .time(Seconds(number(10...900)))
            return try Mission.Step(extent, label: label, target: target())
        }

        mutating func mission() throws -> Mission {
            guard Bool.random(using: &generator) else {
                let distance = number(100...50_000)
                let target = target()
                var time: Double?
                switch target {
                case .pace(let pace, _): time = pace.rawValue * distance / 1000 + number(-0.09...0.09)
                case .heartRate, nil: time = number(150...1000) * distance / 1000
                }
                if Bool.random(using: &generator) { time = nil }
                return try Mission(target: target, distance: Metres(distance), time: time.map { Seconds($0) })
            }
            var blocks: [Mission.Block] = []
            for _ in 0..<Int.random(in: 2...5, using: &generator) {
                var steps: [Mission.Step] = []
                for _ in 0..<Int.random(in: 1...3, using: &generator) { steps.append(try step()) }
                blocks.append(try Mission.Block(repeats: Int.random(in: 1...4, using: &generator), steps))
            }
            return try Mission(blocks: blocks)
        }
    }

    @Test func anyMissionComesBack() throws {
        var dice = Dice()
        var taken = 0
        for _ in 0..<2000 {
            // A time too far from its pace or a pace too fast for its time is no mission.
            guard let mission = try? dice.mission() else { continue }
            taken += 1
            let spec = mission.spec
            #expect(try Mission(spec: spec) == mission, "\(spec)")
            #expect(try Mission(spec: spec).spec == spec)
            #expect(try JSON.decode(Mission.self, from: JSON.encode(mission)) == mission, "\(spec)")
        }
        #expect(taken > 1500)
    }

    static let json: [(String, String)] = [
        (#"{"heart_rate":150,"tolerance_bpm":10}"#, "hr=150,tolerance=10"),
        (#"{"heart_rate":150,"tolerance_bpm":10,"indoor":true}"#, "hr=150,tolerance=10,indoor"),
        (#"{"pace_s_per_km":300,"tolerance_s_per_km":15,"distance_m":5000}"#, "pace=5:00,tolerance=15,distance=5km"),
        (#"{"distance_m":10000}"#, "distance=10km"),
        (
            #"{"pace_s_per_km":300,"tolerance_s_per_km":15,"distance_m":10000,"time_s":3000}"#,
            "distance=10km,time=50:00,tolerance=15"
        ),
        (
            #"{"blocks":[{"repeats":1,"steps":[{"label":"warm-up","time_s":600}]},{"repeats":2,"steps":[{"label":"run","#
                + #""distance_m":800,"pace_s_per_km":225,"tolerance_s_per_km":10},{"label":"recovery","distance_m":400,"#
                + #""heart_rate":130,"tolerance_bpm":10}]}]}"#,
            "warm-up 10min + 2x(800m@pace=3:45,tolerance=10 + recovery 400m@hr=130,tolerance=10)"
        ),
        (
            #"{"blocks":[{"repeats":2,"steps":[{"label":"run","time_s":60}]}],"indoor":true}"#, "2x(1min),indoor"
        ),
    ]

    @Test(arguments: json)
    func theKeysAreStable(_ text: String, _ spec: String) throws {
        let mission = try Mission(spec: spec)
        #expect(try JSON.decode(Mission.self, from: text) == mission)
        #expect(String(decoding: try JSON.encode(mission), as: UTF8.self) == text)
    }

    @Test func labelAndRepeatsMayBeLeftOut() throws {
        let text = #"{"blocks":[{"steps":[{"distance_m":800},{"time_s":60}]}]}"#
        #expect(try JSON.decode(Mission.self, from: text) == Mission(spec: "800m + 1min"))
    }

    @Test(arguments: [
        "{}", #"{"indoor":true}"#, #"{"pace_s_per_km":300}"#, #"{"tolerance_s_per_km":15,"distance_m":5000}"#,
        #"{"heart_rate":150,"tolerance_s_per_km":15}"#, #"{"pace_s_per_km":300,"tolerance_s_per_km":0}"#,
        #"{"pace_s_per_km":300,"tolerance_s_per_km":15,"heart_rate":150,"tolerance_bpm":10}"#,
        #"{"distance_m":5}"#, #"{"distance_m":"5"}"#, #"{"time_s":3000}"#, #"{"distance_m":10000,"time_s":0}"#,
        #"{"pace_s_per_km":300,"tolerance_s_per_km":15,"distance_m":10000,"time_s":2000}"#,
        #"{"distance_m":10000,"indoor":true}"#, #"{"blocks":[]}"#, #"{"blocks":[{"steps":[]}]}"#,
        #"{"blocks":[{"steps":[{"distance_m":800}]}]}"#, #"{"blocks":[{"repeats":0,"steps":[{"distance_m":800}]}]}"#,
        #"{"blocks":[{"repeats":-2,"steps":[{"distance_m":800}]}]}"#,
        #"{"blocks":[{"repeats":101,"steps":[{"distance_m":800}]}]}"#,
        #"{"blocks":[{"repeats":2,"steps":[{"distance_m":8}]}]}"#, #"{"blocks":[{"repeats":2,"steps":[{}]}]}"#,
        #"{"blocks":[{"repeats":2,"steps":[{"distance_m":800,"time_s":60}]}]}"#,
        #"{"blocks":[{"repeats":2,"steps":[{"distance_m":800,"label":"jog"}]}]}"#,
        #"{"blocks":[{"repeats":2,"steps":[{"distance_m":800,"pace_s_per_km":10,"tolerance_s_per_km":5}]}]}"#,
        #"{"blocks":[{"repeats":2,"steps":[{"distance_m":800}]}],"distance_m":1600}"#,
        #"{"blocks":[{"repeats":2,"steps":[{"distance_m":800}]}],"heart_rate":150,"tolerance_bpm":10}"#,
        #"{"blocks":[{"repeats":2,"steps":[{"distance_m":800}]}],"indoor":true}"#,
        #"{"blocks":[{"repeats":9,"steps":[{"time_s":21600}]}]}"#,
    ])
    func whatIsNoMissionIsNotDecoded(_ text: String) {
        #expect(throws: (any Error).self) { try JSON.decode(Mission.self, from: text) }
    }
}
