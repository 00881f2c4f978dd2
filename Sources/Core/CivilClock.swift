// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Labels instants with civil time, from the best clock heard of so far, and says what is wrong with the receiver's.
///
/// Labels only: it may be wrong or step without moving anything else. A trusted reading is never replaced by an
/// untrusted one. A receiver's epochs are believed once they have gone on with the time line for some seconds.
///
/// A receiver's date that is wrong by whole rollovers of the week number – its own, or that of a gpsd between 3.20 and
/// 3.22 – is corrected by as many as bring it to the trusted clock's, or, while there is none, by as few as bring it
/// past the earliest possible date.
struct CivilClock: Codable, Sendable {
    private(set) var reading: ClockReading?
    private var readAt = Instant(nanoseconds: 0)
    private var receiver: String?
    private var run: Run?
    /// What is wrong with the receiver's clock; nil while nothing is known to be.
    private(set) var fault: ClockFault?

    /// Epochs that go on with the time line, and where they began.
    private struct Run: Codable {
        var firstTime: UTCTime
        var firstAt: Instant
        var lastTime: UTCTime
        var lastAt: Instant
        var count = 1

        init(_ time: UTCTime, at now: Instant) {
            firstTime = time
            firstAt = now
            lastTime = time
            lastAt = now
        }

        /// How far an epoch is ahead of where the first one and the time line have it.
        func lead(_ time: UTCTime, at now: Instant) -> Seconds { (time - firstTime) - (now - firstAt) }
    }

    /// More than a receiver's jitter, less than what matters to a label.
    private static let tolerance = Seconds(1.5)
    /// Fixes may be held up on their way for so long.
    private static let longestDelay = Seconds(60)
    /// A run is believed once it lasted for so long, give or take some jitter of five epochs a second apart, and had
    /// three epochs.
    private static let beliefTime = Seconds(3.5)
    private static let beliefCount = 3
    /// The week number in GPS's navigation message has ten bits (IS-GPS-200, 20.3.3.3.1.1).
    private static let rollover = Seconds(1024 * 7 * 86_400)
    /// 1980-01-06, week 0.
    private static let firstWeek = UTCTime(nanoseconds: 315_964_800_000_000_000)
    /// 2026-01-01: no flight of this program can be older, so an earlier date is a receiver's fault. From here on
    /// for one rollover a date is possible.
    private static let earliest = UTCTime(nanoseconds: 1_767_225_600_000_000_000)
    /// A receiver that does not know the week yet says the first one of some rollover: that is not corrected, for it
    /// would become a date in 2038.
    private static let unknownWeeks = Seconds(28 * 86_400)
    /// How near to the trusted clock a corrected date has to be.
    private static let nearness = Seconds(3600)
    private static let day = Seconds(86_400)

    var isTrusted: Bool { reading?.isTrusted ?? false }
    var offset: Int { reading?.offset ?? 0 }

    func time(of instant: Instant) -> UTCTime? {
        reading.map { $0.time + (instant - readAt) }
    }

    mutating func take(_ new: ClockReading, at now: Instant) {
        if isTrusted, !new.isTrusted { return }
        reading = new
        readAt = now
    }

    /// - Returns: whether the fix's epoch goes on from that of the fix before it; false when it has gone back or leapt.
    mutating func take(_ fix: Fix, at now: Instant) -> Bool {
        if fix.receiver != receiver {
            receiver = fix.receiver
            run = nil
            fault = nil
        }
        guard fix.position != nil, let time = fix.time else {
            run = nil
            return true
        }
        let isContinuous = run.map { goesOn(time, at: now, from: $0) } ?? true
        guard var run, run.lead(time, at: now).magnitude <= CivilClock.tolerance else {
            run = Run(time, at: now)
            return isContinuous
        }
        run.lastTime = time
        run.lastAt = now
        run.count += 1
        self.run = run
        guard run.count >= CivilClock.beliefCount, now - run.firstAt >= CivilClock.beliefTime else {
            return isContinuous
        }
        let label: UTCTime?
        (label, fault) = judge(time, at: now)
        if let label { believe(label, at: now) }
        return isContinuous
    }

    /// An epoch as a label of an instant at which it was received, corrected; nil when it is not to be believed.
    func label(_ epoch: UTCTime, at instant: Instant) -> UTCTime? {
        guard let civil = time(of: instant) else { return nil }
        let corrected = epoch + CivilClock.rollover * -((epoch - civil) / CivilClock.rollover).rounded()
        return CivilClock.isLabel(corrected, near: civil) ? corrected : nil
    }

    /// Whether an epoch can be that of a fix received at a civil time: not after it, and not long before it.
    private static func isLabel(_ epoch: UTCTime, near civil: UTCTime) -> Bool {
        let lead = epoch - civil
        return lead <= tolerance && lead >= Seconds(-longestDelay.rawValue)
    }

    private func goesOn(_ time: UTCTime, at now: Instant, from run: Run) -> Bool {
        let step = time - run.lastTime
        let excess = step - (now - run.lastAt)
        // After a delay the epochs come faster than they were made.
        let isCatchingUp = excess <= CivilClock.longestDelay && now - run.lastAt < step * 0.5
        return step >= .zero && (excess <= CivilClock.tolerance || isCatchingUp)
    }

    /// What an epoch, which goes on with the time line, says of civil time.
    private func judge(_ time: UTCTime, at now: Instant) -> (label: UTCTime?, fault: ClockFault?) {
        guard let reading, reading.source == .synchronised, let civil = self.time(of: now) else {
            return judgeAlone(time, at: now)
        }
        let lead = time - civil
        let rollovers = (lead / CivilClock.rollover).rounded()
        let rest = lead - CivilClock.rollover * rollovers
        if rollovers != 0 { return (nil, rest.magnitude <= CivilClock.nearness ? .weekRollover : .wrongDate) }
        if rest.magnitude > CivilClock.day { return (nil, .wrongDate) }
        return (nil, CivilClock.isLabel(time, near: civil) ? nil : .wrongTime)
    }

    /// Without a synchronised clock: the receiver is all there is, if its dates are possible.
    private func judgeAlone(_ time: UTCTime, at now: Instant) -> (label: UTCTime?, fault: ClockFault?) {
        if time >= CivilClock.earliest {
            return time - CivilClock.earliest < CivilClock.rollover ? (time, nil) : (nil, .wrongDate)
        }
        let sinceFirstWeek = time - CivilClock.firstWeek
        let weeks = (sinceFirstWeek / CivilClock.rollover).rounded(.down)
        guard sinceFirstWeek >= .zero, sinceFirstWeek - CivilClock.rollover * weeks >= CivilClock.unknownWeeks else {
            return (nil, .wrongDate)
        }
        let rollovers = ((CivilClock.earliest - time) / CivilClock.rollover).rounded(.up)
        let corrected = time + CivilClock.rollover * rollovers
        // What it said before and was believed weighs more than a guess.
        if isTrusted, let civil = self.time(of: now), (corrected - civil).magnitude > CivilClock.day {
            return (nil, .wrongDate)
        }
        return (corrected, .weekRollover)
    }

    private mutating func believe(_ label: UTCTime, at now: Instant) {
        let isOff = time(of: now).map { ($0 - label).magnitude > CivilClock.tolerance } ?? true
        guard isOff || !isTrusted else { return }
        reading = ClockReading(time: label, source: .receiver, offset: offset)
        readAt = now
    }
}
