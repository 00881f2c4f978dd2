// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import Testing

struct JSONTests {
    @Test(arguments: [
        0.0, -0.0, 1, -1, 0.1, 1.0 / 3, .leastNonzeroMagnitude, 1.7976931348623157e308, 48.117300000000001,
        9_007_199_254_740_992,
        123_456_789.123_456_78, 1e15, 1e16, -1e22,
    ])
    func doublesSurviveBitForBit(_ value: Double) throws {
        let decoded = try JSON.decode([Double].self, from: JSON.encode([value]))
        #expect(decoded[0].bitPattern == value.bitPattern)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numbersThatJSONLacksAreRefused(_ value: Double) {
        #expect(throws: EncodingError.self) { try JSON.encode([value]) }
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":1}x", "nul", "{'a':1}", "[NaN]", "[1e999]", "\u{1}", "[1] [2]",
        String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
    ])
    func whatIsNoJSONIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try JSON.decode([Double].self, from: text) }
    }

    @Test func textIsKeptWhateverItHolds() throws {
        let text = "a\u{0}b \"quoted\" \\ \u{1F3C3} é\n"
        #expect(try JSON.decode([String].self, from: JSON.encode([text])) == [text])
    }

    @Test func absentAndNullAreNil() throws {
        #expect(try JSON.decode(Sky.self, from: #"{"device":"a","hdop":null}"#) == Sky(receiver: "a"))
        #expect(try String(decoding: JSON.encode(Sky(receiver: "a")), as: UTF8.self) == #"{"device":"a"}"#)
    }

    @Test func optionalsThatAreThereAreRead() throws {
        #expect(try JSON.decode([String?].self, from: #"["a",null]"#) == ["a", nil])
        #expect(try JSON.decode([Int?].self, from: "[1,null]") == [1, nil])
    }

    @Test func numbersOfTheWrongKindAreRefused() {
        #expect(throws: DecodingError.self) { try JSON.decode(Battery.self, from: #"{"sensor":"a","percent":1.5}"#) }
        #expect(throws: DecodingError.self) { try JSON.decode([Int8].self, from: "[128]") }
        #expect(throws: DecodingError.self) { try JSON.decode(Battery.self, from: #"{"sensor":1,"percent":1}"#) }
    }

    static let inputs: [Input] = {
        var fix = Fix(
            receiver: "/dev/ttyACM0", mode: .threeDimensional, time: UTCTime(nanoseconds: 1_790_000_000_123_456_789))
        fix.latitude = Degrees(48.117_300_1)
        fix.longitude = Degrees(-11.516_666_667)
        fix.altitudeMSL = Metres(545.4)
        fix.speed = MetresPerSecond(2.984)
        fix.speedError = MetresPerSecond(0.1 + 0.2)
        var generator = SystemRandomNumberGenerator()
        let id = FlightID(time: UTCTime(secondsSince1970: 1.79e9), using: &generator)
        let missions = ["pace=5:00,tolerance=15,distance=5km", "hr=150,tolerance=10", "hr=150,indoor"].compactMap {
            try? Mission(spec: $0)
        }
        return [
            .fix(fix), .fix(Fix(receiver: "", mode: .noFix)), .sky(Sky(receiver: "a", hdop: 0.9, satellitesUsed: 9)),
            .heartRate(
                HeartRateSample(sensor: "s", rate: BeatsPerMinute(152), rrIntervals: [402.34375, 398], contact: true)),
            .heartRate(HeartRateSample(sensor: "s", rate: nil)), .battery(Battery(sensor: "s", percent: 80)),
            .battery(Battery(sensor: "BAT0", percent: 0, source: .device)),
            .battery(Battery(sensor: "BAT0+BAT1", percent: 100, source: .device, isCharging: false)),
            .link(LinkChange(kind: .position, name: "gpsd", state: .down, reason: "refused")),
            .command(Command(.start(flight: id, mission: nil, immediately: false), origin: .local)),
            .command(Command(.stop, origin: .web)), .command(Command(.setMission(to: nil), origin: .local)),
            .command(Command(.start(flight: id, mission: nil, immediately: true, indoor: true), origin: .local)),
            .command(Command(.lap, origin: .button)), .command(Command(.hold, origin: .peer)),
            .configuration(FlightConfiguration()),
            .configuration(
                FlightConfiguration(
                    autoHold: true, runner: Runner(weight: Kilograms(70.5), age: 40, sex: .female))), .deadline,
            .gap(Seconds(12.5)),
            .clock(ClockReading(time: UTCTime(secondsSince1970: 1.79e9), source: .receiver, offset: 7200)),
            .restart(Restart(boot: "b", rebooted: true, gap: nil, offset: Seconds(1e-9))),
        ] + missions.map { .command(Command(.setMission(to: $0), origin: .local)) }
    }()

    @Test(arguments: inputs)
    func everyInputSurvivesTheTape(_ input: Input) throws {
        let entry = TapeEntry(sequence: 7, at: Instant(nanoseconds: .max), boot: "boot", input: input)
        #expect(try JSON.decode(TapeEntry.self, from: JSON.encode(entry)) == entry)
    }

    @Test(arguments: [
        #"{"configuration":{"split_m":0,"countdown":3,"minimums_m":50,"short_flight_m":100}}"#,
        #"{"configuration":{"split_m":1000,"countdown":-3,"minimums_m":50,"short_flight_m":100}}"#,
        #"{"battery":{"sensor":"s","percent":5,"source":"mouse"}}"#,
        #"{"link":{"kind":"position","name":"gpsd","state":"sideways"}}"#, #"{"fix":{},"sky":{}}"#, "{}",
    ])
    func whatTheCoreCouldNotBearIsNoInput(_ text: String) {
        #expect(throws: DecodingError.self) { try JSON.decode(Input.self, from: text) }
    }

    @Test(arguments: ["0", "255", "1e300"])
    func anImpossibleRateOnATapeIsNone(_ rate: String) throws {
        let sample = try JSON.decode(HeartRateSample.self, from: #"{"sensor":"s","bpm":\#(rate),"rr":[]}"#)
        #expect(sample.rate == nil)
    }

    @Test(arguments: ["99999999999999999999", "-99999999999999999999", "18446744073709551616"])
    func numbersBeyond64BitsAreRefused(_ text: String) {
        // json-c 0.16 clamps them, 0.18 takes them for no numbers.
        #expect(throws: (any Error).self) { try JSON.decode([Int64].self, from: "[\(text)]") }
    }

    @Test func anEventsBodyStandsBesideItsTime() throws {
        let event = Event(
            at: Instant(nanoseconds: 5), time: UTCTime(secondsSince1970: 0), flight: nil,
            body: .phase(from: .preflight, to: .takeoff))
        let text = String(decoding: try JSON.encode(event), as: UTF8.self)
        #expect(text == #"{"at":5,"time":"1970-01-01T00:00:00.000Z","phase":{"from":"preflight","to":"takeoff"}}"#)
        #expect(try JSON.decode(Event.self, from: text) == event)
    }

    /// The same counts make the same line, in every run of a program.
    @Test func countsAreWrittenInTheOrderOfTheirNames() throws {
        let counts = ["sameEpoch": 3, "badSpeed": 1, "jump": 2, "a": 0, "Z": -1]
        let text = String(decoding: try JSON.encode(["x": counts]), as: UTF8.self)
        #expect(text == #"{"x":{"Z":-1,"a":0,"badSpeed":1,"jump":2,"sameEpoch":3}}"#)
        #expect(try JSON.decode([String: [String: Int]].self, from: text) == ["x": counts])
        #expect(String(decoding: try JSON.encode([String: Int]()), as: UTF8.self) == "{}")
    }
}
