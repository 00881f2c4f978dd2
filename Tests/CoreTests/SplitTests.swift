// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct SplitTests {
    @Test func crossingsAreInterpolated() {
        var pilot = Pilot()
        pilot.run(3.3, for: 10)
        pilot.start()
        pilot.run(3.3, for: 700)
        #expect(pilot.splits.count == 2)
        for split in pilot.splits {
            // The navigator takes off what the least noise would have added: 0.1 mm/s.
            #expect(abs(split.duration.rawValue - 1000 / 3.3) < 0.1)
            #expect(split.distance == Metres(1000))
        }
        #expect(pilot.calls.filter { $0 == .split }.count == 2)
        #expect(pilot.texts.contains("KILOMETRE 1, 5:03"))
    }

    @Test func severalInOneStepComeInOrderAndTheSumIsTheTotal() {
        var pilot = Pilot(configuration: FlightConfiguration(split: Metres(100)))
        pilot.run(3, for: 10)
        pilot.start()
        pilot.run(3, for: 101)
        pilot.time += 100
        pilot.way += 300
        pilot.run(3, for: 51)
        pilot.command(.stop)
        #expect(pilot.splits.map(\.index) == Array(1...pilot.splits.count))
        let total = pilot.splits.reduce(0) { $0 + $1.distance.rawValue }
        #expect(abs(total - (pilot.summary?.distance.rawValue ?? 0)) < 1e-6)
        let time = pilot.splits.reduce(0) { $0 + $1.duration.rawValue }
        #expect(abs(time - 252) < 1e-6)
        #expect(pilot.splits.map(\.isEstimated) == [false, false, false, true, true, true, true, false])
        #expect(zip(pilot.splits, pilot.splits.dropFirst()).allSatisfy { $0.end < $1.end })
    }

    @Test func aSplitHasTheMeanOfItsOwnHeartRates() {
        var pilot = Pilot()
        pilot.run(4, for: 10)
        pilot.start()
        for second in 0..<501 {
            pilot.run(4, for: 1)
            pilot.beat(second < 250 ? 140 : 160)
            if second % 7 == 0 { pilot.beat(nil) }
            if second % 11 == 0 { pilot.beat(60, contact: false) }
        }
        #expect(abs((pilot.splits.first?.heartRate?.rawValue ?? 0) - 140) < 0.2)
        #expect(abs((pilot.splits.last?.heartRate?.rawValue ?? 0) - 160) < 0.2)
    }
}
