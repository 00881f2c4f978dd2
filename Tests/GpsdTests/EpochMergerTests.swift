// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Gpsd
import RunwayModel
import Testing

/// A report in a table: milliseconds of arrival, the fix's time in seconds (nil for none), mode, and a speed to tell
/// one report from another.
struct Report {
    var at: Int64
    var time: Double?
    var mode: Fix.Mode
    var speed: Double?
    var receiver = "a"

    init(_ at: Int64, _ time: Double?, _ mode: Int, _ speed: Double? = nil, from receiver: String = "a") {
        self.at = at
        self.time = time
        self.mode = Fix.Mode(rawValue: mode)!
        self.speed = speed
        self.receiver = receiver
    }

    var instant: Instant { Instant(nanoseconds: at * 1_000_000) }

    var fix: Fix {
        var fix = Fix(receiver: receiver, mode: mode, time: time.map { UTCTime(secondsSince1970: $0) })
        if mode >= .twoDimensional {
            fix.latitude = Degrees(1)
            fix.longitude = Degrees(2)
            fix.speed = speed.map(MetresPerSecond.init)
            if mode == .threeDimensional { fix.altitudeMSL = Metres(500) }
        }
        return fix
    }
}

/// Runs reports through a merger as a loop with a timer would.
/// - Returns: "handed over at/arrived at/time/mode/speed" of each fix, in milliseconds and seconds.
private func run(_ reports: [Report], until end: Int64? = nil, _ merger: inout EpochMerger) -> [String] {
    var log: [String] = []
    func note(_ arrival: EpochMerger.Arrival?, _ at: Instant) {
        guard let arrival else { return }
        let fix = arrival.fix
        let time = fix.time.map { "\(Int($0.secondsSince1970))" } ?? "-"
        let speed = fix.speed.map { "\(Int($0.rawValue))" } ?? "-"
        log.append(
            "\(at.nanoseconds / 1_000_000)/\(arrival.at.nanoseconds / 1_000_000)/\(time)/\(fix.mode.rawValue)/\(speed)")
    }
    func expire(until instant: Instant) {
        if let deadline = merger.deadline, deadline <= instant { note(merger.expire(at: deadline), deadline) }
    }
    for report in reports {
        expire(until: report.instant)
        let (ended, current) = merger.take(report.fix, at: report.instant)
        note(ended, report.instant)
        note(current, report.instant)
    }
    if let end { expire(until: Instant(nanoseconds: end * 1_000_000)) }
    return log
}

struct EpochMergerTests {
    // FIELD 2.2, measured: three reports in a burst, the first without altitude; B8.
    @Test func makesOneFixOfABurstAndTakesTheBest() {
        var merger = EpochMerger()
        let log = run(
            [
                Report(0, 10, 2, 1), Report(2, 10, 3, 2), Report(3, 10, 3, 3), Report(1000, 11, 2, 4),
                Report(1001, 11, 3, 5),
            ],
            until: 2000, &merger)
        #expect(log == ["103/0/10/3/3", "1101/1000/11/3/5"])
        #expect(merger.duplicates == 3)
        #expect(merger.deadline == nil)
    }

    /// navisys-gr701w: 1.05 m/s by the receiver, then 27.6 m/s by gpsd for the same speed.
    @Test func keepsTheReceiversOwnErrorOfTheSpeed() {
        var merger = EpochMerger()
        for (milliseconds, error) in [(0, 1.05), (2, 27.6), (4, nil)] as [(Int64, Double?)] {
            let report = Report(milliseconds, 10, 3, 2)
            var fix = report.fix
            fix.speedError = error.map { MetresPerSecond($0) }
            _ = merger.take(fix, at: report.instant)
        }
        #expect(merger.flush()?.fix.speedError == MetresPerSecond(1.05))
    }

