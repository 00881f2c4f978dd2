// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What civil time it is at an instant, and whether that can be believed.
public struct ClockReading: Hashable, Codable, Sendable {
    public enum Source: String, Codable, Sendable {
        /// The machine's clock, not known to be right: no RTC, no NTP.
        case system
        /// The machine's clock, synchronised as the kernel says (adjtimex).
        case synchronised
        /// A receiver's epoch.
        case receiver
    }

    public var time: UTCTime
    public var source: Source
    /// Local time minus UTC, in seconds, where the machine stands.
    public var offset: Int

    public init(time: UTCTime, source: Source, offset: Int) {
        self.time = time
        self.source = source
        self.offset = offset
    }

    public var isTrusted: Bool { source != .system }
}
