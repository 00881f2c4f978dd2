// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct UTCTimeTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0), ("2018-08-20T09:47:45.000Z", 1_534_758_465),
        ("2000-02-29T23:59:59.000Z", 951_868_799),
        ("1999-12-31T00:00:00.000Z", 946_598_400), ("2100-03-01T00:00:00.000Z", 4_107_542_400),
        ("1969-12-31T23:59:59.000Z", -1), ("2026-11-30T12:00:00.000Z", 1_796_040_000),
    ])
    func writesAndReadsCivilTime(_ text: String, _ seconds: Int64) {
        #expect(UTCTime(iso8601: text)?.nanoseconds == seconds * 1_000_000_000)
        #expect(UTCTime(nanoseconds: seconds * 1_000_000_000).iso8601 == text)
    }

    @Test(arguments: [1e11, -1e11, 1e300, .nan, .infinity] as [Double])
    func aTimeBeyondRangeIsNoTrap(_ seconds: Double) {
        _ = UTCTime(secondsSince1970: seconds)
        _ = Instant(nanoseconds: .max) + Seconds(seconds)
        _ = Instant(nanoseconds: .min) - Seconds(seconds)
    }

    @Test func readsFractionsAndOffsets() {
        #expect(UTCTime(iso8601: "1970-01-01T00:00:00.25Z")?.nanoseconds == 250_000_000)
        #expect(UTCTime(iso8601: "1970-01-01T02:00:00.1234567891+02:00")?.nanoseconds == 123_456_789)
        #expect(UTCTime(iso8601: "1969-12-31T19:00:00-05:00")?.nanoseconds == 0)
        #expect(UTCTime(nanoseconds: -1).iso8601Exact == "1969-12-31T23:59:59.999999999Z")
        #expect(UTCTime(nanoseconds: 1_500_000).iso8601Exact == "1970-01-01T00:00:00.001500Z")
    }

    @Test(arguments: [
        "", "2018", "2018-08-20", "2018-08-20T09:47:45", "2018-13-20T09:47:45Z", "2018-08-20T24:00:00Z",
        "2018-08-20T09:47:45.Z", "2018-08-20T09:47:45ZZ", "9999-12-31T00:00:00Z", "2018-08-20T09:47:45+0200", "x",
    ])
    func refusesWhatIsNoTime(_ text: String) {
        #expect(UTCTime(iso8601: text) == nil)
    }
}
