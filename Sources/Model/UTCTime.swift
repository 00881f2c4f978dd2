// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A label on the civil time scale: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// It names moments to people and programs. Distances, paces and splits never depend on it.
public struct UTCTime: Hashable, Comparable, Codable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Rounded to microseconds, which is what a Double of this size can hold; 1970 when it is beyond Int64's nanoseconds.
    public init(secondsSince1970 seconds: Double) {
        let product = Int64(exactly: (seconds * 1e6).rounded())?.multipliedReportingOverflow(by: 1000)
        nanoseconds = product.flatMap { $0.overflow ? nil : $0.partialValue } ?? 0
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = UTCTime(iso8601: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 time in UTC")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601Exact)
    }

    public var secondsSince1970: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: UTCTime, right: UTCTime) -> Bool { left.nanoseconds < right.nanoseconds }

    public static func - (left: UTCTime, right: UTCTime) -> Seconds {
        Seconds(Double(left.nanoseconds &- right.nanoseconds) / 1e9)
    }

    public static func + (left: UTCTime, right: Seconds) -> UTCTime {
        UTCTime(nanoseconds: left.nanoseconds &+ right.nanoseconds)
    }
}
