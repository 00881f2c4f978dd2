// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One value of the characteristic Heart Rate Measurement, 0x2A37 (Heart Rate Service 1.0, section 3.1).
struct HeartRateMeasurement: Hashable {
    /// Beats per minute as sent: 0…255, or up to 65535 in the long form. What of it is a heart rate is not judged here.
    var rate: Int
    /// Skin contact; nil when the sensor does not tell.
    var contact: Bool?
    /// Energy expended since the last reset, in kilojoules; it stops at 65535.
    var energy: Int?
    /// RR intervals, oldest first, in 1/1024 s.
    var rrIntervals: [Int]

    /// The same in milliseconds.
    var rrMilliseconds: [Double] { rrIntervals.map { Double($0) * 1000 / 1024 } }

    private enum Flag {
        static let longRate: UInt8 = 1 << 0
        static let contactDetected: UInt8 = 1 << 1
        static let contactSupported: UInt8 = 1 << 2
        static let energy: UInt8 = 1 << 3
        static let rrIntervals: UInt8 = 1 << 4
        // Bits 5 to 7 are reserved: what a later version puts there concerns fields behind these.
    }
}

extension HeartRateMeasurement {
    /// Reads a value; its flags, not its length, say which fields it has.
    /// - Returns: nil when the payload ends before the fields that its flags announce, or in the midst of an interval.
    init?(_ payload: [UInt8]) {
        var fields = Fields(payload[...])
        guard let flags = fields.byte() else { return nil }
        guard let rate = flags & Flag.longRate != 0 ? fields.word() : fields.byte().map(Int.init) else { return nil }
        self.rate = rate
        contact = flags & Flag.contactSupported != 0 ? flags & Flag.contactDetected != 0 : nil
        if flags & Flag.energy != 0 {
            guard let energy = fields.word() else { return nil }
            self.energy = energy
        }
        rrIntervals = []
        // What follows without its flag is a later version's.
        guard flags & Flag.rrIntervals != 0 else { return }
        while !fields.rest.isEmpty {
            guard let interval = fields.word() else { return nil }
            rrIntervals.append(interval)
        }
    }
}

/// The fields of a payload, front to back, little-endian.
private struct Fields {
    private(set) var rest: ArraySlice<UInt8>

    init(_ payload: ArraySlice<UInt8>) {
        rest = payload
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func word() -> Int? {
        guard rest.count >= 2 else { return nil }
        return Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
    }
}
