// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Gpsd
import RunwayModel
import Testing

func parse(_ line: String) -> GpsdReport {
    var parser = GpsdParser()
    return parser.parse(ArraySlice(line.utf8))
}

private func readFix(_ line: String) -> Fix? {
    if case .fix(let fix) = parse(line) { fix } else { nil }
}

struct GpsdParserTests {
    @Test func readsAFixWithAllItsFields() throws {
        let fix = try #require(
            readFix(
                #"{"class":"TPV","device":"/dev/ttyACM0","status":2,"mode":3,"time":"2026-05-01T06:30:00.250Z","#
                    + #""leapseconds":18,"ept":0.005,"lat":48.137154000,"lon":-11.576124000,"altHAE":566.1000,"#
                    + #""altMSL":519.0000,"alt":519.0000,"epx":3.121,"epy":4.231,"epv":9.500,"track":271.5000,"#
                    + #""magtrack":275.0,"speed":3.250,"climb":-0.120,"eps":8.46,"epc":19.0,"eph":5.510,"sep":12.3}"#
                    + "\r\n"))
        var expected = Fix(
            receiver: "/dev/ttyACM0", mode: .threeDimensional, time: UTCTime(iso8601: "2026-05-01T06:30:00.25Z"))
        expected.latitude = Degrees(48.137154)
        expected.longitude = Degrees(-11.576124)
        expected.altitudeHAE = Metres(566.1)
        expected.altitudeMSL = Metres(519)
        expected.eastError = Metres(3.121)
        expected.northError = Metres(4.231)
        expected.verticalError = Metres(9.5)
        expected.track = Degrees(271.5)
        expected.speed = MetresPerSecond(3.25)
        expected.climb = MetresPerSecond(-0.12)
        expected.speedError = MetresPerSecond(8.46)
        expected.horizontalError = Metres(5.51)
        #expect(fix == expected)
    }

    @Test func leavesOutWhatTheLineDoesNotHave() {
        #expect(readFix(#"{"class":"TPV","mode":1}"#) == Fix(receiver: "", mode: .noFix))
        #expect(readFix(#"{"class":"TPV"}"#) == Fix(receiver: "", mode: .unknown))
    }

    /// libgps leaves the values of the line before where the next one has none.
    @Test func keepsNothingOfTheLineBefore() {
        var parser = GpsdParser()
        func parse(_ line: String) -> GpsdReport { parser.parse(ArraySlice(line.utf8)) }
        _ = parse(#"{"class":"TPV","device":"/dev/a","mode":3,"time":1800000000,"lat":1,"lon":2,"eph":3,"speed":4}"#)
        _ = parse(#"{"class":"SKY","device":"/dev/a","hdop":1.5,"satellites":[{"PRN":1,"used":true}]}"#)
        _ = parse(#"{"class":"DEVICE","path":"/dev/a","activated":"2026-05-01T06:30:00.000Z"}"#)
        #expect(parse(#"{"class":"TPV","mode":3}"#) == .fix(Fix(receiver: "", mode: .threeDimensional)))
        #expect(parse(#"{"class":"SKY"}"#) == .sky(Sky(receiver: "")))
        #expect(parse(#"{"class":"DEVICE","path":"/dev/b"}"#) == .device(path: "/dev/b", isActive: false))
    }

    // B10, B11, B13: coordinates beside a mode below 2.
    @Test(arguments: ["0", "1", "-1", "9", "\"3\"", "null"])
    func neverPassesAPositionWithoutAFix(mode: String) throws {
        let fix = try #require(
            readFix("{\"class\":\"TPV\",\"mode\":\(mode),\"time\":1800000000,\"lat\":48.1,\"lon\":11.5,\"speed\":3}"))
        #expect(fix.mode < .twoDimensional)
        #expect(fix.latitude == nil && fix.longitude == nil && fix.speed == nil && fix.position == nil)
        #expect(fix.time == UTCTime(secondsSince1970: 1_800_000_000))
    }

    @Test(arguments: [
        #""lat":91.0,"lon":11.5"#, #""lat":-90.001,"lon":11.5"#, #""lat":48.1,"lon":180.5"#, #""lon":11.5"#,
        #""lat":48.1"#, #""lat":null,"lon":11.5"#, #""lat":48.1,"lon":null"#, #""lat":"48.1","lon":11.5"#,
        #""lat":true,"lon":11.5"#, #""lat":1e999,"lon":11.5"#, #""lat":{"deg":48.1},"lon":11.5"#,
    ])
    func passesNoHalfOrImpossiblePosition(members: String) throws {
        let fix = try #require(readFix("{\"class\":\"TPV\",\"mode\":3,\(members),\"speed\":2.5}"))
        #expect(fix.position == nil && fix.latitude == nil && fix.longitude == nil)
        // What follows the bad member is read all the same.
        #expect(fix.speed == MetresPerSecond(2.5))
    }

    private static let faults: [(String, [Fix.Fault], [String])] = [
        (#""lat":91.0,"lon":11.5"#, [.badPosition], ["lat/lon"]),
        (#""lat":48.1,"lon":-180.5"#, [.badPosition], ["lat/lon"]),
        (#""lat":48.1"#, [.badPosition], ["lat/lon"]),
        (#""lat":"48.1","lon":11.5"#, [.badPosition], ["lat/lon"]),
        (#""lat":1e999,"lon":-1E999"#, [.badPosition], ["lat/lon"]),
        (#""mode":"3""#, [.badMode], ["mode"]), (#""mode":9"#, [.badMode], ["mode"]),
        (#""mode":-1"#, [.badMode], ["mode"]),
        (#""time":"soon""#, [.badTime], ["time"]), (#""time":1e300"#, [.badTime], ["time"]),
        (#""time":1e999"#, [.badTime], ["time"]), (#""time":-5"#, [.badTime], ["time"]),
        (#""time":true"#, [.badTime], ["time"]),
        (#""time":"3236-01-12T23:59:48.000Z""#, [.badTime], ["time"]),
        (#""alt":"high""#, [.badAltitude], ["altMSL"]), (#""altMSL":1e999"#, [.badAltitude], ["altMSL"]),
        (#""altHAE":[]"#, [.badAltitude], ["altHAE"]),
        (#""speed":1e999"#, [.badSpeed], ["speed"]), (#""speed":-1e999"#, [.badSpeed], ["speed"]),
        (#""speed":"3.0""#, [.badSpeed], ["speed"]), (#""speed":{"mps":3}"#, [.badSpeed], ["speed"]),
        (#""track":false"#, [.badTrack], ["track"]), (#""climb":1e400"#, [.badClimb], ["climb"]),
        (#""eph":"","epx":1e999,"epy":2"#, [.badError], ["eph", "epx"]), (#""epv":true"#, [.badError], ["epv"]),
        (#""eps":"0.1""#, [.badSpeedError], ["eps"]),
        (#""speed":"a","eps":"b","time":"c""#, [.badTime, .badSpeed, .badSpeedError], ["time", "speed", "eps"]),
        // Not known is no fault, and what is finite is judged later.
        (#""lat":null,"lon":null,"speed":null,"time":null,"mode":null,"alt":null"#, [], []),
        (#""speed":1e9,"altMSL":-1e6,"eps":0,"eph":-1,"track":1e3"#, [], []), (#""speed":3e0,"unknown":1e999"#, [], []),
    ]

    @Test(arguments: faults)
    func saysWhatItCouldNotUse(members: String, faults: [Fix.Fault], names: [String]) throws {
        var parser = GpsdParser()
        let head = members.hasPrefix("\"mode") ? "" : "\"mode\":3,"
        guard case .fix(let fix) = parser.parse(ArraySlice("{\"class\":\"TPV\",\(head)\(members)}".utf8)) else {
            Issue.record("no fix")
            return
        }
        #expect(fix.faults ?? [] == faults)
        #expect(parser.badFields == names)
        // And nothing of it in the next one.
        guard case .fix(let next) = parser.parse(ArraySlice(#"{"class":"TPV","mode":3,"lat":1,"lon":2}"#.utf8)) else {
            Issue.record("no fix")
            return
        }
        #expect(next.faults == nil && parser.badFields.isEmpty)
    }

    @Test(
        arguments: [
            (#""hdop":"good""#, ["hdop"]), (#""hdop":-1"#, ["hdop"]), (#""uSat":1e999,"nSat":-3"#, ["uSat", "nSat"]),
            (#""satellites":7"#, ["uSat"]), (#""hdop":0.9,"uSat":5,"speed":"x""#, []),
        ] as [(String, [String])])
    func saysWhatItCouldNotUseOfASky(members: String, names: [String]) {
        var parser = GpsdParser()
        _ = parser.parse(ArraySlice("{\"class\":\"SKY\",\(members)}".utf8))
        #expect(parser.badFields == names)
    }

    @Test(arguments: ["NaN", "nan", "Infinity", "-inf", "+1", "0x10", ".5", "1.", "01"])
    func aNumberThatIsNoneInJSONSpoilsTheLine(_ number: String) {
        #expect(parse("{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":2,\"speed\":\(number)}") == .malformed)
    }

    @Test func readsThePositionOfTheEquatorAndThePole() throws {
        let equator = try #require(readFix(#"{"class":"TPV","mode":2,"lat":0,"lon":0.0}"#))
        #expect(equator.latitude == Degrees(0) && equator.longitude == Degrees(0))
        let pole = try #require(readFix(#"{"class":"TPV","mode":2,"lat":-90,"lon":180}"#))
        #expect(pole.latitude == Degrees(-90) && pole.longitude == Degrees(180))
    }

    @Test(
        arguments: [
            (#""2026-05-01T06:30:00Z""#, 1_777_617_000_000_000_000),
            (#""2026-05-01T06:30:00.1Z""#, 1_777_617_000_100_000_000),
            (#""2026-05-01T06:30:00.999999Z""#, 1_777_617_000_999_999_000),
            ("1800000000.25", 1_800_000_000_250_000_000),
            ("1800000000", 1_800_000_000_000_000_000), ("1.8e9", 1_800_000_000_000_000_000),
            ("1800000000.1234567", 1_800_000_000_123_457_000),
            (#""1980-01-06T00:00:12.000Z""#, 315_964_812_000_000_000),
            // No time, or one that a receiver makes up (B16: the year 3236).
            (#""3236-01-12T23:59:48.000Z""#, nil), ("1e300", nil), ("-5", nil), ("0", nil), (#""""#, nil),
            (#""soon""#, nil),
            (#""2026-05-01""#, nil), (#""2026-05-01T06:30:00+02:00""#, nil), (#""2026-05-01T06:30:00""#, nil),
            ("null", nil),
            ("{}", nil), ("[1800000000]", nil),
        ] as [(String, Int64?)])
    func readsTimes(time: String, nanoseconds: Int64?) throws {
        for line in [
            "{\"class\":\"TPV\",\"time\":\(time),\"mode\":3,\"lat\":1.5,\"lon\":2.5}",
            "{\"class\":\"TPV\",\"mode\":3,\"lat\":1.5,\"time\":\(time),\"lon\":2.5}",
            "{\"class\":\"TPV\",\"mode\":3,\"lat\":1.5,\"lon\":2.5,\"time\":\(time)}",
            "{\"time\":\(time),\"class\":\"TPV\",\"mode\":3,\"lat\":1.5,\"lon\":2.5}",
        ] {
            let fix = try #require(readFix(line))
            #expect(fix.time?.nanoseconds == nanoseconds, "\(line)")
            #expect(fix.mode == .threeDimensional && fix.latitude == Degrees(1.5) && fix.longitude == Degrees(2.5))
        }
    }

    /// gpsd before 3.20 knew one altitude, above mean sea level (B22).
    @Test func takesTheOldAltitudeOnlyWhenThereIsNoOther() throws {
        let old = try #require(readFix(#"{"class":"TPV","mode":3,"alt":519.5}"#))
        #expect(old.altitudeMSL == Metres(519.5) && old.altitudeHAE == nil)
        let new = try #require(readFix(#"{"class":"TPV","mode":3,"alt":566.1,"altHAE":566.1}"#))
        #expect(new.altitudeMSL == nil && new.altitudeHAE == Metres(566.1))
    }

    @Test(arguments: [
        #"{ "class" : "TPV" , "mode" : 3, "lat":1 ,"lon": 2 , "speed":3 }"#,
        #"  {"class":"TPV","mode":3,"lat":1,"lon":2,"speed":3}  "#,
        #"{"mode":3,"lat":1,"lon":2,"speed":3,"class":"TPV"}"#,
        #"{"class":"TPV","mode":3,"new":{"class":"SKY","a":[1,{"b":2}]},"lat":1,"lon":2,"more":["x"],"speed":3}"#,
        #"{"class":"TPV","mode":3,"text":"\"class\":\"SKY\" }\u00e9","lat":1,"lon":2,"none":null,"speed":3}"#,
        #"{"class":"TPV","mode":3,"lat":1e0,"lon":20.0E-1,"speed":3.0}"#,
    ])
    func readsWhateverFormTheObjectHas(line: String) throws {
        let fix = try #require(readFix(line))
        #expect(fix.latitude == Degrees(1) && fix.longitude == Degrees(2) && fix.speed == MetresPerSecond(3))
    }

    private static let malformed: [(String, String)] = [
        ("", "nothing"), ("{", "cut"), ("{}", "no class"), (#"{"mode":3}"#, "no class"), (#"{"class":3}"#, "class"),
        (#"{"class":""}"#, "class"), (#"{"class":"TPV","mode":3"#, "cut"),
        (#"{"class":"TPV","mode":3,"lat":48."#, "cut"),
        (#"{"class":"TPV","mode":3,}"#, "comma"), (#"{"class":"TPV" "mode":3}"#, "no comma"),
        (#"{"class":"TPV","mode":3}}"#, "trailer"), (#"{"class":"TPV"}{"class":"TPV"}"#, "two"),
        (#"{"class":"TPV","mode":03}"#, "number"), (#"{"class":"TPV","mode":NaN}"#, "number"),
        (#"{"class":"TPV","mode":+3}"#, "number"), (#"{"class":"TPV","lat":nan,"mode":3}"#, "number"),
        (#"{"class":"TPV","x":"\q"}"#, "escape"),
        (#"{"class":"TPV","x":"\u12g4"}"#, "escape"),
        ("{\"class\":\"TPV\",\"x\":\"a\tb\"}", "control"), ("{\"class\":\"TPV\"\0}", "NUL"), ("[1,2]", "list"),
        ("$GPRMC,,V,,,,,,,,,,N*53", "NMEA"), (#"{"class":"DEVICE","activated":0}"#, "no path"),
        (#"{"class":"TPV","x":"# + String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + "}", "deep"),
        (#"{"class":"TPV","x":[1}}"#, "brackets"),
        (#"{"class":"TPV","lat":"# + String(repeating: "1", count: 80) + "}", "long number"),
    ]

    @Test(arguments: malformed)
    func callsMalformedWhatIsNoObjectOfTheProtocol(line: String, why: String) {
        #expect(parse(line) == .malformed, "\(why)")
    }

    @Test func callsMalformedEveryPartOfALine() {
        let line =
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2026-05-01T06:30:00.000Z","lat":48.1,"lon":11.5}"#
        for length in 0..<line.utf8.count {
            var parser = GpsdParser()
            #expect(parser.parse(Array(line.utf8)[..<length]) == .malformed)
        }
    }

    @Test func readsLinesUpToGpsdsLimit() {
        func line(_ length: Int) -> String {
            let head = #"{"class":"TPV","mode":1,"x":""#
            return head + String(repeating: "x", count: length - head.utf8.count - 2) + "\"}"
        }
        #expect(parse(line(GpsdParser.lineLimit)) == .fix(Fix(receiver: "", mode: .noFix)))
        #expect(parse(line(GpsdParser.lineLimit + 1)) == .malformed)
    }

    @Test(arguments: [
        (
            #"{"class":"SKY","device":"/dev/a","hdop":1.4,"uSat":4}"#,
            Sky(receiver: "/dev/a", hdop: 1.4, satellitesUsed: 4)
        ),
        (
            #"{"class":"SKY","hdop":0.8,"nSat":3,"uSat":9,"satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false},"#
                + #"{"PRN":3,"used":true,"el":5.0}]}"#,
            Sky(receiver: "", hdop: 0.8, satellitesUsed: 2, satellitesVisible: 3)
        ),
        (#"{"class":"SKY","satellites":[]}"#, Sky(receiver: "", satellitesUsed: 0, satellitesVisible: 0)),
        (#"{"class":"SKY","hdop":0}"#, Sky(receiver: "")),
        (#"{"class":"SKY","hdop":-1.0,"uSat":-1}"#, Sky(receiver: "")),
        (#"{"class":"SKY","time":1800000000,"hdop":2.5}"#, Sky(receiver: "", hdop: 2.5)),
    ])
    func readsSkies(line: String, sky: Sky) {
        #expect(parse(line) == .sky(sky))
    }

    /// libgps 3.22 has room for 140 satellites, and gives up at the next.
    @Test func readsMoreSatellitesThanLibgpsHasRoomFor() {
        let satellites = (1...200).map { "{\"PRN\":\($0),\"used\":\($0 % 2 == 0)}" }.joined(separator: ",")
        #expect(
            parse("{\"class\":\"SKY\",\"satellites\":[\(satellites)],\"hdop\":1.1}")
                == .sky(Sky(receiver: "", hdop: 1.1, satellitesUsed: 100, satellitesVisible: 200)))
    }

    private static let otherClasses: [(String, GpsdReport)] = [
        (
            #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
            GpsdReport.version(GpsdVersion(release: "3.22", protocolMajor: 3, protocolMinor: 14))
        ),
        (
            #"{"class":"DEVICE","path":"/dev/a","activated":"2026-05-01T06:30:00.000Z","flags":1,"driver":"NMEA0183"}"#,
            .device(path: "/dev/a", isActive: true)
        ),
        (#"{"class":"DEVICE","path":"/dev/a","activated":0}"#, .device(path: "/dev/a", isActive: false)),
        (#"{"class":"DEVICE","activated":0,"path":"/dev/a"}"#, .device(path: "/dev/a", isActive: false)),
        (#"{"class":"DEVICE","activated":1269959537.20,"path":"/dev/a"}"#, .device(path: "/dev/a", isActive: true)),
        (#"{"class":"DEVICE","path":"/dev/a"}"#, .device(path: "/dev/a", isActive: false)),
        (#"{"class":"DEVICES","devices":[]}"#, .devices([])),
        (
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-05-01T06:30:00.000Z","#
                + #""native":0,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00},{"class":"DEVICE","path":"udp://x:1"}]}"#,
            .devices(["/dev/a", "udp://x:1"])
        ),
        (
            #"{ "devices": [ {"class": "DEVICE", "path": "/dev/my gps"} ], "class": "DEVICES" }"#,
            .devices(["/dev/my gps"])
        ),
        (#"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false}"#, .watch),
        (#"{"class":"ERROR","message":"Unrecognized request 'x'"}"#, .error("Unrecognized request 'x'")),
        (#"{"class":"PPS","device":"/dev/a","real_sec":1}"#, .other("PPS")),
        (#"{"class":"HR","bpm":152}"#, .other("HR")),
    ]

    @Test(arguments: otherClasses)
    func readsTheOtherClasses(line: String, report: GpsdReport) {
        #expect(parse(line) == report)
    }
}
