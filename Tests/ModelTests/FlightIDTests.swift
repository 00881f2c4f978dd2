// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct FlightIDTests {
    private struct Zeros: RandomNumberGenerator {
        mutating func next() -> UInt64 { 0 }
    }

    @Test func isAVersion7UUID() {
        var zeros = Zeros()
        // RFC 9562: 48 bits of milliseconds, the version 7, the variant 10.
        let id = FlightID(time: UTCTime(nanoseconds: 0x0123_4567_89ab * 1_000_000), using: &zeros)
        #expect(id.text == "01234567-89ab-7000-8000-000000000000")
    }

    @Test func laterFlightsSortLater() {
        var generator = SystemRandomNumberGenerator()
        let ids = (0..<100).map { FlightID(time: UTCTime(secondsSince1970: Double($0)), using: &generator).text }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 100)
    }

    @Test(arguments: [
        "", "x", "01234567-89ab-7000-8000-00000000000", "01234567-89ab-7000-8000-00000000000g",
        "0123456789ab70008000000000000000",
    ])
    func refusesWhatIsNoUUID(_ text: String) {
        #expect(FlightID(text) == nil)
    }
}
