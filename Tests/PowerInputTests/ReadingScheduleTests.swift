// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import PowerInput

/// When the class is read.
@Suite struct ReadingScheduleTests {
    private enum Step {
        case ask, end
        case begin(Bool)
        case deadline(Double?)
    }

    private func run(_ steps: [(Double, Step)], _ place: SourceLocation = #_sourceLocation) {
        var schedule = ReadingSchedule()
        for (seconds, step) in steps {
            let now = Instant(nanoseconds: Int64(seconds * 1e9))
            switch step {
            case .ask: schedule.ask()
            case .end: schedule.end()
            case .begin(let expected):
                let begun = schedule.begin(at: now)
                #expect(begun == expected, "begin at \(seconds)", sourceLocation: place)
            case .deadline(let expected):
                let deadline = schedule.deadline(at: now)
                let wanted = expected.map { Instant(nanoseconds: Int64($0 * 1e9)) }
                #expect(deadline == wanted, "deadline at \(seconds)", sourceLocation: place)
            }
        }
    }

    @Test func onceAMinute() {
        run([
            (0, .deadline(0)), (0, .begin(true)), (0, .deadline(nil)), (0.1, .end), (0.1, .deadline(60)),
            (59.9, .begin(false)), (60, .begin(true)), (60.1, .end), (60.1, .deadline(120)),
        ])
    }

    @Test func atOnceWhenSomethingIsAnnounced() {
        run([
            (0, .begin(true)), (0.1, .end), (30, .ask), (30, .deadline(5)), (30, .begin(true)), (30.1, .end),
            (30.1, .deadline(90)),
        ])
    }

    @Test func notMoreOftenThanEveryFiveSeconds() {
        run([
            (0, .begin(true)), (0.1, .end), (1, .ask), (2, .ask), (2, .deadline(5)), (2, .begin(false)),
            (5, .begin(true)), (5.1, .end), (5.1, .deadline(65)),
        ])
    }

    @Test func aReadingThatHangsIsWaitedFor() {
        run([
            (0, .begin(true)), (10, .ask), (10, .deadline(nil)), (90, .begin(false)), (100, .end),
            (100, .deadline(5)), (100, .begin(true)), (100.1, .end), (100.1, .deadline(160)),
        ])
    }
}
