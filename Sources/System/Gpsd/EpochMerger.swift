// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Makes one fix of the several reports that gpsd sends of one epoch of one receiver.
///
/// Until gpsd has learned which sentence ends a receiver's cycle, it reports after each one: the same time two or three
/// times within milliseconds, the first with less in it. Later each epoch comes once. So the merger holds an epoch
/// until the next one begins or nothing has come for a moment; once epochs have come singly for a while, it hands them
/// over at once, and a further report of the same epoch is a duplicate and makes it hold again.
public struct EpochMerger: Sendable {
    /// A fix and the instant at which it arrived.
    public struct Arrival: Hashable, Sendable {
        public var fix: Fix
        public var at: Instant

        public init(_ fix: Fix, at: Instant) {
            self.fix = fix
            self.at = at
        }
    }

    /// How long nothing must come before a held epoch is taken as complete. The reports of a burst are milliseconds
    /// apart; receivers give ten epochs a second at most.
    public static let quietTime = Seconds(0.1)
    /// How many epochs in a row must have come singly before the next is handed over at once.
    public static let singlesToTrust = 3

    private struct Epoch: Sendable {
        var best: Arrival
        var lastArrival: Instant
        var count = 1
        var isDelivered = false
    }

    private var epoch: Epoch?
    private var singles = 0
    /// Reports that were merged into, or came after, another report of their epoch.
    public private(set) var duplicates = 0

    public init() {}

    /// When `expire` is to be called; nil while nothing is held.
    public var deadline: Instant? {
        guard let epoch, !epoch.isDelivered else { return nil }
        return epoch.lastArrival + EpochMerger.quietTime
    }

    /// - Returns: the epoch that this report ends, and this report's own when it need not be held; either may be nil.
    public mutating func take(_ fix: Fix, at instant: Instant) -> (ended: Arrival?, current: Arrival?) {
        if epoch != nil, belongs(fix, at: instant) {
            duplicates += 1
            singles = 0
            epoch!.count += 1
            epoch!.lastArrival = instant
            if !epoch!.isDelivered, isBetter(fix, than: epoch!.best.fix) { epoch!.best.fix = fix }
            return (nil, nil)
        }
        let ended = flush()
        if let epoch {
            singles = epoch.best.fix.receiver != fix.receiver || epoch.count > 1 ? 0 : singles + 1
        }
        let arrival = Arrival(fix, at: instant)
        let isTrusted = singles >= EpochMerger.singlesToTrust
        epoch = Epoch(best: arrival, lastArrival: instant, isDelivered: isTrusted)
        return (ended, isTrusted ? arrival : nil)
    }

    /// The held epoch, when nothing more of it has come for long enough.
    public mutating func expire(at instant: Instant) -> Arrival? {
        guard let deadline, deadline <= instant else { return nil }
        return flush()
    }

    /// The held epoch, complete or not. Further reports of it are duplicates.
    public mutating func flush() -> Arrival? {
        guard let held = epoch, !held.isDelivered else { return nil }
        epoch!.isDelivered = true
        return held.best
    }

    private func belongs(_ fix: Fix, at instant: Instant) -> Bool {
        guard let epoch, epoch.best.fix.receiver == fix.receiver else { return false }
        if let time = fix.time, let known = epoch.best.fix.time { return time == known }
        // One of them has no time: what comes in one burst is one epoch, unless the fix itself was lost or found.
        guard instant - epoch.lastArrival < EpochMerger.quietTime else { return false }
        let hadFix = epoch.best.fix.mode >= .twoDimensional
        let hasFix = fix.mode >= .twoDimensional
        return hadFix == hasFix || (!hadFix && epoch.best.fix.time == nil && !epoch.isDelivered)
    }

    /// Of two equal ones the later is better: some receivers repeat the previous position in an epoch's first sentence.
    private func isBetter(_ new: Fix, than old: Fix) -> Bool {
        if new.mode != old.mode { return new.mode > old.mode }
        for isPresent in EpochMerger.worth where isPresent(new) != isPresent(old) { return isPresent(new) }
        return true
    }

    private static let worth: [@Sendable (Fix) -> Bool] = [
        { $0.position != nil }, { $0.time != nil }, { $0.speed != nil },
        { $0.altitudeMSL != nil || $0.altitudeHAE != nil },
    ]
}
