// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import TestSupport
import Testing

@Suite struct NMEAWriterTests {
    private func epoch(_ change: (inout Epoch) -> Void = { _ in }) throws -> Epoch {
        let time = try #require(UTCTime(iso8601: "2026-12-31T23:59:59.800Z"))
        var epoch = Epoch(number: 0, time: time, truth: Course([.stand(1)])[.zero])
        change(&epoch)
        return epoch
    }

    // The first two are the examples of most descriptions of NMEA 0183.
    @Test(arguments: [
        ("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "47"),
        ("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W", "6A"),
        ("", "00"),
    ]) func theChecksumIsTwoHexDigits(body: String, checksum: String) {
        #expect(NMEAWriter.sentence(body) == "$\(body)*\(checksum)\r\n")
    }

    @Test func aFixIsWritten() throws {
        let epoch = try epoch { epoch in
            epoch.mode = 3
            (epoch.latitude, epoch.longitude) = (56.99999999999, -10.5)
            (epoch.height, epoch.geoid) = (80.25, -20.25)
            (epoch.speed, epoch.track) = (6 * 1852 / 3600, 359.5)
            epoch.satellites = 5
            (epoch.hdop, epoch.vdop) = (1.25, 1.875)
        }
        let writer = NMEAWriter(kinds: [.rmc, .gga, .gsa, .vtg])
        #expect(
            writer.sentences(epoch) == [
                "$GPRMC,235959.80,A,5700.0000000,N,01030.0000000,W,6.0000,359.500,311226,,,A*7C\r\n",
                "$GPGGA,235959.80,5700.0000000,N,01030.0000000,W,1,05,1.25,100.500,M,-20.250,M,,*68\r\n",
                "$GPGSA,A,3,02,07,12,17,22,,,,,,,,2.25,1.25,1.88*00\r\n",
                "$GPVTG,359.500,T,,M,6.0000,N,11.1120,K,A*33\r\n",
            ])
    }

    @Test func noFixIsWrittenAsEmptyFields() throws {
        let writer = NMEAWriter(talker: .combined, kinds: [.rmc, .gga, .gsa, .vtg])
        #expect(
            writer.sentences(try epoch()) == [
                "$GNRMC,235959.80,V,,,,,,,311226,,,N*6F\r\n",
                "$GNGGA,235959.80,,,,,0,00,,,M,,M,,*5F\r\n",
                "$GNGSA,A,1,,,,,,,,,,,,,,,*00\r\n",
                "$GNVTG,,T,,M,,N,,K,N*32\r\n",
            ])
    }

    @Test func satellitesInViewComeInGroupsOfFour() throws {
        let sentences = NMEAWriter(talker: .combined, kinds: [.gsv]).sentences(try epoch())
        #expect(sentences.count == 3)
        #expect(sentences.first == "$GPGSV,3,1,12,02,80,000,45,07,74,067,44,12,68,134,43,17,62,201,42*7D\r\n")
        #expect(sentences.last?.hasPrefix("$GPGSV,3,3,12,") == true)
    }

    @Test func silenceIsNothing() throws {
        #expect(NMEAWriter().sentences(try epoch { $0.isSilent = true }).isEmpty)
    }
}

@Suite struct ReceiverTests {
    private static let start = UTCTime(nanoseconds: 1_777_617_000_000_000_000)
    private static let course = Course.circuit([
        .stand(2), .run(3, for: 10), .run(3, for: 2).with(.noFix), .run(3, for: 2).with(.silent), .run(4, for: 4),
    ])

