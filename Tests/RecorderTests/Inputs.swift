// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// One input of each kind and form, with numbers that are hard to write down.
enum Inputs {
    static let all: [Input] = [
        .fix(fullFix), .fix(Fix(receiver: "", mode: .noFix)),
        .sky(Sky(receiver: "/dev/ttyACM0", hdop: 0.1 + 0.2, satellitesUsed: 9, satellitesVisible: 14)),
        .sky(Sky(receiver: "/dev/ttyACM0")),
        .heartRate(
            HeartRateSample(
                sensor: "strap", rate: BeatsPerMinute(152), rrIntervals: [402.34375, 1e-9, 398], contact: true)),
        .heartRate(HeartRateSample(sensor: "Gürtel \"1\"", rate: nil)),
        .battery(Battery(sensor: "strap", percent: 71)),
        .link(LinkChange(kind: .position, name: "gpsd", state: .down, reason: "refused")),
        .link(LinkChange(kind: .heartRate, name: "strap", state: .up)),
        .command(Command(.start(flight: TestFlight().id, mission: paceMission, immediately: true), origin: .local)),
        .command(Command(.stop, origin: .button)), .command(Command(.hold, origin: .web)),
        .command(Command(.resume, origin: .peer)), .command(Command(.setMission(to: nil), origin: .local)),
        .command(Command(.setMission(to: paceMission), origin: .local)),
        .command(Command(.setMission(to: heartRateMission), origin: .local)),
        .configuration(FlightConfiguration(split: Metres(1609.344), countdown: 5)),
        .clock(
            ClockReading(time: UTCTime(nanoseconds: 1_777_617_000_123_456_789), source: .receiver, offset: 7200)),
        .deadline, .restart(Restart(boot: "b", rebooted: true, gap: Seconds(1.0 / 3), offset: Seconds(0.1))),
        .restart(Restart(boot: "b", rebooted: false, gap: nil, offset: .zero)), .gap(Seconds(12.000000000000002)),
    ]

    static let paceMission = try? Mission(
        target: .pace(SecondsPerKilometre(301.7), tolerance: SecondsPerKilometre(15.3)), distance: Metres(5000.1))
    static let heartRateMission = try? Mission(
        target: .heartRate(BeatsPerMinute(150), tolerance: BeatsPerMinute(10)), distance: nil)

    private static var fullFix: Fix {
        var fix = Fix(
            receiver: "/dev/serial/by-id/usb-u-blox", mode: .threeDimensional,
            time: UTCTime(nanoseconds: 1_777_617_000_250_000_000))
        fix.latitude = Degrees(48.13715400000001)
        fix.longitude = Degrees(-0.0)
        fix.altitudeMSL = Metres(519.1)
        fix.altitudeHAE = Metres(565.7000000000001)
        fix.speed = MetresPerSecond(.leastNonzeroMagnitude)
        fix.track = Degrees(359.99999999999994)
        fix.climb = MetresPerSecond(-0.1)
        fix.horizontalError = Metres(1e300)
        fix.eastError = Metres(2.0 / 3)
        fix.northError = Metres(.pi)
        fix.verticalError = Metres(1)
        fix.speedError = MetresPerSecond(0.30000000000000004)
        return fix
    }
}
