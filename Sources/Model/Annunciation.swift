// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What the core asks to be said or shown. The sinks choose how.
public struct Annunciation: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable {
        case countdown, rotate, hold, resume, split, lap, targetReached, touchdown
        case overspeed, sinkRate, minimums
        /// A flight began without a fix; distance begins with the first consistent ones.
        case noFix
        case positionLost, positionRegained
        case heartRateLost, heartRateRegained
        /// The recorder cannot write, or can again.
        case storageFailing, storageRecovered
        /// The flight went on after the program was away.
        case resumed
    }

    /// Higher ones go first.
    public enum Priority: Int, Codable, Sendable, Comparable {
        case status = 0
        case advisory = 1
        case caution = 2
        case warning = 3

        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    public var kind: Kind
    public var priority: Priority
    /// The call in the cockpit's words, for example `OVERSPEED`.
    public var text: String

    public init(_ kind: Kind, _ priority: Priority, _ text: String) {
        self.kind = kind
        self.priority = priority
        self.text = text
    }
}
