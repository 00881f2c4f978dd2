// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import PowerInput

/// What is told anew.
@Suite struct PowerLevelTests {
    private static func reading(_ percents: [String: Int], silent: Int = 0, _ isCharging: Bool? = nil) -> PowerReading {
        var reading = PowerReading()
        reading.charges = percents.sorted { $0.key < $1.key }.map {
            BatteryCharge(supply: $0.key, percent: $0.value, isCharging: isCharging)
        }
        reading.unreadable = silent
        return reading
    }

    private struct Desk {
        var level = PowerLevel()

        mutating func told(_ seconds: Double, _ reading: PowerReading) -> Int? {
            level.take(reading, at: Instant(nanoseconds: Int64(seconds * 1e9)))?.percent
        }
    }

    @Test func theFirstAndEachChangeIsTold() {
        var desk = Desk()
        let told = [
            desk.told(0, Self.reading([:])), desk.told(60, Self.reading(["a": 50])),
            desk.told(120, Self.reading(["a": 50])), desk.told(180, Self.reading(["a": 49])),
            desk.told(240, Self.reading(["a": 49], true)), desk.told(300, Self.reading(["a": 49], true)),
            desk.told(360, Self.reading([:])), desk.told(420, Self.reading(["a": 49], true)),
            desk.told(480, Self.reading(["a": 50], true)),
        ]
        #expect(told == [nil, 50, nil, 49, 49, nil, nil, nil, 50])
    }

    /// 80 % and 20 % are 50 %: a gauge that restarts does not make them 20 %.
    @Test func aBatteryThatFallsSilentIsWaitedFor() {
        var desk = Desk()
        let told = [
            desk.told(0, Self.reading(["a": 80, "b": 20])), desk.told(60, Self.reading(["b": 20], silent: 1)),
            desk.told(359, Self.reading(["b": 20], silent: 1)), desk.told(361, Self.reading(["b": 20], silent: 1)),
            desk.told(420, Self.reading(["b": 19], silent: 1)), desk.told(480, Self.reading(["a": 80, "b": 20])),
            desk.told(540, Self.reading(["b": 20], silent: 1)),
        ]
        #expect(told == [50, nil, nil, 20, 19, 50, nil])
    }

    @Test func oneThatIsSilentFromTheStartIsNot() {
        var desk = Desk()
        let first = desk.told(0, Self.reading(["b": 20], silent: 1))
        #expect(first == 20)
    }

    @Test func theOnlyOneIsSilentForEver() {
        var desk = Desk()
        let told = [desk.told(0, Self.reading(["a": 9])), desk.told(1000, Self.reading([:], silent: 1))]
        #expect(told == [9, nil])
    }
}
