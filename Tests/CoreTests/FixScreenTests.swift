// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayCore
import RunwayEngine
import RunwayModel
import Testing

struct FixScreenTests {
    typealias Change = @Sendable (inout Fix) -> Void

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// What is wrong with the fix.
        var spoil: Change
        var faults: [Fix.Fault]
        /// What is left out of a good fix for it.
        var drop: Change

        init(_ name: String, _ faults: [Fix.Fault], spoil: @escaping Change, drop: @escaping Change) {
            self.name = name
            self.spoil = spoil
            self.faults = faults
            self.drop = drop
        }

        var testDescription: String { name }
    }

    private static func number(
        _ fault: Fix.Fault, bad: [Double], good: [Double], _ set: @escaping @Sendable (inout Fix, Double) -> Void,
        drop: @escaping Change
    ) -> [Case] {
        bad.map { value in Case("\(fault) \(value)", [fault], spoil: { set(&$0, value) }, drop: drop) }
            + good.map { value in Case("\(value)", [], spoil: { set(&$0, value) }, drop: { set(&$0, value) }) }
    }

    private static let wild: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300]
    private static let nought: [Double] = [.nan, .infinity, -.infinity, 0, -0.0, -1, -1e9]
    private static let noPlace: Change = {
        $0.latitude = nil
        $0.longitude = nil
    }

    static let cases: [Case] = numbers + others

    private static let numbers: [Case] = [
        number(
            .badPosition, bad: wild + [90.001, -91, 1e9], good: [90, -90, 0], { $0.latitude = Degrees($1) },
            drop: noPlace),
        number(
            .badPosition, bad: wild + [180.001, -181, 360], good: [180, -180, 0], { $0.longitude = Degrees($1) },
            drop: noPlace),
        number(
            .badAltitude, bad: wild + [-1e6, -501, 20_001], good: [-430, 0, 8849], { $0.altitudeMSL = Metres($1) },
            drop: { $0.altitudeMSL = nil }),
        number(
            .badAltitude, bad: wild + [-1e6, 1e6], good: [-430, 0, 8849], { $0.altitudeHAE = Metres($1) },
            drop: { $0.altitudeHAE = nil }),
        number(
            .badSpeed, bad: wild + [-0.1, -5, 100.1, 1e9], good: [0, 3, 12.4, 83], { $0.speed = MetresPerSecond($1) },
            drop: { $0.speed = nil }),
        number(
            .badTrack, bad: wild + [-0.1, 360.1, 1e9], good: [0, 359.9, 360], { $0.track = Degrees($1) },
            drop: { $0.track = nil }),
        number(
            .badClimb, bad: wild + [51, -141.3], good: [-3, 0, 10], { $0.climb = MetresPerSecond($1) },
            drop: { $0.climb = nil }),
        number(
            .badError, bad: nought, good: [0.5, 19, 1e6], { $0.horizontalError = Metres($1) },
            drop: { $0.horizontalError = nil }),
        number(
            .badError, bad: nought, good: [0.5, 15], { $0.eastError = Metres($1) },
            drop: { $0.eastError = nil }),
        number(
            .badError, bad: nought, good: [0.5, 15], { $0.northError = Metres($1) },
            drop: { $0.northError = nil }),
        number(
            .badError, bad: nought, good: [0.5, 23], { $0.verticalError = Metres($1) },
            drop: { $0.verticalError = nil }),
        number(
            .badSpeedError, bad: nought, good: [0.05, 120], { $0.speedError = MetresPerSecond($1) },
            drop: { $0.speedError = nil }),
    ].flatMap { $0 }

    private static let others: [Case] = [
        Case("half a position", [.badPosition], spoil: { $0.latitude = nil }, drop: noPlace),
        Case("no position", [], spoil: noPlace, drop: noPlace),
        Case("no time", [], spoil: { $0.time = nil }, drop: { $0.time = nil }),
        Case(
            "a time before 1970", [.badTime], spoil: { $0.time = UTCTime(nanoseconds: -1) }, drop: { $0.time = nil }),
        Case(
            "the end of time", [.badTime], spoil: { $0.time = UTCTime(nanoseconds: .max) }, drop: { $0.time = nil }),
        Case(
            "what its source found comes first, and nothing twice", [.badMode, .badSpeed],
            spoil: {
                $0.faults = [.badMode, .badSpeed]
                $0.speed = MetresPerSecond(-1)
            }, drop: { $0.speed = nil }),
        Case(
            "all of it", [.badPosition, .badAltitude, .badSpeed, .badError, .badSpeedError],
            spoil: {
                $0.latitude = Degrees(.nan)
                $0.altitudeMSL = Metres(-1e6)
                $0.altitudeHAE = Metres(-1e6)
                $0.speed = MetresPerSecond(1e9)
                $0.horizontalError = Metres(0)
                $0.eastError = Metres(-1)
                $0.speedError = MetresPerSecond(0)
            },
            drop: {
                noPlace(&$0)
                $0.altitudeMSL = nil
                $0.altitudeHAE = nil
                $0.speed = nil
                $0.horizontalError = nil
                $0.eastError = nil
                $0.speedError = nil
            }),
    ]

    private static let good: Fix = {
        var fix = Fix(receiver: "a", mode: .threeDimensional, time: UTCTime(secondsSince1970: 1_790_000_000))
        fix.latitude = Degrees(48)
        fix.longitude = Degrees(11)
        fix.altitudeMSL = Metres(520)
        fix.altitudeHAE = Metres(567)
        fix.speed = MetresPerSecond(3)
        fix.track = Degrees(90)
        fix.climb = MetresPerSecond(0.1)
        fix.horizontalError = Metres(4)
        fix.eastError = Metres(3)
        fix.northError = Metres(3)
        fix.verticalError = Metres(6)
        fix.speedError = MetresPerSecond(0.3)
        return fix
    }()

    @Test(arguments: cases)
    func dropsTheBadFieldAndSaysSo(_ item: Case) {
        var spoilt = FixScreenTests.good
        item.spoil(&spoilt)
        var expected = FixScreenTests.good
        item.drop(&expected)
        let screen = FixScreen(spoilt)
        #expect(screen.faults == item.faults)
        #expect(screen.fix == expected)
    }

    /// Before a flight and in it: each fix's faults are counted and told; and what was wrong makes no way.
    @Test func faultsAreCountedAndMakeNoWay() {
        let spoil: [@Sendable (inout Fix) -> Void] = [
            { $0.speed = MetresPerSecond(1e9) }, { $0.speed = MetresPerSecond(-3) }, { $0.latitude = Degrees(91) },
            { $0.longitude = Degrees(.nan) }, { $0.altitudeMSL = Metres(-1e6) }, { $0.speedError = .zero },
            { $0.horizontalError = Metres(-1) }, { $0.track = Degrees(-400) },
            { $0.climb = MetresPerSecond(.infinity) },
            { $0.time = UTCTime(nanoseconds: -5) },
        ]
        let codes = [
            "badSpeed", "badSpeed", "badPosition", "badPosition", "badAltitude", "badSpeedError", "badError",
            "badTrack",
            "badClimb", "badTime",
        ]
        var pilot = Pilot()
        func fly(_ pilot: inout Pilot) {
            for second in 0..<120 {
                pilot.time += 1
                pilot.way += 3
                var fix = pilot.fix(speed: 3)
                // Every third is spoilt.
                if second % 3 == 2 { spoil[second / 3 % spoil.count](&fix) }
                pilot.submit(.fix(fix))
                #expect(
                    pilot.computer.rejections.contains(codes[second / 3 % spoil.count]) == (second % 3 == 2),
                    "\(pilot.computer.rejections)")
            }
        }
        pilot.run(3, for: 10)
        fly(&pilot)
        let counts = [
            "badSpeed": 8, "badPosition": 8, "badAltitude": 4, "badSpeedError": 4, "badError": 4, "badTrack": 4,
            "badClimb": 4, "badTime": 4,
        ]
        for (code, count) in counts { #expect(pilot.state.reasons[code] == count, "\(code)") }
        pilot.start()
        #expect(pilot.state.reasons.isEmpty)
        fly(&pilot)
        #expect(abs(pilot.distance - 360) < 3)
        pilot.command(.stop)
        for (code, count) in counts { #expect(pilot.summary?.reasons[code] == count, "\(code)") }
        // The same tape gives the same again.
        var replay = Replay()
        for (input, at) in pilot.inputs { replay.take(input, at: at) }
        #expect(replay.events == pilot.events)
    }

    @Test func aFixWithoutFaultsHasNoneOnTheTape() throws {
        let text = String(decoding: try JSON.encode(FixScreenTests.good), as: UTF8.self)
        #expect(!text.contains("faults"))
        var fix = FixScreenTests.good
        fix.faults = [.badSpeed, .untimedPosition]
        #expect(try JSON.decode(Fix.self, from: JSON.encode(fix)) == fix)
    }

    @Test func positionsThatCannotBeAreLostAsUnusable() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        for _ in 0..<10 {
            pilot.time += 1
            var fix = pilot.fix(speed: 3)
            fix.latitude = Degrees(200)
            pilot.submit(.fix(fix))
        }
        #expect(pilot.state.gps.state == .lost)
        #expect(pilot.state.gps.reason == "unusable")
        #expect(pilot.state.gps.mode == 3)
    }
}
