// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The id of a flight: a UUID of version 7 (RFC 9562), made when the flight starts and the same everywhere afterwards.
public struct FlightID: Hashable, Codable, Sendable, CustomStringConvertible {
    /// 36 characters, lower case.
    public let text: String

    public var description: String { text }

    /// A fresh id. `time` orders ids; on a machine whose clock is wrong the random part still keeps them apart.
    public init(time: UTCTime, using generator: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(bitPattern: time.nanoseconds / 1_000_000) & 0xFFFF_FFFF_FFFF
        let high = milliseconds << 16 | 0x7000 | generator.next() & 0x0FFF
        let low = 0x8000_0000_0000_0000 | generator.next() & 0x3FFF_FFFF_FFFF_FFFF
        let digits = hexadecimal(high) + hexadecimal(low)
        text =
            [8, 4, 4, 4, 12].reduce(into: (text: "", rest: Substring(digits))) { parts, length in
                parts.text += (parts.text.isEmpty ? "" : "-") + parts.rest.prefix(length)
                parts.rest = parts.rest.dropFirst(length)
            }.text
    }

    /// Reads any UUID in its 36-character form, upper or lower case; nil for anything else.
    public init?(_ text: String) {
        let lower = text.lowercased()
        let groups = lower.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
            groups.allSatisfy({
                $0.utf8.allSatisfy {
                    ("0"..."9").contains(UnicodeScalar($0)) || ("a"..."f").contains(UnicodeScalar($0))
                }
            })
        else { return nil }
        self.text = lower
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = FlightID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

private func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