    @Test func withoutNoiseItReportsTheTruth() {
        let epochs = Receiver(ReceiverTests.course, start: ReceiverTests.start, rate: 5).epochs()
        #expect(epochs.count == 101)
        for epoch in epochs where epoch.mode == 3 {
            #expect(epoch.latitude == epoch.truth.latitude.rawValue)
            #expect(epoch.longitude == epoch.truth.longitude.rawValue)
            #expect(epoch.speed == epoch.truth.speed.rawValue)
            #expect(epoch.track == epoch.truth.track.rawValue)
        }
        #expect(epochs[7].time == ReceiverTests.start + Seconds(1.4))
        #expect(epochs[65].mode == 1)
        #expect(epochs[65].latitude == nil)
        #expect(!epochs[65].isSilent)
        #expect(epochs[75].isSilent)
        #expect(epochs[85].mode == 3)
    }

    @Test func noiseIsTheSameForASeedAndAsLargeAsAskedFor() throws {
        func epochs(seed: UInt64) -> [Epoch] {
            Receiver(
                Course([.stand(4000)]), start: ReceiverTests.start,
                noise: Receiver.Noise(
                    position: Metres(2), correlation: Seconds(5), speed: MetresPerSecond(0.1)), seed: seed
            ).epochs()
        }
        let first = epochs(seed: 7)
        #expect(first == epochs(seed: 7))
        #expect(first != epochs(seed: 8))

        let north = try first.map { try (#require($0.latitude) - $0.truth.latitude.rawValue) * 111_411 }
        let mean = north.reduce(0, +) / Double(north.count)
        let deviation = (north.reduce(0) { $0 + $1 * $1 } / Double(north.count)).squareRoot()
        let lagged = zip(north, north.dropFirst(5)).reduce(0) { $0 + $1.0 * $1.1 } / Double(north.count - 5)
        #expect(abs(mean) < 0.5)
        #expect(deviation.isClose(to: 2, within: 0.3))
        #expect((lagged / (deviation * deviation)).isClose(to: 0.37, within: 0.12))
        let speeds = try first.map { try #require($0.speed) }
        #expect(
            (speeds.reduce(0) { $0 + $1 * $1 } / Double(speeds.count) / 2).squareRoot().isClose(to: 0.1, within: 0.01))
    }

    // The first values for seed 1234567 are those of the reference implementation in C.
    @Test func theGeneratorIsSplitMix64() {
        var generator = SplitMix64(seed: 1_234_567)
        let values = (0..<3).map { _ in generator.next() }
        #expect(values == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test func aLogHasEveryLineThatGpspipePrints() throws {
        let lines = GpsdJSON(timeFormat: .seconds).log(
            Receiver(ReceiverTests.course, start: ReceiverTests.start, rate: 2)
        ) { $0 < Seconds(3) ? nil : 150 }
        let objects = try lines.map { try #require(JSONObject($0)) }
        let classes = objects.map { $0["class"] ?? "?" }
        #expect(Array(classes.prefix(5)) == ["VERSION", "DEVICES", "WATCH", "SKY", "TPV"])
        // Two seconds at 2 Hz are silent; the heart rate goes on, once a second from 3 s to 20 s.
        #expect(classes.count { $0 == "TPV" } == 41 - 4)
        #expect(classes.count { $0 == "HR" } == 18)

        let fix = try #require(objects.first { $0["class"] == "TPV" && $0["speed"] == 3.0 })
        #expect(fix["mode"] == 3)
        #expect(fix["time"] == 1_777_617_003.0)
        #expect(fix["altHAE"] == 30.0)
        #expect(fix["altMSL"] == 12.0)
        let none = try #require(objects.first { $0["class"] == "TPV" && $0["mode"] == 1 })
        #expect(none.values["lat"] == nil)

        let heartRates = objects.filter { $0["class"] == "HR" }
        #expect(heartRates.allSatisfy { $0["bpm"] == 150 })
        let beats = heartRates.flatMap { ($0["rr"] ?? [] as [Any]) }
        #expect(beats.count == 45, "150 a minute for 18 s")
        #expect(
            GpsdJSON().tpv(Receiver(ReceiverTests.course, start: ReceiverTests.start).epochs()[1])
                .contains(#""time":"2026-05-01T06:30:01.000Z""#))
    }
}
