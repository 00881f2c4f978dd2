// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Makes one fix of the several reports that gpsd sends of one epoch of one receiver.
///
/// Until gpsd has learned which sentence ends a receiver's cycle, it reports after each one: the same time two or three
/// times within milliseconds, the first with less in it. Later each epoch comes once. So the merger holds an epoch
/// until the next one begins or nothing has come for a moment; once epochs have come singly for a while, it hands them
/// over at once, and a further report of the same epoch is a duplicate and makes it hold again.
///
/// A position without a time is not believed of a receiver that has told the time before, or that has said in one
/// breath that it has a fix and that it has none: gpsd 3.22 reports mode 3 for the coordinates that some receivers go
/// on saying after they lost their fix, but it has no time for them. Such a report is handed over as one without a fix.
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
    /// A time that is said again when the next second is due is another epoch: the receiver's clock stepped back.
    public static let longestBurst = Seconds(0.9)
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
    private var isTimeExpected = false
    /// Reports that were merged into, or came after, another report of their epoch.
    public private(set) var duplicates = 0
    /// Positions that were not believed because they came without a time.
    public private(set) var untimed = 0

    public init() {}

    /// When `expire` is to be called; nil while nothing is held.
    public var deadline: Instant? {
        guard let epoch, !epoch.isDelivered else { return nil }
        return epoch.lastArrival + EpochMerger.quietTime
    }

    /// - Returns: the epoch that this report ends, and this report's own when it need not be held; either may be nil.
    public mutating func take(_ fix: Fix, at instant: Instant) -> (ended: Arrival?, current: Arrival?) {
        if let known = epoch, known.best.fix.receiver == fix.receiver {
            if contradicts(fix, known, at: instant) { isTimeExpected = true }
            if belongs(fix, to: known, at: instant) {
                duplicates += 1
                singles = 0
                epoch!.count += 1
                epoch!.lastArrival = instant
                if !known.isDelivered { epoch!.best.fix = merged(known.best.fix, with: fix) }
                return (nil, nil)
            }
            singles = known.count > 1 ? 0 : singles + 1
        } else {
            singles = 0
        }
        let ended = flush()
        if epoch?.best.fix.receiver != fix.receiver { isTimeExpected = false }
        let isTrusted = singles >= EpochMerger.singlesToTrust
        let arrival = Arrival(fix, at: instant)
        epoch = Epoch(best: arrival, lastArrival: instant, isDelivered: isTrusted)
        return (ended, isTrusted ? believed(arrival) : nil)
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
        return believed(held.best)
    }

    private mutating func believed(_ arrival: Arrival) -> Arrival {
        guard arrival.fix.mode >= .twoDimensional else { return arrival }
        if arrival.fix.time != nil {
            isTimeExpected = true
            return arrival
        }
        // A time that could not be read was told all the same.
        guard isTimeExpected, arrival.fix.faults?.contains(.badTime) != true else { return arrival }
        untimed += 1
        var fix = Fix(receiver: arrival.fix.receiver, mode: .noFix)
        fix.faults = (arrival.fix.faults ?? []) + [.untimedPosition]
        return Arrival(fix, at: arrival.at)
    }

    private func isOneBurst(_ epoch: Epoch, at instant: Instant) -> Bool {
        instant - epoch.lastArrival < EpochMerger.quietTime
    }

    /// Whether a fix and no fix were said in one burst, neither with a time.
    private func contradicts(_ fix: Fix, _ epoch: Epoch, at instant: Instant) -> Bool {
        fix.time == nil && epoch.best.fix.time == nil && fix.hasFix != epoch.best.fix.hasFix
            && isOneBurst(epoch, at: instant)
    }

    private func belongs(_ fix: Fix, to epoch: Epoch, at instant: Instant) -> Bool {
        let known = epoch.best.fix
        if let time = fix.time, let knownTime = known.time {
            return time == knownTime && instant - epoch.best.at < EpochMerger.longestBurst
        }
        guard isOneBurst(epoch, at: instant) else { return false }
        if fix.hasFix == known.hasFix { return true }
        // The loss of a fix that was handed over is news, and so is the one that comes with a time.
        if epoch.isDelivered { return fix.time == nil && fix.hasFix && known.time == nil }
        return known.time == nil
    }

    /// The better of two, with the smaller error of the speed: where a sentence tells none, gpsd makes up one of many metres
    /// a second, though the sentence before it told the receiver's own.
    private func merged(_ old: Fix, with new: Fix) -> Fix {
        var best = isBetter(new, than: old) ? new : old
        if best.speed == old.speed, best.speed == new.speed {
            best.speedError = [old.speedError, new.speedError].compactMap { $0 }.min()
        }
        return best
    }

    /// Of two equal ones the later is better: some receivers repeat the previous position in an epoch's first sentence.
    private func isBetter(_ new: Fix, than old: Fix) -> Bool {
        if (new.time != nil) != (old.time != nil) { return new.time != nil }
        if new.hasFix != old.hasFix, new.time == nil { return !new.hasFix }
        if new.mode != old.mode { return new.mode > old.mode }
        for isPresent in EpochMerger.worth where isPresent(new) != isPresent(old) { return isPresent(new) }
        return true
    }

    private static let worth: [@Sendable (Fix) -> Bool] = [
        { $0.position != nil }, { $0.speed != nil }, { $0.altitudeMSL != nil || $0.altitudeHAE != nil },
    ]
}

extension Fix {
    fileprivate var hasFix: Bool { mode >= .twoDimensional }
}
