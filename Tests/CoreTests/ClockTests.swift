// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayEngine
import RunwayModel
import Testing

/// Clocks that are wrong, or step: each changes a label, never a distance, a pace or a split.
struct ClockTests {
    private static let rollover = 1024 * 7 * 86_400.0
    private static let year = 365.25 * 86_400

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// The machine's clock, less the truth; nil when it has not been read.
        var host: Double?
        var source = ClockReading.Source.synchronised
        /// The receiver's, less the truth.
        var receiver: Double
        /// What civil time becomes, less the truth; nil when none is known.
        var label: Double?
        var isTrusted = true
        var fault: ClockFault?

        var testDescription: String { name }
    }

    /// 1980-01-06 and 2080-01-06, less the truth.
    private static let wokeIn1980 = 315_964_800 - Pilot.base
    private static let wokeIn2080 = 3_471_724_800 - Pilot.base

    static let cases: [Case] = [
        Case(name: "both right", host: 0, receiver: 0, label: 0),
        Case(name: "held up a bit", host: 0, receiver: -20, label: 0),
        Case(name: "one rollover", host: 0, receiver: -rollover, label: 0, fault: .weekRollover),
        Case(name: "two", host: 0, receiver: -2 * rollover, label: 0, fault: .weekRollover),
        Case(name: "one ahead", host: 0, receiver: rollover, label: 0, fault: .weekRollover),
        Case(
            name: "one, without leap seconds", host: 0, receiver: 18 - rollover, label: 0, fault: .weekRollover),
        Case(name: "woke in 1980", host: 0, receiver: wokeIn1980, label: 0, fault: .wrongDate),
        Case(name: "woke in 2080", host: 0, receiver: wokeIn2080, label: 0, fault: .wrongDate),
        Case(name: "years off", host: 0, receiver: -3 * year, label: 0, fault: .wrongDate),
        Case(name: "days off", host: 0, receiver: 2 * 86_400, label: 0, fault: .wrongDate),
        Case(name: "without leap seconds", host: 0, receiver: 18, label: 0, fault: .wrongTime),
        Case(name: "with old ones", host: 0, receiver: 3, label: 0, fault: .wrongTime),
        Case(name: "an hour off", host: 0, receiver: -3600, label: 0, fault: .wrongTime),

        Case(name: "no other clock", host: nil, receiver: 0, label: 0),
        Case(name: "no other clock, a rollover", host: nil, receiver: -rollover, label: 0, fault: .weekRollover),
        Case(name: "no other clock, two", host: nil, receiver: -2 * rollover, label: 0, fault: .weekRollover),
        Case(
            name: "no other clock, woke in 1980", host: nil, receiver: wokeIn1980, label: nil, isTrusted: false,
            fault: .wrongDate),
        Case(
            name: "no other clock, woke in 1999", host: nil, receiver: wokeIn1980 + rollover + 86_400, label: nil,
            isTrusted: false, fault: .wrongDate),
        Case(
            name: "no other clock, woke in 2080", host: nil, receiver: wokeIn2080, label: nil, isTrusted: false,
            fault: .wrongDate),
        Case(
            name: "no other clock, 1970", host: nil, receiver: 1000 - Pilot.base, label: nil, isTrusted: false,
            fault: .wrongDate),

        Case(name: "a machine that is behind", host: -40 * 86_400, source: .system, receiver: 0, label: 0),
        Case(name: "a machine that is ahead by years", host: 20 * year, source: .system, receiver: 0, label: 0),
        Case(
            name: "a machine in 1970, a rollover", host: -Pilot.base, source: .system, receiver: -rollover, label: 0,
            fault: .weekRollover),
        Case(
            name: "a machine ahead by years, a rollover", host: 20 * year, source: .system, receiver: -rollover,
            label: 0,
            fault: .weekRollover),
        Case(
            name: "neither is right", host: -40 * 86_400, source: .system, receiver: wokeIn1980, label: -40 * 86_400,
            isTrusted: false, fault: .wrongDate),
    ]

    @Test(arguments: cases, [0.2, 1, 10])
    func theBestClockLabels(_ item: Case, _ rate: Double) {
        var pilot = bare()
        if let host = item.host { pilot.read(host, item.source) }
        pilot.epochOffset = item.receiver
        pilot.run(3, for: 30, step: 1 / rate)
        expect(item, pilot)
        // And so again in a flight, which says it, once.
        pilot.start()
        pilot.run(3, for: 30, step: 1 / rate)
        expect(item, pilot)
        pilot.command(.stop)
        let expected = item.fault.map { [$0.rawValue: 1] } ?? [:]
        #expect(pilot.summary?.reasons == expected)
        #expect(pilot.summary?.remarks.contains(.weekRollover) == (item.fault == .weekRollover))
        #expect(pilot.summary?.isStartTrusted == item.isTrusted)
        let start = pilot.summary?.startTime?.secondsSince1970
        #expect(start.map { ($0 - Pilot.base - 30).rounded() } == item.label.map { $0.rounded() })
    }

    private func expect(_ item: Case, _ pilot: Pilot) {
        let label = pilot.state.time.map { ($0.secondsSince1970 - Pilot.base - pilot.time).rounded() }
        #expect(label == item.label?.rounded())
        #expect(pilot.computer.civilTime(at: pilot.now)?.isTrusted ?? false == item.isTrusted)
        #expect(pilot.state.gps.clockFault == item.fault)
    }

    /// A pilot whose machine has no clock yet.
    private func bare() -> Pilot {
        var pilot = Pilot()
        pilot.computer = FlightComputer()
        pilot.inputs = []
        pilot.submit(.configuration(FlightConfiguration()))
        pilot.submit(.link(LinkChange(kind: .position, name: "gpsd", state: .up)))
        return pilot
    }

    // Steps

    struct Upset: Sendable, CustomTestStringConvertible {
        var name: String
        /// Done to a flight after so many seconds of it.
        var actions: [Int: @Sendable (inout Pilot) -> Void]

        init(_ name: String, _ actions: [Int: @Sendable (inout Pilot) -> Void]) {
            self.name = name
            self.actions = actions
        }

        var testDescription: String { name }
    }

    private static func receiver(_ offset: Double) -> @Sendable (inout Pilot) -> Void { { $0.epochOffset = offset } }

    private static func machine(_ offset: Double, _ source: ClockReading.Source) -> @Sendable (inout Pilot) -> Void {
        { $0.read(offset, source) }
    }

    static let upsets: [Upset] = [
        Upset("a leap second", [100: receiver(-1)]),
        Upset("a leap second, the other way", [100: receiver(1)]),
        Upset("the leap seconds are missing at first", [0: receiver(18), 100: receiver(0)]),
        Upset("old leap seconds at first", [0: receiver(3), 40: receiver(0)]),
        Upset("1980 at first", [0: receiver(wokeIn1980), 60: receiver(0)]),
        Upset("2080 at first", [0: receiver(wokeIn2080), 60: receiver(0)]),
        Upset("1980 in flight", [100: receiver(wokeIn1980), 160: receiver(0)]),
        Upset("a rollover in flight", [100: receiver(-rollover)]),
        Upset("a rollover that is mended in flight", [0: receiver(-rollover), 100: receiver(0)]),
        Upset(
            "a rollover to and fro",
            [50: receiver(-rollover), 51: receiver(0), 100: receiver(rollover), 103: receiver(0)]),
        Upset("years of error for an hour's part", [100: receiver(-8 * year), 200: receiver(0)]),
        Upset("the machine is set right", [100: machine(0, .synchronised)]),
        Upset("the machine is set wrong", [100: machine(-9 * year, .system), 200: machine(40 * year, .system)]),
        Upset(
            "the machine is synchronised, wrongly, then rightly",
            [100: machine(3600, .synchronised), 200: machine(0, .synchronised)]),
        Upset(
            "all at once",
            [
                0: receiver(18), 60: receiver(0), 100: machine(0, .synchronised), 101: receiver(-rollover),
                150: machine(5, .synchronised), 200: receiver(wokeIn1980),
            ]),
    ]

    @Test(arguments: upsets, [1, 5])
    func noStepMakesOrLosesAnything(_ upset: Upset, _ rate: Int) {
        let plain = flight(Upset("", [:]), rate)
        let upsetFlight = flight(upset, rate)
        #expect(plain.splits.count == 7)
        #expect(abs(plain.distance - 900) < 3)
        #expect(abs(upsetFlight.distance - plain.distance) < 0.5)
        #expect(upsetFlight.summary?.elapsed == plain.summary?.elapsed)
        #expect(upsetFlight.splits.count == plain.splits.count)
        for (left, right) in zip(upsetFlight.splits, plain.splits) {
            #expect(abs((left.duration - right.duration).rawValue) < 0.2)
            #expect(abs((left.end - right.end).rawValue) < 0.2)
        }
        #expect(upsetFlight.calls == plain.calls)
        // In the end the label is right again, or was never wrong.
        let label = upsetFlight.state.time.map { $0.secondsSince1970 - Pilot.base - upsetFlight.time }
        if upset.name != "all at once" { #expect(abs(label ?? 1e9) < 2) }
        // The same tape gives the same events.
        var replay = Replay()
        for (input, at) in upsetFlight.inputs { replay.take(input, at: at) }
        #expect(replay.events == upsetFlight.events)
    }

    /// 900 m in 300 s, after half a minute on the ground.
    private func flight(_ upset: Upset, _ rate: Int) -> Pilot {
        var configuration = FlightConfiguration()
        configuration.split = Metres(130)
        var pilot = bare()
        pilot.submit(.configuration(configuration))
        pilot.read(-40 * 86_400, .system)
        upset.actions[0]?(&pilot)
        pilot.run(3, for: 30, step: 1 / Double(rate))
        pilot.start("pace=5:33,tolerance=15")
        for second in 1...300 {
            pilot.run(3, for: 1, step: 1 / Double(rate))
            if second < 300 { upset.actions[second]?(&pilot) }
        }
        pilot.command(.stop)
        return pilot
    }

    // What it says of it

    @Test func aStepIsToldWithItsFix() {
        var pilot = Pilot()
        pilot.run(3, for: 10)
        pilot.epochOffset = 3 * 86_400
        pilot.run(3, for: 1)
        #expect(pilot.computer.rejections == ["timeJump"])
        pilot.run(3, for: 1)
        #expect(pilot.computer.rejections == [])
        pilot.epochOffset = 0
        pilot.run(3, for: 1)
        #expect(pilot.computer.rejections == ["timeJump"])
        #expect(pilot.state.reasons["timeJump"] == 2)
    }

    /// Fixes that were held up, at any rate, are no jumps of the clock, and change no label.
    @Test(arguments: [0.2, 1, 10])
    func aHoldUpIsNoJump(_ rate: Double) {
        var pilot = Pilot()
        pilot.run(3, for: 60, step: 1 / rate)
        let label = pilot.computer.civilTime(at: pilot.now)?.time
        let held = Int(20 * rate)
        pilot.time += 20
        for index in 1...held {
            pilot.epochOffset = Double(index) / rate - 20
            pilot.way += 3 / rate
            pilot.submit(.fix(pilot.fix(speed: 3)))
        }
        pilot.epochOffset = 0
        pilot.run(3, for: 60, step: 1 / rate)
        #expect(pilot.state.reasons["timeJump"] == nil)
        #expect(pilot.state.gps.clockFault == nil)
        #expect(pilot.computer.civilTime(at: pilot.now)?.time == label.map { $0 + Seconds(80) })
    }

    /// A receiver that goes mad is not followed by what would be a guess.
    @Test func aRolloverIsNotGuessedAgainstWhatWasBelieved() {
        var pilot = bare()
        pilot.run(3, for: 30)
        pilot.epochOffset = -14 * ClockTests.year
        pilot.run(3, for: 30)
        #expect(pilot.state.gps.clockFault == .wrongDate)
        #expect(abs((pilot.state.time?.secondsSince1970 ?? 0) - Pilot.base - pilot.time) < 2)
    }

    /// One odd epoch, or a clock that stands still, proves nothing.
    @Test func onlyEpochsThatGoOnAreBelieved() {
        var pilot = bare()
        for second in 0..<60 {
            pilot.epochOffset = -Double(second)
            pilot.run(0, for: 1)
        }
        #expect(pilot.state.time == nil)
        pilot.epochOffset = 0
        for second in 0..<60 {
            pilot.epochOffset = second % 3 == 0 ? -ClockTests.rollover : 0
            pilot.run(0, for: 1)
        }
        #expect(pilot.state.time == nil && pilot.state.gps.clockFault == nil)
    }

    @Test func anotherReceiverIsJudgedByItself() {
        var pilot = Pilot()
        pilot.epochOffset = -ClockTests.rollover
        pilot.run(3, for: 10)
        #expect(pilot.state.gps.clockFault == .weekRollover)
        pilot.epochOffset = 0
        pilot.time += 1
        pilot.submit(.fix(pilot.fix(speed: 3, receiver: "b")))
        #expect(pilot.state.gps.clockFault == nil)
    }

    /// Before the flight 18 s ahead, since the receiver had no leap seconds; then right: so is the start's label.
    @Test func theStartsLabelIsMendedWithTheClock() {
        var pilot = bare()
        pilot.epochOffset = 18
        pilot.run(3, for: 30)
        pilot.start()
        pilot.run(3, for: 60)
        #expect(pilot.computer.summary(at: pilot.now)?.startTime?.secondsSince1970.rounded() == Pilot.base + 48)
        pilot.epochOffset = 0
        pilot.run(3, for: 60)
        pilot.command(.stop)
        #expect(pilot.summary?.startTime?.secondsSince1970.rounded() == Pilot.base + 30)
    }

    /// A track is dated by epochs as they are put right, and in order.
    @Test(arguments: [-1024 * 7 * 86_400, 18, 0] as [Double], [true, false])
    func aTrackIsDatedRight(_ offset: Double, _ isHostTrusted: Bool) {
        var pilot = bare()
        if isHostTrusted { pilot.read(0, .synchronised) }
        pilot.epochOffset = offset
        pilot.run(3, for: 30)
        pilot.start()
        pilot.run(3, for: 60)
        // It learns the leap seconds; a rollover stays.
        if offset == 18 { pilot.epochOffset = 0 }
        pilot.run(3, for: 60)
        pilot.command(.stop)
        var computer = FlightComputer()
        var track = Track()
        for (input, at) in pilot.inputs {
            _ = computer.step(input, at: at)
            track.take(input, at: at, after: computer)
        }
        let points = track.finished(by: computer).flatMap { $0 }
        #expect(points.count == 120)
        for (index, point) in points.enumerated() {
            #expect(abs(point.time.secondsSince1970 - Pilot.base - 31 - Double(index)) < 0.01)
        }
    }
}

extension Pilot {
    /// Reads the machine's clock, which is off by so much.
    fileprivate mutating func read(_ offset: Double, _ source: ClockReading.Source) {
        let time = UTCTime(secondsSince1970: Pilot.base + time + offset)
        submit(.clock(ClockReading(time: time, source: source, offset: 0)))
    }
}
