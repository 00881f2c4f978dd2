// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// When the class is to be read. It does nothing itself.
///
/// Many gauges announce nothing (MAX17040, the drivers of most battery hats), so it is read once a minute, in which a small
/// battery loses 1 % at most. What is announced is read at once, but not more often than every five seconds: some
/// drivers announce each change of the current.
struct ReadingSchedule {
    static let period = Seconds(60)
    static let pause = Seconds(5)

    private var last: Instant?
    private var isReading = false
    private var isAsked = false

    /// When to call `begin`; nil while a reading is under way. One that hangs is waited for: a second one would too.
    func deadline(at now: Instant) -> Instant? {
        guard !isReading else { return nil }
        return last.map { $0 + (isAsked ? ReadingSchedule.pause : ReadingSchedule.period) } ?? now
    }

    /// Something has changed.
    mutating func ask() {
        isAsked = true
    }

    /// - Returns: whether to read now.
    mutating func begin(at now: Instant) -> Bool {
        guard let deadline = deadline(at: now), deadline <= now else { return false }
        last = now
        isReading = true
        isAsked = false
        return true
    }

    /// The reading has ended. What was announced in the meantime asks for another.
    mutating func end() {
        isReading = false
    }
}
