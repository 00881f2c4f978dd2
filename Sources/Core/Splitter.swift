// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Cuts the way into splits at interpolated crossing times.
struct Splitter: Codable, Sendable {
    let length: Metres
    private(set) var count = 0
    private var flown = Metres.zero
    /// Where, and at which active time, the running split began.
    private var startDistance = Metres.zero
    private var startTime = Seconds.zero
    private var isEstimated = false
    private var beats = Mean()

    init(length: Metres) {
        self.length = length
    }

    mutating func take(heartRate: BeatsPerMinute) {
        beats.add(heartRate)
    }

    /// Takes a step of the way.
    /// - Parameters:
    ///   - active: the active time (elapsed less holds) at the step's beginning and end.
    ///   - from: the instant of its beginning; it ends at `to`.
    /// - Returns: the splits that ended in it, in order.
    mutating func take(
        _ way: Metres, isEstimated estimated: Bool, active: (from: Seconds, to: Seconds), from: Instant, to: Instant
    ) -> [Split] {
        let before = flown
        flown += way
        if way > .zero, estimated { isEstimated = true }
        var splits: [Split] = []
        while flown >= startDistance + length {
            let end = startDistance + length
            let fraction = way > .zero ? (end - before) / way : 1
            let endTime = active.from + (active.to - active.from) * fraction
            splits.append(close(at: end, time: endTime, instant: from + (to - from) * fraction))
            if estimated { isEstimated = true }
        }
        return splits
    }

    /// Ends the last, shorter split; nil when it holds no way.
    mutating func finish(active: Seconds, at now: Instant) -> Split? {
        guard flown > startDistance else { return nil }
        return close(at: flown, time: active, instant: now)
    }

    private mutating func close(at end: Metres, time: Seconds, instant: Instant) -> Split {
        count += 1
        defer {
            startDistance = end
            startTime = time
            isEstimated = false
            beats = Mean()
        }
        return Split(
            index: count, distance: end - startDistance, duration: time - startTime, end: instant,
            heartRate: beats.value, isEstimated: isEstimated)
    }
}
