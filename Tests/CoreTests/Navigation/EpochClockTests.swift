// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

struct EpochClockTests {
    struct Sequence: Sendable, CustomTestStringConvertible {
        var name: String
        /// Epoch and receipt of each fix, in seconds; the epoch of a fix that has none is NaN.
        var fixes: [(epoch: Double, receipt: Double)]
        /// The time from each to the next.
        var steps: [Double]

        init(_ name: String, _ fixes: [(Double, Double)], _ steps: [Double]) {
            self.name = name
            self.fixes = fixes
            self.steps = steps
        }

        var testDescription: String { name }
    }

    private static let none = Double.nan
    private static let week: Double = 7 * 86_400

    static let sequences: [Sequence] = [
        Sequence("1 Hz, jitter", [(0, 0), (1, 1.2), (2, 1.9), (3, 3.25), (4, 4)], [1, 1, 1, 1]),
        Sequence("10 Hz, jitter", [(0, 0), (0.1, 0.1), (0.2, 0.25), (0.3, 0.26), (0.4, 0.4)], [0.1, 0.1, 0.1, 0.1]),
        Sequence("0.2 Hz", [(0, 0), (5, 5.1), (10, 9.9), (15, 15)], [5, 5, 5]),
        Sequence(
            "uneven", [(0, 0), (0.1, 0.1), (0.3, 0.3), (0.4, 0.42), (0.6, 0.6), (0.7, 0.7)], [0.1, 0.2, 0.1, 0.2, 0.1]),
        Sequence("a fix is lost", [(0, 0), (1, 1), (2, 2), (4, 4), (5, 5)], [1, 1, 2, 1]),
        Sequence("one epoch in three", [(0, 0), (0, 0.01), (0, 0.3), (1, 1), (1, 1.01), (2, 2)], [0, 0, 1, 0, 1]),
        Sequence(
            "a late duplicate at 10 Hz", [(0, 0), (0.1, 0.1), (0.1, 0.17), (0.2, 0.2), (0.3, 0.3)],
            [0.1, 0.07, 0.03, 0.1]),
        Sequence("the epoch before comes again", [(0, 0), (1, 1), (0, 1.05), (2, 2), (3, 3)], [1, 0, 1, 1]),
        Sequence(
            "the epoch before comes again, 10 Hz",
            [(0, 0), (0.1, 0.1), (0.2, 0.2), (0.3, 0.3), (0.4, 0.4), (0, 0.45), (0.5, 0.5), (0.6, 0.6)],
            [0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.1]),
        Sequence(
            "a second's epochs at 5 Hz", [(0, 0), (0, 0.2), (0, 0.4), (0, 0.6), (0, 0.8), (1, 1)], [0, 0, 0.6, 0, 0.4]),
        Sequence("a clock that stands still", [(0, 0), (0, 1), (0, 2), (0, 3)], [1, 1, 1]),
        Sequence("no epochs", [(none, 0), (none, 1), (none, 2.2)], [1, 1.2]),
        Sequence("epochs come and go", [(0, 0), (1, 1), (none, 1.9), (3, 3.1), (4, 4)], [1, 0.9, 1.2, 1]),

        Sequence("one second on", [(0, 0), (1, 1), (2, 2), (4, 3), (5, 4)], [1, 1, 1, 1]),
        Sequence("one second back", [(0, 0), (1, 1), (2, 2), (2, 3), (3, 4)], [1, 1, 1, 1]),
        Sequence("one second back, early", [(0, 0), (1, 1), (2, 2), (2, 2.8), (3, 4)], [1, 1, 0.8, 1]),
        Sequence(
            "one second on at 10 Hz", [(0, 0), (0.1, 0.1), (0.2, 0.2), (1.3, 0.3), (1.4, 0.4)], [0.1, 0.1, 0.1, 0.1]),
        Sequence(
            "one second on at 10 Hz, early", [(0, 0), (0.1, 0.1), (0.2, 0.2), (1.3, 0.24), (1.4, 0.4)],
            [0.1, 0.1, 0.04, 0.1]),
        Sequence(
            "one second back at 10 Hz", [(2, 0), (2.1, 0.1), (2.2, 0.2), (1.3, 0.3), (1.4, 0.4)], [0.1, 0.1, 0.1, 0.1]),
        Sequence("one second on at 0.2 Hz", [(0, 0), (5, 5), (10, 10), (16, 15), (21, 20)], [5, 5, 5, 5]),
        Sequence("one second back at 0.2 Hz", [(0, 0), (5, 5), (10, 10), (14, 15), (19, 20)], [5, 5, 5, 5]),
        Sequence("18 s on", [(0, 0), (1, 1), (2, 2), (21, 3), (22, 4)], [1, 1, 1, 1]),
        Sequence("18 s back", [(20, 0), (21, 1), (22, 2), (5, 3), (6, 4)], [1, 1, 1, 1]),
        Sequence("18 s back in a tunnel of 20 s", [(0, 0), (1, 1), (3, 21), (4, 22)], [1, 20, 1]),
        Sequence("18 s on in a tunnel of 20 s", [(0, 0), (1, 1), (39, 21), (40, 22)], [1, 20, 1]),
        Sequence("15 s back in a tunnel of two minutes", [(0, 0), (1, 1), (106, 121), (107, 122)], [1, 120, 1]),
        Sequence("to and fro by 18 s", [(20, 0), (21, 1), (4, 2), (23, 3), (24, 4)], [1, 1, 1, 1]),
        Sequence(
            "a tunnel, then to and fro by 18 s", [(0, 0), (1, 1), (3, 21), (4, 22), (23, 23), (24, 24)],
            [1, 20, 1, 1, 1]),
        Sequence(
            "1024 weeks back", [(0, 0), (1, 1), (2 - 1024 * week, 2), (3 - 1024 * week, 3), (4, 4)], [1, 1, 1, 1]),
        Sequence("1024 weeks on", [(0, 0), (1, 1), (2 + 1024 * week, 2), (3 + 1024 * week, 3)], [1, 1, 1]),
        Sequence("two days on", [(0, 0), (1, 1), (2 + 172_800, 2), (3 + 172_800, 3)], [1, 1, 1]),
        Sequence(
            "two days of silence", [(0, 0), (1, 1), (172_801, 172_801.5), (172_802, 172_802.5)], [1, 172_800, 1]),

        Sequence(
            "held up, then a burst", [(0, 0), (1, 1), (2, 5), (3, 5), (4, 5), (5, 5.01), (6, 6)], [1, 1, 1, 1, 1, 1]),
        Sequence(
            "held up at 10 Hz", [(0, 0), (0.1, 0.1), (0.2, 1), (0.3, 1), (0.4, 1), (0.5, 1)], [0.1, 0.1, 0.1, 0.1, 0.1]),
        Sequence("held up in part", [(0, 0), (1, 1), (2, 2.45), (3, 3), (4, 4.6), (5, 5)], [1, 1, 1, 1, 1]),
        Sequence(
            "held up after lost fixes", [(0, 0), (1, 1), (3, 3), (5, 5), (6, 8), (7, 8), (8, 8)], [1, 2, 2, 1, 1, 1]),
        Sequence("one of a burst is lost", [(0, 0), (1, 1), (2, 5), (4, 5), (5, 5), (6, 6)], [1, 1, 2, 1, 1]),
        // What is taken for a gap is bridged by positions; the way after it is measured.
        Sequence(
            "held up for long",
            [(0, 0), (1, 1), (2, 9), (3, 9), (4, 9), (5, 9), (6, 9), (7, 9), (8, 9), (9, 9), (10, 10)],
            [1, 8, 1, 1, 1, 1, 1, 1, 1, 1]),
    ]

