// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import TestSupport
import Testing

@testable import BluetoothInput

/// One payload and what it says; `expected` is nil for a malformed one.
struct PayloadCase: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let expected: HeartRateMeasurement?
    let why: String

    init(_ bytes: [UInt8], _ why: String, _ expected: HeartRateMeasurement?) {
        self.bytes = bytes
        self.expected = expected
        self.why = why
    }

    init(
        _ bytes: [UInt8], _ why: String, rate: Int, contact: Bool? = nil, energy: Int? = nil, rr: [Int] = []
    ) {
        self.init(bytes, why, HeartRateMeasurement(rate: rate, contact: contact, energy: energy, rrIntervals: rr))
    }

    var testDescription: String { why }
}

@Suite("Heart rate measurement, 0x2A37")
struct HeartRateMeasurementTests {
    /// All 32 combinations of the flags (B38). The long rate is 0x0134 = 308, the energy 0x1203 = 4611, the intervals
    /// 0x0334 = 820 and 0x0345 = 837.
    static let combinations: [PayloadCase] = [
        PayloadCase([0x00, 0x48], "short", rate: 72),
        PayloadCase([0x01, 0x34, 0x01], "long", rate: 308),
        PayloadCase([0x02, 0x48], "short, detected but not supported", rate: 72),
        PayloadCase([0x03, 0x34, 0x01], "long, detected but not supported", rate: 308),
        PayloadCase([0x04, 0x48], "short, no contact", rate: 72, contact: false),
        PayloadCase([0x05, 0x34, 0x01], "long, no contact", rate: 308, contact: false),
        PayloadCase([0x06, 0x48], "short, contact", rate: 72, contact: true),
        PayloadCase([0x07, 0x34, 0x01], "long, contact", rate: 308, contact: true),
        PayloadCase([0x08, 0x48, 0x03, 0x12], "short, energy", rate: 72, energy: 4611),
        PayloadCase([0x09, 0x34, 0x01, 0x03, 0x12], "long, energy", rate: 308, energy: 4611),
        PayloadCase([0x0A, 0x48, 0x03, 0x12], "short, detected, energy", rate: 72, energy: 4611),
        PayloadCase([0x0B, 0x34, 0x01, 0x03, 0x12], "long, detected, energy", rate: 308, energy: 4611),
        PayloadCase([0x0C, 0x48, 0x03, 0x12], "short, no contact, energy", rate: 72, contact: false, energy: 4611),
        PayloadCase(
            [0x0D, 0x34, 0x01, 0x03, 0x12], "long, no contact, energy", rate: 308, contact: false, energy: 4611),
        PayloadCase([0x0E, 0x48, 0x03, 0x12], "short, contact, energy", rate: 72, contact: true, energy: 4611),
        PayloadCase([0x0F, 0x34, 0x01, 0x03, 0x12], "long, contact, energy", rate: 308, contact: true, energy: 4611),
        PayloadCase([0x10, 0x48, 0x34, 0x03], "short, RR", rate: 72, rr: [820]),
        PayloadCase([0x11, 0x34, 0x01, 0x34, 0x03, 0x45, 0x03], "long, two RR", rate: 308, rr: [820, 837]),
        PayloadCase([0x12, 0x48, 0x34, 0x03], "short, detected, RR", rate: 72, rr: [820]),
        PayloadCase([0x13, 0x34, 0x01, 0x34, 0x03], "long, detected, RR", rate: 308, rr: [820]),
        PayloadCase([0x14, 0x48, 0x34, 0x03], "short, no contact, RR", rate: 72, contact: false, rr: [820]),
        PayloadCase([0x15, 0x34, 0x01, 0x34, 0x03], "long, no contact, RR", rate: 308, contact: false, rr: [820]),
        PayloadCase(
            [0x16, 0x48, 0x34, 0x03, 0x45, 0x03], "short, contact, two RR", rate: 72, contact: true, rr: [820, 837]),
        PayloadCase([0x17, 0x34, 0x01, 0x34, 0x03], "long, contact, RR", rate: 308, contact: true, rr: [820]),
        PayloadCase([0x18, 0x48, 0x03, 0x12, 0x34, 0x03], "short, energy, RR", rate: 72, energy: 4611, rr: [820]),
        PayloadCase(
            [0x19, 0x34, 0x01, 0x03, 0x12, 0x34, 0x03], "long, energy, RR", rate: 308, energy: 4611, rr: [820]),
        PayloadCase(
            [0x1A, 0x48, 0x03, 0x12, 0x34, 0x03], "short, detected, energy, RR", rate: 72, energy: 4611, rr: [820]),
        PayloadCase(
            [0x1B, 0x34, 0x01, 0x03, 0x12, 0x34, 0x03], "long, detected, energy, RR", rate: 308, energy: 4611,
            rr: [820]),
        PayloadCase(
            [0x1C, 0x48, 0x03, 0x12, 0x34, 0x03], "short, no contact, energy, RR", rate: 72, contact: false,
            energy: 4611, rr: [820]),
        PayloadCase(
            [0x1D, 0x34, 0x01, 0x03, 0x12, 0x34, 0x03], "long, no contact, energy, RR", rate: 308, contact: false,
            energy: 4611, rr: [820]),
        PayloadCase(
            [0x1E, 0x48, 0x03, 0x12, 0x34, 0x03], "short, contact, energy, RR", rate: 72, contact: true, energy: 4611,
            rr: [820]),
        PayloadCase(
            [0x1F, 0x34, 0x01, 0x03, 0x12, 0x34, 0x03, 0x45, 0x03], "all", rate: 308, contact: true, energy: 4611,
            rr: [820, 837]),
    ]