    @Test func keepsTheBetterOneWhenAWorseOneFollows() {
        var merger = EpochMerger()
        #expect(
            run([Report(0, 10, 3, 1), Report(2, 10, 2, 2), Report(3, 10, 1)], until: 500, &merger) == ["103/0/10/3/1"])
        // The same mode, but without a speed.
        #expect(run([Report(1000, 11, 3, 1), Report(1002, 11, 3)], until: 1500, &merger) == ["1102/1000/11/3/1"])
    }

    @Test func handsOverAtOnceWhenEpochsComeSingly() {
        var merger = EpochMerger()
        let log = run((0..<6).map { Report(Int64($0) * 1000, Double(10 + $0), 3, Double($0)) }, &merger)
        #expect(
            log == [
                "100/0/10/3/0", "1100/1000/11/3/1", "2100/2000/12/3/2", "3000/3000/13/3/3", "4000/4000/14/3/4",
                "5000/5000/15/3/5",
            ])
        #expect(merger.duplicates == 0 && merger.deadline == nil)
    }

    @Test func holdsAgainWhenABurstComes() {
        var merger = EpochMerger()
        _ = run((0..<4).map { Report(Int64($0) * 1000, Double(10 + $0), 3) }, &merger)
        let log = run(
            [Report(4000, 14, 2, 1), Report(4001, 14, 3, 2), Report(5000, 15, 2, 3), Report(5001, 15, 3, 4)],
            until: 6000,
            &merger)
        // The first one was on its way; from then on the best is waited for.
        #expect(log == ["4000/4000/14/2/1", "5101/5000/15/3/4"])
        #expect(merger.duplicates == 2)
    }

    @Test func endsAnEpochWhenTheNextBegins() {
        // 20 epochs a second: the quiet time never comes.
        var merger = EpochMerger()
        let log = run([Report(0, 10, 3, 1), Report(1, 10, 3, 2), Report(50, 11, 3, 3), Report(51, 11, 3, 4)], &merger)
        #expect(log == ["50/0/10/3/2"])
        #expect(merger.deadline == Instant(nanoseconds: 151_000_000))
    }

    @Test func takesReportsAfterTheQuietTimeAsDuplicates() {
        var merger = EpochMerger()
        #expect(
            run([Report(0, 10, 2, 1), Report(400, 10, 3, 2), Report(1000, 11, 3, 3)], until: 1500, &merger)
                == ["100/0/10/2/1", "1100/1000/11/3/3"])
        #expect(merger.duplicates == 1)
    }

    // B20: a leap second that the receiver learns of.
    @Test func deliversATimeThatIsSaidAgainWhenTheNextIsDue() {
        var merger = EpochMerger()
        #expect(
            run([Report(0, 10, 3, 1), Report(1000, 10, 3, 2), Report(2000, 11, 3, 3)], until: 2500, &merger)
                == ["100/0/10/3/1", "1100/1000/10/3/2", "2100/2000/11/3/3"])
        #expect(merger.duplicates == 0)
    }

    // B19: what a time that steps back means is the core's to say.
    @Test func deliversATimeThatStepsBack() {
        var merger = EpochMerger()
        #expect(
            run([Report(0, 100, 3, 1), Report(1000, 50, 3, 2), Report(2000, 51, 3, 3)], until: 2500, &merger)
                == ["100/0/100/3/1", "1100/1000/50/3/2", "2100/2000/51/3/3"])
    }

    // FIELD 2.2, measured: no fix, no time, 3, 2 and 1 reports an epoch.
    @Test func makesOneOfABurstWithoutTimes() {
        var merger = EpochMerger()
        #expect(
            run([Report(0, nil, 1), Report(1, nil, 1), Report(2, nil, 1), Report(1000, nil, 1)], until: 2000, &merger)
                == ["102/0/-/1/-", "1100/1000/-/1/-"])
    }

    @Test func mergesAReportWithoutTimeIntoItsBurst() {
        var merger = EpochMerger()
        // GLL before the date is known, then RMC.
        #expect(run([Report(0, nil, 2, 1), Report(5, 10, 3, 2)], until: 500, &merger) == ["105/0/10/3/2"])
        #expect(run([Report(1000, nil, 1), Report(1005, 11, 3, 2)], until: 1500, &merger) == ["1105/1000/11/3/2"])
    }

    // B10: the fix was lost a moment after one; that is news.
    @Test func deliversALossRightAfterAFix() {
        var merger = EpochMerger()
        #expect(
            run([Report(0, 10, 3, 1), Report(20, nil, 1)], until: 500, &merger) == ["20/0/10/3/1", "120/20/-/1/-"])
        for index in 1...4 { _ = run([Report(Int64(index) * 1000, Double(10 + index), 3)], &merger) }
        #expect(
            run([Report(5000, 15, 3, 1), Report(5010, nil, 1), Report(5020, 16, 3, 2)], until: 6000, &merger)
                == ["5000/5000/15/3/1", "5010/5010/-/1/-", "5020/5020/16/3/2"])
    }

    // B10, B13, and measured with gpsd 3.22: GGA of quality 0 with coordinates makes a report of mode 3 without a time.
    @Test func doesNotBelieveAPositionWithoutATimeFromOneThatToldIt() {
        var merger = EpochMerger()
        let log = run(
            [Report(0, 10, 3, 1), Report(1000, nil, 3, 2), Report(2000, nil, 2, 3), Report(3000, 13, 3, 4)],
            until: 3500,
            &merger)
        #expect(log == ["100/0/10/3/1", "1100/1000/-/1/-", "2100/2000/-/1/-", "3000/3000/13/3/4"])
        #expect(merger.untimed == 2)
        // Nor at once, when it hands over at once.
        #expect(run([Report(4000, nil, 3, 5)], &merger) == ["4000/4000/-/1/-"])
    }

    @Test func saysWhatItDidNotBelieve() {
        var merger = EpochMerger()
        var outputs: [Fix] = []
        for (second, time) in [(0, 10.0), (1, 11), (2, 12), (3, 13), (4, nil), (5, nil)] as [(Int64, Double?)] {
            var fix = Fix(receiver: "a", mode: .threeDimensional, time: time.map { UTCTime(secondsSince1970: $0) })
            fix.latitude = Degrees(1)
            fix.longitude = Degrees(2)
            // The last told a time that could not be read: that is another matter.
            if second == 5 { fix.faults = [.badTime] }
            let (ended, current) = merger.take(fix, at: Instant(nanoseconds: second * 1_000_000_000))
            outputs += [ended, current].compactMap { $0?.fix }
        }
        if let last = merger.flush() { outputs.append(last.fix) }
        #expect(outputs.map { $0.faults ?? [] } == [[], [], [], [], [.untimedPosition], [.badTime]])
        #expect(outputs.map { $0.position != nil } == [true, true, true, true, false, true])
        #expect(merger.untimed == 1)
    }

    @Test func doesNotBelieveOneThatContradictsItself() {
        var merger = EpochMerger()
        // The first burst of a receiver without a fix: GGA, GSA, RMC.
        #expect(
            run(
                [Report(0, nil, 3, 1), Report(1, nil, 1), Report(2, nil, 1), Report(1000, nil, 3, 2)], until: 1500,
                &merger) == ["102/0/-/1/-", "1100/1000/-/1/-"])
        #expect(run([Report(2000, 12, 3, 3)], until: 2500, &merger) == ["2100/2000/12/3/3"])
        // The other way round.
        var other = EpochMerger()
        #expect(
            run([Report(0, nil, 1), Report(1, nil, 3, 1), Report(1000, nil, 3, 2)], until: 1500, &other)
                == ["101/0/-/1/-", "1100/1000/-/1/-"])
    }

    @Test func believesOneThatNeverTellsTheTime() {
        var merger = EpochMerger()
        #expect(
            run([Report(0, nil, 1), Report(1000, nil, 3, 1), Report(2000, nil, 3, 2)], until: 2500, &merger)
                == ["100/0/-/1/-", "1100/1000/-/3/1", "2100/2000/-/3/2"])
        #expect(merger.untimed == 0)
    }

    @Test func believesAReportWithATimeWhateverWasSaidBefore() {
        var merger = EpochMerger()
        #expect(run([Report(0, nil, 3, 1), Report(5, 10, 1)], until: 500, &merger) == ["105/0/10/1/-"])
        #expect(run([Report(1000, nil, 1), Report(1005, 11, 2, 2)], until: 1500, &merger) == ["1105/1000/11/2/2"])
    }

    @Test func learnsAnewForAnotherReceiver() {
        var merger = EpochMerger()
        _ = run((0..<5).map { Report(Int64($0) * 1000, Double(10 + $0), 3) }, &merger)
        // The same time from another one is not the same epoch.
        #expect(
            run([Report(4500, 14, 2, 7, from: "b"), Report(4501, 14, 3, 8, from: "b")], until: 5000, &merger)
                == ["4601/4500/14/3/8"])
    }
}