    @Test(arguments: sequences)
    func measures(_ sequence: Sequence) {
        #expect(EpochClockTests.steps(sequence.fixes).map { ($0 * 1000).rounded() / 1000 } == sequence.steps)
    }

    /// Two clocks that drift apart by a part in ten thousand, for ten hours; and the receiver is always a bit late.
    @Test(arguments: [1e-4, -1e-4])
    func driftIsNoStep(_ drift: Double) {
        let fixes = (0..<36_000).map { (second: Int) -> (Double, Double) in
            let late = Double(second % 7) * 0.04
            return (Double(second), Double(second) * (1 + drift) + late)
        }
        let steps = EpochClockTests.steps(fixes)
        #expect(steps.allSatisfy { $0 == 1 })
    }

    /// Whatever the receiver's clock does, and at any rate: time is what passes.
    @Test(arguments: [0.2, 0.5, 1, 2, 5, 10], [-18.0, -15, -2, -1, 1, 2, 3, 15, 18])
    func stepsNeitherMakeNorLoseTime(_ rate: Double, _ step: Double) {
        for jitter in [0, 0.02, 0.2] {
            var fixes: [(Double, Double)] = []
            for index in 0..<Int(200 * rate) {
                let time = Double(index) / rate
                // It steps every 20 s, and back again.
                let epoch = time + (Int(time / 20).isMultiple(of: 2) ? 0 : step) + 100
                fixes.append((epoch, time + jitter * [0, 1, 0.3, 0.7, 0.1][index % 5]))
            }
            let total = EpochClockTests.steps(fixes).reduce(0, +)
            #expect(abs(total - Double(fixes.count - 1) / rate) < 0.1 + jitter * 10, "jitter \(jitter)")
        }
    }

    @Test func theIntervalIsTheShortestUsualStep() {
        var clock = EpochClock()
        func learn(_ steps: [Double]) -> Double? {
            var time = 0.0
            clock.reset()
            _ = clock.advance(epoch: EpochClockTests.time(0), at: EpochClockTests.instant(0))
            for step in steps {
                time += step
                _ = clock.advance(epoch: EpochClockTests.time(time), at: EpochClockTests.instant(time))
            }
            return clock.interval.map { ($0.rawValue * 100).rounded() / 100 }
        }
        #expect(learn([1, 1, 2, 1, 3, 2, 1, 2]) == 1)
        #expect(learn([5, 1, 1]) == 1)
        #expect(learn([0.1, 0.1, 1, 1, 1, 1, 1]) == 1)
        #expect(learn([0.001, 0.001]) == nil)
        #expect(learn([60, 60, 60, 60, 60, 60]) == nil)
    }

    private static func steps(_ fixes: [(epoch: Double, receipt: Double)]) -> [Double] {
        var clock = EpochClock()
        return fixes.compactMap { fix in
            clock.advance(epoch: fix.epoch.isNaN ? nil : time(fix.epoch), at: instant(fix.receipt))?.rawValue
        }
    }

    private static func time(_ seconds: Double) -> UTCTime {
        UTCTime(nanoseconds: 1_790_000_000_000_000_000 + Seconds(seconds).nanoseconds)
    }

    private static func instant(_ seconds: Double) -> Instant { Instant(nanoseconds: Seconds(seconds).nanoseconds) }
}
