// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Measures the time between two fixes of one receiver.
///
/// It is the difference of their epochs while that is plausible, else the difference of their receive times. So a clock
/// step, a leap second, a week rollover or a receiver waking up in 1980 never makes or loses time.
///
/// The two differ by jitter, when fixes were held up on their way, and when the receiver's clock stepped. A hold-up
/// shows by epochs that are still whole numbers of the usual interval apart while their receipt is late, and by a
/// quick succession after it. A step shows by an epoch that is ahead of its receipt and makes up for no delay, that has
/// gone back, or that is off the usual beat.
struct EpochClock: Codable, Sendable {
    private var epoch: UTCTime?
    /// The two before it.
    private var before: UTCTime?
    private var beforeThat: UTCTime?
    private var received: Instant?
    /// The receiver's usual interval, learned from steps on which both clocks agree; 0.05…10 s.
    private(set) var interval: Seconds?
    /// How many steps in a row have been longer than the usual interval: one may be two with a fix lost between.
    private var longer = 0
    /// What has been counted for an epoch that was said again when the next one was due.
    private var credit = Seconds.zero
    /// How far the epochs that were believed have run ahead of the receive times; negative after a hold-up whose fixes
    /// are still to come. Forgotten slowly, so that two clocks may drift apart.
    private var lead = Seconds.zero

    /// More than jitter, less than what would let false epochs make time.
    private static let longestLead = Seconds(1.5)
    /// The jitter of a fix on its way: gpsd's cycle, a serial line, a loop that is busy.
    private static let jitter = Seconds(0.3)
    /// Between two fixes far apart: far more than any two clocks drift.
    private static let drift = 1e-3
    private static let longestDrift = Seconds(1)
    /// Over how long a lead is forgotten.
    private static let memory = Seconds(600)
    /// From the interval on, after which the next epoch is due and a repeated one is none.
    private static let due = 0.6
    /// How far an epoch may be off the usual beat: a share of the interval, and so much at most.
    private static let offBeat = 0.1
    private static let longestOffBeat = Seconds(0.2)
    /// 20 Hz, and one in ten seconds: what lies without is no receiver's interval.
    private static let intervals = Seconds(0.05)...Seconds(10)

    /// Takes the next fix. nil for the first one; 0 or less for a repeated epoch.
    mutating func advance(epoch newEpoch: UTCTime?, at now: Instant) -> Seconds? {
        guard let received else {
            take(newEpoch, at: now)
            return nil
        }
        let byReceipt = now - received
        guard let epoch, let newEpoch else {
            take(newEpoch, at: now)
            return byReceipt
        }
        let byEpoch = newEpoch - epoch
        // An earlier one, delivered again: it comes between two that are due, where a clock that steps goes on in turn.
        let isDue = byReceipt >= (interval ?? Seconds(1)) * EpochClock.due
        if byEpoch < .zero, !isDue, newEpoch == before || newEpoch == beforeThat { return .zero }
        // Said twice – unless the next one is due: then the receiver's clock stands still, or stepped back.
        if byEpoch == .zero, !isDue { return .zero }
        take(newEpoch, at: now)
        if byEpoch == .zero {
            credit += byReceipt
            return byReceipt
        }
        defer { credit = .zero }
        // It did not stand still after all: several fixes share an epoch, and part of its time has been counted.
        let rest = byEpoch - byReceipt - credit
        let isCounted = credit > .zero && rest.magnitude <= min(EpochClock.jitter, byEpoch * 0.5)
        return isCounted ? byReceipt : measure(byEpoch, byReceipt)
    }

    mutating func reset() {
        self = EpochClock()
    }

    /// How long fixes may fail to come before that is a gap.
    private var gapLimit: Seconds { max(Seconds(5), (interval ?? .zero) * 3) }

    private func tolerance(_ span: Seconds) -> Seconds {
        min(EpochClock.jitter + span * EpochClock.drift, EpochClock.longestDrift)
    }

    private mutating func take(_ newEpoch: UTCTime?, at now: Instant) {
        beforeThat = before
        before = epoch
        epoch = newEpoch
        received = now
    }

    private mutating func measure(_ byEpoch: Seconds, _ byReceipt: Seconds) -> Seconds {
        guard byEpoch > .zero else { return byReceipt }
        let shift = byEpoch - byReceipt
        let newLead = lead * max(0, 1 - byReceipt / EpochClock.memory) + shift
        if shift.magnitude <= tolerance(byEpoch) {
            guard newLead <= EpochClock.longestLead else { return byReceipt }
            lead = newLead
            learn(byEpoch)
            return byEpoch
        }
        guard let interval else { return byReceipt }
        let count = (byEpoch / interval).rounded()
        let offBeat = min(interval * EpochClock.offBeat, EpochClock.longestOffBeat)
        guard count >= 1, (byEpoch - interval * count).magnitude <= offBeat else { return byReceipt }
        if shift < .zero {
            lead = newLead
            // After a long silence the receiver may as well have found out about leap seconds: a gap is measured by
            // receipt. If it was a hold-up all the same, those that come after it are timed by their epochs.
            return byReceipt > gapLimit ? byReceipt : byEpoch
        }
        // The next epoch in turn may come too soon; one that skips others only when they were held up together.
        let isInTurn = count == 1 && newLead <= EpochClock.longestLead
        let isOfABurst = byReceipt < interval * 0.5 && newLead <= EpochClock.jitter
        guard isInTurn || isOfABurst else { return byReceipt }
        lead = newLead
        return byEpoch
    }

    private mutating func learn(_ step: Seconds) {
        guard EpochClock.intervals.contains(step) else { return }
        guard let usual = interval else {
            interval = step
            return
        }
        if step > usual * 1.5, longer < 4 {
            longer += 1
            return
        }
        longer = 0
        let isAnother = step > usual * 1.5 || step < usual * 0.75
        interval = isAnother ? step : usual + (step - usual) * 0.1
    }
}
