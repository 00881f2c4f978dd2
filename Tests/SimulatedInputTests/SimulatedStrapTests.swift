// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import SimulatedInput

@Suite struct SimulatedStrapTests {
    private func inputs(_ curve: String, _ times: [Double]) throws -> [[Input]] {
        var strap = SimulatedStrap(name: "strap", curve: try HeartRateCurve(curve))
        return times.map { strap.inputs(at: Seconds($0)) }
    }

    private func link(_ state: LinkChange.State, _ reason: String? = nil) -> Input {
        .link(LinkChange(kind: .heartRate, name: "strap", state: state, reason: reason))
    }

    private func sample(_ rate: Double, _ intervals: [Double]) -> Input {
        .heartRate(
            HeartRateSample(sensor: "strap", rate: BeatsPerMinute(rate), rrIntervals: intervals, contact: true))
    }

    @Test func reportsLinkAndBatteryBeforeTheFirstSampleAndOnlyOnce() throws {
        let battery = Input.battery(Battery(sensor: "strap", percent: 80))
        #expect(
            try inputs("0:60,2:-,4:60", [0, 1, 2, 3, 4, 5]) == [
                [link(.up), battery, sample(60, [])], [sample(60, [1000])], [link(.down, "closed")], [],
                [link(.up), sample(60, [])], [sample(60, [1000])],
            ])
    }

    @Test func strapThatIsAwayAtTheStartKeepsConnecting() throws {
        #expect(try inputs("0:-,2:60", [0, 1]) == [[], []])
        #expect(try inputs("0:-,2:60", [0, 1, 2])[2].first == link(.up))
    }

    @Test func roundsTheRateAsAStrapDoes() throws {
        #expect(try inputs("0:95,20:150", [0, 1])[1] == [sample(98, [60_000 / 95])])
    }

    @Test(arguments: [60.0, 95, 120, 150, 180, 240])
    func intervalsFitTheRateAndFillTheTime(rate: Double) throws {
        let samples = try inputs("0:\(rate)", (0...60).map(Double.init)).joined().compactMap { input in
            if case .heartRate(let sample) = input { sample } else { nil }
        }
        #expect(samples.count == 61)
        let intervals = samples.flatMap(\.rrIntervals)
        #expect(intervals.allSatisfy { abs($0 - 60_000 / rate) < 1e-9 })
        // A beat at the very end of the minute may fall on either side of it.
        #expect(abs(Double(intervals.count) - rate) <= 1)
        #expect(samples.allSatisfy { $0.contact == true })
    }

    @Test func keepsAtMostNineIntervalsAfterAPause() throws {
        let input = try #require(try inputs("0:120", [0, 3600]).last?.last)
        guard case .heartRate(let sample) = input else {
            Issue.record("no sample")
            return
        }
        #expect(sample.rrIntervals == [Double](repeating: 500, count: 9))
    }
}
