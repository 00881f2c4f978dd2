// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Finds a receiver whose speed is not its own, or stuck: positions go on and on while the speed says that nobody moves.
///
/// A jump goes once and rests, and so do positions that a receiver rounds; a runner goes on with every fix.
struct SpeedAudit: Codable, Sendable {
    private var first = Span()
    private var second = Span()
    private var third = Span()
    private var last: SIMD2<Double>?

    private struct Span: Codable {
        var displacement = SIMD2<Double>()
        var time = 0.0
        /// What the speed adds up to, metres.
        var way = 0.0
        var longestStep = 0.0
        var steps = 0

        var length: Double { displacement.length }
    }

    /// Seconds; three of them are looked at.
    private static let span = 3.0
    /// Metres in each: a slow run, and more than the error of positions changes.
    private static let leastStride = 4.0
    /// m/s: a receiver that says more than this at least sees that somebody moves.
    private static let stand = 1.2

    /// - Parameter way: what the speed adds up to over the interval, metres.
    /// - Returns: when the speed is wrong, the way that positions have gone beyond what it says, and how long that took.
    mutating func take(_ position: SIMD2<Double>, way: Double, over interval: Double) -> (way: Double, time: Double)? {
        defer { last = position }
        guard let last else { return nil }
        let step = position - last
        third.displacement += step
        third.time += interval
        third.steps += 1
        third.way += way
        third.longestStep = max(third.longestStep, step.length)
        guard third.time >= SpeedAudit.span else { return nil }
        defer {
            first = second
            second = third
            third = Span()
        }
        let gone = first.length + second.length + third.length
        let said = first.way + second.way + third.way
        let time = first.time + second.time + third.time
        guard said < gone / 2, said < SpeedAudit.stand * time, gone < RunnerLimits.fastest * time,
            SpeedAudit.goesOn(from: first, to: second), SpeedAudit.goesOn(from: second, to: third)
        else { return nil }
        return (gone - said, time)
    }

    /// Whether two spans lead the same way, by many steps and not by one.
    private static func goesOn(from before: Span, to after: Span) -> Bool {
        let lengths = (before.length, after.length)
        return min(lengths.0, lengths.1) > leastStride
            && before.displacement.dot(after.displacement) > 0.7 * lengths.0 * lengths.1
            && (before.steps == 1 && after.steps == 1
                || max(before.longestStep, after.longestStep) < (lengths.0 + lengths.1) / 3)
    }

    /// The frame has been turned and moved.
    mutating func transform(_ change: (SIMD2<Double>) -> SIMD2<Double>) {
        let origin = change(.zero)
        last = last.map(change)
        first.displacement = change(first.displacement) - origin
        second.displacement = change(second.displacement) - origin
        third.displacement = change(third.displacement) - origin
    }
}