    static let odd: [PayloadCase] = [
        PayloadCase([], "empty", nil),
        PayloadCase([0x00], "flags alone", nil),
        PayloadCase([0x01, 0x48], "half a long rate", nil),
        PayloadCase([0x08, 0x48], "energy announced, absent", nil),
        PayloadCase([0x08, 0x48, 0x03], "half an energy", nil),
        PayloadCase([0x10, 0x48, 0x34], "half an interval", nil),
        PayloadCase([0x10, 0x48, 0x34, 0x03, 0x45], "one and a half intervals", nil),
        PayloadCase([0x10, 0x48], "intervals announced, none there", rate: 72),
        PayloadCase([0x00, 0x48, 0x99, 0x99, 0x99], "more than its flags announce", rate: 72),
        PayloadCase([0xE0, 0x48], "reserved flags", rate: 72),
        PayloadCase([0xF6, 0x48, 0x34, 0x03], "reserved flags, contact, RR", rate: 72, contact: true, rr: [820]),
        PayloadCase([0x00, 0x00], "zero", rate: 0),
        PayloadCase([0x00, 0xFF], "255", rate: 255),
        PayloadCase([0x01, 0xFF, 0xFF], "65535", rate: 65535),
        PayloadCase([0x08, 0x48, 0xFF, 0xFF], "energy at its end", rate: 72, energy: 65535),
        PayloadCase(
            [0x10, 0x48, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0], "nine intervals, 20 bytes", rate: 72,
            rr: [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        PayloadCase(
            [0x10, 0x48] + [UInt8](repeating: 1, count: 510), "a value of 512 bytes", rate: 72,
            rr: [Int](repeating: 257, count: 255)),
    ]

    @Test("every combination of the flags", arguments: combinations)
    func combination(_ payload: PayloadCase) {
        #expect(HeartRateMeasurement(payload.bytes) == payload.expected)
    }

    @Test("all 32 are among them")
    func complete() {
        #expect(Set(HeartRateMeasurementTests.combinations.map { $0.bytes[0] }) == Set(0...31))
    }

    @Test("short, long and strange payloads", arguments: odd)
    func oddPayload(_ payload: PayloadCase) {
        #expect(HeartRateMeasurement(payload.bytes) == payload.expected)
    }

    @Test("intervals are 1/1024 s, not milliseconds")
    func milliseconds() throws {
        let measurement = try #require(HeartRateMeasurement([0x10, 60, 0x00, 0x04, 0x00, 0x02]))
        #expect(measurement.rrMilliseconds == [1000, 500])
    }

    @Test("what is no heart rate becomes a sample without one, never a number", arguments: [0, 241, 255])
    func unusable(_ rate: Int) throws {
        let input = try #require(SensorProfile.heartRate.decode([0x06, UInt8(rate)], "strap"))
        #expect(input == .heartRate(HeartRateSample(sensor: "strap", rate: nil, contact: true)))
    }

    @Test("any bytes are either read whole or refused")
    func fuzz() {
        var generator = SplitMix64(seed: 20_260_501)
        var refused = 0
        for _ in 0..<100_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard let measurement = HeartRateMeasurement(bytes) else {
                refused += 1
                continue
            }
            // What was read, written again, is how the payload begins.
            #expect(bytes.starts(with: HeartRateMeasurementTests.bytes(of: measurement, flags: bytes[0])))
        }
        #expect(refused > 1000 && refused < 99_000)
    }

    private static func bytes(of measurement: HeartRateMeasurement, flags: UInt8) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
        return [flags] + (flags & 1 != 0 ? word(measurement.rate) : [UInt8(measurement.rate)])
            + (measurement.energy.map(word) ?? []) + measurement.rrIntervals.flatMap(word)
    }
}
