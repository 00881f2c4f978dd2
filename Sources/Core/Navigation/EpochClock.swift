// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Measures the time between two fixes of one receiver.
///
/// It is the difference of their epochs while that is plausible, else the difference of their receive times. So a clock
/// step, a leap second, a week rollover or a receiver waking up in 1980 never makes or loses time.
struct EpochClock: Codable, Sendable {
    private var epoch: UTCTime?
    private var received: Instant?
    /// The receiver's usual interval, learned from steps on which both clocks agree.
    private(set) var interval: Seconds?
    /// How far the epochs that were believed have run ahead of the receive times; forgotten over a minute.
    private var lead = Seconds.zero
    /// More than jitter, less than what would let false epochs make time.
    private static let longestLead = Seconds(1.5)

    /// Takes the next fix. nil for the first one; 0 or less for a repeated epoch.
    mutating func advance(epoch newEpoch: UTCTime?, at now: Instant) -> Seconds? {
        var isRepeated = false
        defer {
            if !isRepeated {
                epoch = newEpoch
                received = now
            }
        }
        guard let received else { return nil }
        let byReceipt = now - received
        guard let epoch, let newEpoch else { return byReceipt }
        let byEpoch = newEpoch - epoch
        if byEpoch == .zero {
            // Said twice – unless it comes when the next one is due: then the receiver's clock stepped back.
            isRepeated = interval.map { byReceipt <= $0 * 0.5 } ?? true
            return isRepeated ? .zero : byReceipt
        }
        let isAgreed = (byEpoch - byReceipt).magnitude <= max(Seconds(0.3), byEpoch.magnitude * 0.2)
        guard byEpoch > .zero, isAgreed || isBuffered(byEpoch, byReceipt) else { return byReceipt }
        let newLead = lead * max(0, 1 - byReceipt.rawValue / 60) + (byEpoch - byReceipt)
        guard newLead <= EpochClock.longestLead else { return byReceipt }
        lead = newLead
        if isAgreed { learn(byEpoch) }
        return byEpoch
    }

    mutating func reset() {
        self = EpochClock()
    }

    /// Whether the fix was held up on its way, or comes in a burst after such a hold-up: its epoch is a whole number of
    /// usual intervals after the last one's, while its receipt is not where the usual interval would have it.
    private func isBuffered(_ byEpoch: Seconds, _ byReceipt: Seconds) -> Bool {
        guard let interval, byEpoch > .zero else { return false }
        let count = (byEpoch / interval).rounded()
        let isWhole = count >= 1 && count <= 10 && (byEpoch - interval * count).magnitude <= interval * 0.1
        return isWhole && (byReceipt - interval).magnitude > interval * 0.5
    }

    private mutating func learn(_ step: Seconds) {
        guard step.rawValue <= 10 else { return }
        interval = interval.map { $0 + (step - $0) * 0.1 } ?? step
    }
}
