// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A point on the flight's time line: nanoseconds of CLOCK_BOOTTIME, made continuous across reboots by the daemon.
///
/// Ages, timeouts and elapsed time are differences of instants; wall time never is. In a replay of a receiver's log
/// the time line is the log's own: nanoseconds since 1970.
public struct Instant: Hashable, Comparable, Codable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    public static func - (left: Instant, right: Instant) -> Seconds {
        Seconds(Double(left.nanoseconds &- right.nanoseconds) / 1e9)
    }

    public static func + (left: Instant, right: Seconds) -> Instant {
        let (sum, isBeyond) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return Instant(nanoseconds: isBeyond ? (right.nanoseconds < 0 ? .min : .max) : sum)
    }

    public static func - (left: Instant, right: Seconds) -> Instant {
        left + Seconds(-right.rawValue)
    }
}
