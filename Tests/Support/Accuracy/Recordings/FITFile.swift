// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a sports watch recorded: the record messages of a FIT file. Checksums are not looked at.
public struct FITFile: Sendable {
    /// One point of the recording. What is absent or invalid in the file is nil.
    public struct Record: Hashable, Sendable {
        public var time: UTCTime
        public var latitude: Degrees?
        public var longitude: Degrees?
        /// Since the start, as the watch has it.
        public var distance: Metres?
        public var speed: MetresPerSecond?
        /// Above mean sea level.
        public var altitude: Metres?
        public var heartRate: BeatsPerMinute?
    }

    public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        /// Bytes from the file's beginning.
        public let offset: Int
        public let why: String

        public init(offset: Int, why: String) {
            self.offset = offset
            self.why = why
        }

        public var description: String { "FIT, byte \(offset): \(why)" }
    }

    public private(set) var records: [Record] = []

    /// - Parameter bytes: a whole file, which may be several chained ones.
    /// - Throws: `Malformed` where it is no FIT file, ends too early or uses what it has not defined.
    public init(_ bytes: [UInt8]) throws(Malformed) {
        var reader = Reader(bytes)
        repeat { try take(&reader) } while !reader.isAtEnd
    }

    /// A file of the chain: its header, its messages, its checksum.
    private mutating func take(_ reader: inout Reader) throws(Malformed) {
        let start = reader.offset
        let size = Int(try reader.unsigned(1))
        try reader.skip(3)
        let length = Int(try reader.unsigned(4))
        guard size >= 12, try reader.bytes(4) == Array(".FIT".utf8) else {
            throw Malformed(offset: start, why: "not a FIT header")
        }
        try reader.skip(size - 12)
        let end = reader.offset + length
        var definitions: [UInt8: Definition] = [:]
        var clock: UInt32?
        while reader.offset < end {
            let offset = reader.offset
            let header = UInt8(try reader.unsigned(1))
            // A compressed header has two bits of type and five bits of time, else there are four bits of type.
            let isCompressed = header & 0x80 != 0
            if !isCompressed, header & 0x40 != 0 {
                definitions[header & 0x0f] = try Definition(&reader, hasDeveloperFields: header & 0x20 != 0)
                continue
            }
            guard let definition = definitions[isCompressed ? header >> 5 & 0x03 : header & 0x0f] else {
                throw Malformed(offset: offset, why: "a message of a type that was not defined")
            }
            if isCompressed {
                guard let last = clock else { throw Malformed(offset: offset, why: "a time since nothing") }
                // The low five bits, counted on.
                clock = last &+ (UInt32(header & 0x1f) &- last) & 0x1f
            }
            let fields = try definition.fields(&reader)
            if let time = fields[FITFile.timestamp], let time = UInt32(exactly: time) { clock = time }
            if definition.message == FITFile.record, let clock { records.append(Record(fields, at: clock)) }
        }
        try reader.skip(2)
    }

    private static let record: UInt64 = 20
    fileprivate static let timestamp: UInt8 = 253

    /// What fields the messages of a local type have.
    private struct Definition {
        private struct Field {
            var number: UInt8
            var size: Int
            var type: UInt8
        }

        let message: UInt64
        private let isBigEndian: Bool
        private var fields: [Field] = []
        private var developerSize = 0

        init(_ reader: inout Reader, hasDeveloperFields: Bool) throws(Malformed) {
            try reader.skip(1)
            isBigEndian = try reader.unsigned(1) != 0
            message = try reader.unsigned(2, isBigEndian: isBigEndian)
            for _ in 0..<(try reader.unsigned(1)) {
                let (number, size) = (UInt8(try reader.unsigned(1)), Int(try reader.unsigned(1)))
                fields.append(Field(number: number, size: size, type: UInt8(try reader.unsigned(1))))
            }
            guard hasDeveloperFields else { return }
            for _ in 0..<(try reader.unsigned(1)) {
                try reader.skip(1)
                developerSize += Int(try reader.unsigned(1))
                try reader.skip(1)
            }
        }

        /// The valid integers of a message, by their field's number.
        func fields(_ reader: inout Reader) throws(Malformed) -> [UInt8: Int64] {
            var values: [UInt8: Int64] = [:]
            for field in fields {
                guard let kind = Integer(rawValue: field.type & 0x1f), kind.size == field.size else {
                    try reader.skip(field.size)
                    continue
                }
                let raw = try reader.unsigned(field.size, isBigEndian: isBigEndian)
                if let value = kind.value(raw) { values[field.number] = value }
            }
            try reader.skip(developerSize)
            return values
        }
    }

    /// The integer types, by their number among the base types, and what they hold instead of nothing.
    private enum Integer: UInt8 {
        case int8 = 1
        case uint8 = 2
        case int16 = 3
        case uint16 = 4
        case int32 = 5
        case uint32 = 6

        var size: Int {
            switch self {
            case .int8, .uint8: 1
            case .int16, .uint16: 2
            case .int32, .uint32: 4
            }
        }

        func value(_ raw: UInt64) -> Int64? {
            switch self {
            case .int8: raw == 0x7f ? nil : Int64(Int8(truncatingIfNeeded: raw))
            case .uint8: raw == 0xff ? nil : Int64(raw)
            case .int16: raw == 0x7fff ? nil : Int64(Int16(truncatingIfNeeded: raw))
            case .uint16: raw == 0xffff ? nil : Int64(raw)
            case .int32: raw == 0x7fff_ffff ? nil : Int64(Int32(truncatingIfNeeded: raw))
            case .uint32: raw == 0xffff_ffff ? nil : Int64(raw)
            }
        }
    }

    private struct Reader {
        private let data: [UInt8]
        private(set) var offset = 0

        init(_ data: [UInt8]) { self.data = data }

        var isAtEnd: Bool { offset >= data.count }

        mutating func bytes(_ count: Int) throws(Malformed) -> [UInt8] {
            let start = offset
            try skip(count)
            return Array(data[start..<offset])
        }

        mutating func unsigned(_ count: Int, isBigEndian: Bool = false) throws(Malformed) -> UInt64 {
            let bytes = try bytes(count)
            return (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
        }

        mutating func skip(_ count: Int) throws(Malformed) {
            guard count <= data.count - offset else { throw Malformed(offset: data.count, why: "it ends too early") }
            offset += count
        }
    }
}

extension FITFile.Record {
    /// - Parameters:
    ///   - fields: the message's integers by their numbers; with units as the FIT profile has them.
    ///   - clock: seconds since 1989-12-31T00:00:00Z.
    fileprivate init(_ fields: [UInt8: Int64], at clock: UInt32) {
        func number(_ field: UInt8) -> Double? { fields[field].map { Double($0) } }
        time = UTCTime(nanoseconds: (Int64(clock) + 631_065_600) * 1_000_000_000)
        // Semicircles: 2³¹ are half a turn.
        latitude = number(0).map { Degrees($0 * 180 / 0x1p31) }
        longitude = number(1).map { Degrees($0 * 180 / 0x1p31) }
        // The enhanced ones are the same with more bits.
        altitude = (number(78) ?? number(2)).map { Metres($0 / 5 - 500) }
        heartRate = number(3).map { BeatsPerMinute($0) }
        distance = number(5).map { Metres($0 / 100) }
        speed = (number(73) ?? number(6)).map { MetresPerSecond($0 / 1000) }
    }
}
