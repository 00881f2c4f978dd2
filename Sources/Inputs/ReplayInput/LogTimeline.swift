// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Makes a time line of the times in a recording: instants that never go back and never leap by years.
///
/// Each source of times, a receiver or the heart rate, has a clock of its own. While a clock goes on sensibly, its times
/// are the instants. When it steps back, or leaps by more than a day (a receiver that wakes up in 1980, a week rollover),
/// the time line goes on by the source's usual interval and the clock is followed from there.
struct LogTimeline {
    private struct Clock {
        var time: Int64
        var instant: Int64
        /// What is added to this clock's times.
        var offset: Int64
        /// What was added before the last step: a clock that was wrong for one line comes back to it.
        var offsetBefore: Int64?
        var interval: Int64
    }

    /// A recording may be interrupted for so long; a longer leap is a clock's mistake.
    private static let longestGap: Int64 = 86_400_000_000_000
    /// Longer steps than this are gaps and say nothing about the usual interval.
    private static let longestInterval: Int64 = 5_000_000_000
    private static let firstInterval: Int64 = 1_000_000_000

    private var clocks: [String: Clock] = [:]
    /// The present end of the time line; nil before the first time.
    private(set) var now: Instant?
    /// The times of the first source. A receiver's are preferred to those of heart rates.
    private(set) var times = FileTimes()
    private var leader: String?
    /// The source of the heart rates.
    static let heartRate = "HR"

    /// - Parameter time: later than 1970.
    /// - Returns: the instant of what the source says happened at that time.
    mutating func advance(to time: UTCTime, of source: String) -> Instant {
        let instant = Instant(nanoseconds: max(now?.nanoseconds ?? .min, ownInstant(of: time.nanoseconds, source)))
        now = instant
        if leader == nil || (leader == LogTimeline.heartRate && source != leader) { leader = source }
        if source == leader, let clock = clocks[source] { times.note(shift: -clock.offset, from: instant) }
        return instant
    }

    private mutating func ownInstant(of time: Int64, _ source: String) -> Int64 {
        guard var clock = clocks[source] else {
            let now = self.now?.nanoseconds ?? time
            let isNear = (time - now).magnitude <= LogTimeline.longestGap
            let instant = isNear ? time : now
            clocks[source] = Clock(
                time: time, instant: instant, offset: instant - time, offsetBefore: nil,
                interval: LogTimeline.firstInterval)
            return instant
        }
        let step = time - clock.time
        if (0...clock.interval * 5 / 2).contains(step) {
            clock.instant += step
        } else if let before = clock.offsetBefore,
            (0...clock.interval * 5 / 2).contains(time &+ before &- clock.instant)
        {
            clock.instant = time + before
            clock.offset = before
            clock.offsetBefore = nil
        } else if (0...LogTimeline.longestGap).contains(step) {
            clock.instant += step
        } else {
            clock.instant += clock.interval
            clock.offsetBefore = clock.offset
            clock.offset = clock.instant - time
        }
        if (1...LogTimeline.longestInterval).contains(step) { clock.interval = step }
        clock.time = time
        clocks[source] = clock
        return clock.instant
    }
}
