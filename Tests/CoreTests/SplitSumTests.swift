// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// Whatever happens in a flight, its splits are the flight.
struct SplitSumTests {
    private struct Dice {
        var seed: UInt64

        mutating func roll(_ sides: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % sides
        }
    }

    private func fly(_ seed: UInt64) -> Pilot {
        var dice = Dice(seed: seed)
        var pilot = Pilot(configuration: FlightConfiguration(split: Metres(200), autoHold: true))
        pilot.run(3, for: 10)
        pilot.start()
        for _ in 0..<60 {
            pilot.run([0, 0, 0.8, 1.5, 3, 4.5][dice.roll(6)], for: Double(1 + dice.roll(25)))
            pilot.time += Double(dice.roll(10)) / 10
            switch dice.roll(9) {
            case 0, 1: pilot.command(.lap)
            case 2: pilot.command(.hold)
            case 3, 4: pilot.command(.resume)
            case 5:
                let gap = Double(dice.roll(90))
                pilot.time += gap
                pilot.way += gap * Double(dice.roll(4))
            case 6:
                let gap = Double(dice.roll(30))
                pilot.time += gap
                pilot.submit(.restart(Restart(boot: "b", rebooted: false, gap: Seconds(gap), offset: .zero)))
            case 7: pilot.way += 800
            default: break
            }
        }
        pilot.command(.stop)
        return pilot
    }

    /// The time of the flight's holds, as its phases say.
    private func held(_ pilot: Pilot) -> Double {
        var held = 0.0
        var since: Instant?
        for event in pilot.events {
            guard case .phase(let from, let to, _) = event.body else { continue }
            if from == .holding, let begin = since { held += (event.at - begin).rawValue }
            since = to == .holding ? event.at : nil
        }
        return held
    }

    @Test(arguments: 1...60)
    func theSplitsAddUp(_ seed: UInt64) throws {
        let pilot = fly(seed)
        let summary = try #require(pilot.summary)
        let distance = pilot.splits.reduce(0) { $0 + $1.distance.rawValue }
        let duration = pilot.splits.reduce(0) { $0 + $1.duration.rawValue }
        #expect(abs(distance - summary.distance.rawValue) < 1e-6)
        #expect(abs(duration - summary.elapsed.rawValue + held(pilot)) < 1e-4)
        #expect(pilot.splits.map(\.index) == Array(1...pilot.splits.count))
        #expect(pilot.splits.allSatisfy { $0.duration.rawValue > -1e-6 && $0.distance >= .zero })
        #expect(pilot.splits.allSatisfy { $0.ending != .distance || $0.distance == Metres(200) })
        #expect(zip(pilot.splits, pilot.splits.dropFirst()).allSatisfy { $0.end <= $1.end })
    }
}
