// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import ReplayInput

/// The seconds, after the base, at which a time line has what its sources say; "a" unless named.
private func instants(_ times: [Double]) -> [Double] {
    instants(times.map { ($0, "a") })
}

private let base = 1_800_000_000.0

private func instants(_ times: [(Double, String)]) -> [Double] {
    var timeline = LogTimeline()
    return times.map { time, source in
        let instant = timeline.advance(to: UTCTime(secondsSince1970: base + time), of: source)
        #expect(timeline.now == instant)
        return (Double(instant.nanoseconds - Int64(base) * 1_000_000_000) / 1e6).rounded() / 1000
    }
}

struct LogTimelineTests {
    @Test func isTheTimeWhileThatGoesOn() {
        #expect(instants([0, 1, 2, 2, 3.5, 63, 3663]) == [0, 1, 2, 2, 3.5, 63, 3663])
    }

    // B16, B17, B19: 1980, a week rollover, days back.
    @Test func goesOnByTheUsualIntervalWhenTheTimeLeaps() {
        let weeks = 1024 * 7 * 86_400.0
        #expect(instants([0, 1, 2, -weeks + 3, -weeks + 4, -weeks + 5]) == [0, 1, 2, 3, 4, 5])
        #expect(instants([-weeks, -weeks + 1, 2, 3]).map { $0 + weeks } == [0, 1, 2, 3])
        #expect(instants([0, 0.2, 0.4, -100, -99.8, -99.6]) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    }

    // B20: a step of the leap seconds.
    @Test func goesOnAfterAStepBack() {
        #expect(instants([0, 1, 2, 1, 2, 3, 4]) == [0, 1, 2, 3, 4, 5, 6])
        #expect(instants([0, 1, 2, -15, -14, -13]) == [0, 1, 2, 3, 4, 5])
    }

    @Test func comesBackFromAMistakeOfOneLine() {
        #expect(instants([0, 1, -10, 3, 4]) == [0, 1, 2, 3, 4])
        #expect(instants([0, 1, 1e8, 3, 4]) == [0, 1, 2, 3, 4])
        #expect(instants([0, 1, -1e8, -1e8 + 1, 4, 5]) == [0, 1, 2, 3, 4, 5])
    }

    @Test func keepsTwoSourcesApart() {
        // Half a second behind, and not always in order: nothing steps.
        #expect(
            instants([(0, "a"), (0.5, "HR"), (1, "a"), (0.9, "HR"), (2, "a"), (1.9, "HR"), (3, "a")])
                == [0, 0.5, 1, 1, 2, 2, 3])
        // A clock that is years away.
        #expect(
            instants([(0, "a"), (-1e9, "b"), (1, "a"), (-1e9 + 1, "b"), (2, "a"), (-1e9 + 2, "b")]) == [
                0, 0, 1, 1, 2, 2,
            ])
        // One that steps leaves the other's alone.
        #expect(
            instants([(0, "a"), (0, "HR"), (1, "a"), (1, "HR"), (-1e8, "a"), (2, "HR"), (-1e8 + 1, "a"), (3, "HR")])
                == [0, 0, 1, 1, 2, 2, 3, 3])
    }
}
