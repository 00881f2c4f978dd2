// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Foundation
import RunwayModel
import TestSupport
import Testing

struct FITFileTests {
    /// A file of the messages.
    private func file(_ messages: [[UInt8]], headerSize: UInt8 = 14) -> [UInt8] {
        let data = messages.flatMap { $0 }
        let length = UInt32(data.count)
        var header: [UInt8] = [headerSize, 0x10, 0x64, 0x00]
        header += [UInt8(length & 0xff), UInt8(length >> 8), 0, 0] + Array(".FIT".utf8)
        header += [UInt8](repeating: 0, count: Int(headerSize) - 12)
        return header + data + [0, 0]
    }

    /// Local type 0, little endian: time, latitude, longitude, distance, speed, altitude, heart rate, and a word that is
    /// none of ours.
    private static let definition: [UInt8] = [
        0x40, 0, 0, 20, 0, 8, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 5, 4, 0x86, 6, 2, 0x84, 2, 2, 0x84, 3, 1, 2, 99, 3,
        7,
    ]

    private static let point: [UInt8] = [
        0, 0x00, 0xca, 0x9a, 0x3b, 0, 0, 0, 0x40, 0, 0, 0, 0xe0, 0x39, 0x30, 0, 0, 0xb8, 0x0b, 0x00, 0x0a, 150, 65, 66,
        67,
    ]

    @Test(arguments: [12, 14] as [UInt8])
    func aPointIsRead(_ headerSize: UInt8) throws {
        let records = try FITFile(file([Self.definition, Self.point], headerSize: headerSize)).records
        try #require(records.count == 1)
        #expect(records[0].time == UTCTime(nanoseconds: (1_000_000_000 + 631_065_600) * 1_000_000_000))
        #expect(records[0].latitude == Degrees(90) && records[0].longitude == Degrees(-45))
        #expect(records[0].distance == Metres(123.45) && records[0].speed == MetresPerSecond(3))
        #expect(records[0].altitude == Metres(12) && records[0].heartRate == BeatsPerMinute(150))
    }

    @Test func whatIsInvalidIsAbsent() throws {
        var point = Self.point
        for index in 5..<22 { point[index] = 0xff }
        for place in [8, 12] { point[place] = 0x7f }
        let records = try FITFile(file([Self.definition, point])).records
        try #require(records.count == 1)
        let record = records[0]
        #expect(record.latitude == nil && record.longitude == nil && record.distance == nil && record.speed == nil)
        #expect(record.altitude == nil && record.heartRate == nil)
    }

    /// Other messages, big-endian ones, developers' fields and redefinitions are passed over in the right length.
    @Test func messagesOfOtherKindsArePassedOver() throws {
        let foreign: [UInt8] = [0x61, 0, 1, 0, 21, 1, 0, 2, 0x84, 2, 0, 3, 0, 1, 1, 0]
        let message: [UInt8] = [1, 9, 9, 8, 8, 8, 7]
        // Local type 2, big endian: a time and a distance.
        let bigEndian: [UInt8] = [0x42, 0, 1, 0, 20, 2, 253, 4, 0x86, 5, 4, 0x86]
        let late: [UInt8] = [2, 0x3b, 0x9a, 0xca, 0x05, 0, 0, 0x27, 0x10]
        let records = try FITFile(
            file([Self.definition, foreign, message, Self.point, bigEndian, message, late, Self.point])
        ).records
        #expect(records.count == 3)
        try #require(records.count == 3)
        #expect((records[1].time - records[0].time) == Seconds(5))
        #expect(records[1].distance == Metres(100) && records[1].speed == nil)
        #expect(records[2] == records[0])
    }

    /// Five bits of the time are told, and counted on over their end.
    @Test func compressedTimesAreCountedOn() throws {
        // Local type 1: a heart rate alone.
        let short: [UInt8] = [0x41, 0, 0, 20, 0, 1, 3, 1, 2]
        // 1,000,000,000 ends in 0b00000: one, thirty-one, then two of the next round.
        let records = try FITFile(
            file([Self.definition, Self.point, short, [0xa1, 100], [0xbf, 101], [0xa2, 102], [0xa2, 103]])
        ).records
        #expect(records.map { ($0.time - records[0].time).rawValue } == [0, 1, 31, 34, 34])
        #expect(records.map { $0.heartRate?.rawValue } == [150, 100, 101, 102, 103])
    }

    @Test func filesAreChained() throws {
        let one = file([Self.definition, Self.point])
        #expect(try FITFile(one + one).records.count == 2)
    }

    @Test func whatIsNoFileIsRefused() {
        let whole = file([Self.definition, Self.point])
        for length in 0..<whole.count {
            #expect(throws: FITFile.Malformed.self, "\(length) bytes") { try FITFile(Array(whole.prefix(length))) }
        }
        var other = whole
        other[8] = 0x2f
        #expect(throws: FITFile.Malformed(offset: 0, why: "not a FIT header")) { try FITFile(other) }
        #expect(throws: FITFile.Malformed(offset: 14, why: "a message of a type that was not defined")) {
            try FITFile(file([Self.point]))
        }
        #expect(throws: FITFile.Malformed.self) { try FITFile(file([Self.definition, [0x81, 0]])) }
        #expect(throws: FITFile.Malformed(offset: 44, why: "a time since nothing")) {
            try FITFile(file([Self.definition, [0x80] + Self.point.dropFirst()]))
        }
    }

    private func shared(_ name: String) throws -> FITFile? {
        try sharedData("tracks/fitparse/\(name).fit").map { try FITFile(Array(Data(contentsOf: $0))) }
    }

    @Test func aRealRunIsRead() throws {
        guard let file = try shared("activity-small-fenix2-run") else { return }
        try #require(file.records.count == 2809)
        let (first, last) = (file.records[0], file.records[2808])
        #expect(first.time == UTCTime(iso8601: "2015-08-15T14:45:08Z"))
        #expect(last.time - first.time == Seconds(2833))
        #expect(first.distance == Metres(0) && last.distance == Metres(9007.07))
        #expect(first.speed == MetresPerSecond(5.89) && first.altitude == Metres(55))
        #expect(first.heartRate == BeatsPerMinute(69) && last.heartRate == BeatsPerMinute(117))
        #expect(abs((first.latitude?.rawValue ?? 0) - 58.959183) < 1e-6)
        #expect(file.records.allSatisfy { $0.latitude != nil && $0.longitude != nil })
        let distances = file.records.compactMap { $0.distance?.rawValue }
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func realCompressedTimesAreRead() throws {
        guard let file = try shared("compressed-speed-distance") else { return }
        #expect(file.records.count == 755)
        let times = file.records.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(times.first == UTCTime(nanoseconds: (17_217_864 + 631_065_600) * 1_000_000_000))
        #expect(times.last == UTCTime(nanoseconds: (17_221_744 + 631_065_600) * 1_000_000_000))
    }

    @Test func aTruncatedFileIsRefusedAndAWrongChecksumIsNot() throws {
        guard let cut = try sharedData("tracks/fitparse/activity-unexpected-eof.fit") else { return }
        #expect(throws: FITFile.Malformed.self) { try FITFile(Array(Data(contentsOf: cut))) }
        #expect(try shared("activity-filecrc")?.records.count == 14)
    }
}
