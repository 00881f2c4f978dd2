// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import ExecSink

/// A child's life as a table: when, what happens, what is to be done.
@Suite struct KeeperTests {
    private struct Life {
        var keeper = Keeper(jitter: { 1 })
        var trouble: String? { keeper.trouble }

        /// Seconds since the start of the table.
        mutating func at(
            _ seconds: Double, _ event: Keeper.Event, _ expected: [Keeper.Action] = [],
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let instant = Instant(nanoseconds: 0) + Seconds(seconds)
            #expect(keeper.handle(event, at: instant) == expected, sourceLocation: sourceLocation)
        }

        func expectDeadline(_ seconds: Double?, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(
                keeper.deadline.map { ($0 - Instant(nanoseconds: 0)).rawValue } == seconds,
                sourceLocation: sourceLocation)
        }

        mutating func start(at seconds: Double = 0) {
            at(seconds, .start, [.spawn])
            at(seconds, .started)
        }
    }

    private let killed = Keeper.Ending.signalled(9, name: "Killed")

    @Test func startsAndSettles() {
        var life = Life()
        #expect(life.trouble == "is not started yet")
        life.at(0, .start, [.spawn])
        life.expectDeadline(30)
        life.at(0.1, .started)
        #expect(life.trouble == nil)
        #expect(life.keeper.isRunning)
        life.expectDeadline(10.1)
        life.at(10.1, .read)
        life.at(10.1, .deadline)
        life.expectDeadline(nil)
    }

    @Test func oneThatNeverReadsIsNotTakenForOneThatWorks() {
        var life = Life()
        life.start()
        var now = 0.0
        for wait in [1, 2, 4] as [Double] {
            life.at(now + 10, .deadline)
            life.at(now + 12, .blocked)
            life.at(now + 22, .deadline)
            life.at(now + 32, .deadline)
            life.at(now + 42, .deadline, [.terminate])
            life.at(now + 43, .ended(killed))
            now += 43 + wait
            life.at(now, .deadline, [.spawn])
            life.at(now, .started)
            // Long after it lived as long as one that works.
            life.at(now + 10, .deadline)
            #expect(life.trouble == "did not read for 30 s and was ended")
        }
    }

    @Test func startsAnewEverLaterAndForgetsWhenItWorks() {
        var life = Life()
        life.start()
        var now = 0.0
        for wait in [1, 2, 4, 8, 16, 32, 60, 60] as [Double] {
            life.at(now, .ended(.exited(3)))
            #expect(life.trouble == "exited with status 3")
            life.expectDeadline(now + wait)
            life.at(now + wait - 0.001, .deadline)
            now += wait
            life.at(now, .deadline, [.spawn])
            #expect(life.trouble == "exited with status 3")
            life.at(now, .started)
            #expect(life.trouble == "exited with status 3")
        }
        life.at(now + 9.9, .deadline)
        #expect(life.trouble == "exited with status 3")
        life.at(now + 10, .read)
        life.at(now + 10, .deadline)
        #expect(life.trouble == nil)
        life.at(now + 11, .ended(killed))
        #expect(life.trouble == "was ended by signal 9, Killed")
        life.expectDeadline(now + 12)
    }

    @Test func waitsAreJittered() {
        var life = Life()
        life.keeper = Keeper(jitter: { 0.75 })
        life.start()
        life.at(0, .ended(.unknown))
        #expect(life.trouble == "ended")
        life.expectDeadline(0.75)
    }

    @Test func aProgramThatIsMissing() {
        var life = Life()
        life.at(0, .start, [.spawn])
        life.at(0, .noProgram("No such file or directory"))
        life.at(0, .ended(.exited(127)))
        #expect(life.trouble == "cannot be started: No such file or directory")
        life.at(1, .deadline, [.spawn])
        life.at(1, .noProcess("fork: Resource temporarily unavailable"))
        #expect(life.trouble == "cannot be started: fork: Resource temporarily unavailable")
        life.expectDeadline(3)
    }

    @Test func aProgramWhoseFileHangs() {
        var life = Life()
        life.at(0, .start, [.spawn])
        life.at(30, .deadline, [.kill])
        #expect(life.trouble == "could not be started within 30 s")
        life.at(32, .deadline)
        #expect(life.trouble == "cannot be killed")
        life.expectDeadline(nil)
        life.at(500, .ended(killed))
        life.expectDeadline(501)
    }

    @Test func oneThatDoesNotReadIsEndedAfterThreeLooks() {
        var life = Life()
        life.start()
        life.at(10, .read)
        life.at(20, .deadline)
        life.at(100, .blocked)
        #expect(life.trouble == "does not read")
        life.at(105, .blocked)
        life.expectDeadline(110)
        life.at(110, .deadline)
        life.at(120, .deadline)
        life.at(130, .deadline, [.terminate])
        #expect(life.trouble == "did not read for 30 s and was ended")
        life.at(132, .deadline, [.kill])
        life.at(132.1, .ended(killed))
        #expect(life.trouble == "did not read for 30 s and was ended")
        life.expectDeadline(133.1)
    }

    @Test func oneThatReadsInTimeIsLeft() {
        var life = Life()
        life.start()
        life.at(10, .read)
        life.at(10, .deadline)
        for round in 1...5 {
            let now = Double(round) * 100
            life.at(now, .blocked)
            life.at(now + 10, .deadline)
            life.at(now + 20, .deadline)
            life.at(now + 29, .moved)
            #expect(life.trouble == nil)
            life.expectDeadline(nil)
        }
    }

    /// The machine sleeps for an hour while the child is busy: awake again, it has time to read.
    @Test func sleepIsNoSilence() {
        var life = Life()
        life.start()
        life.at(10, .deadline)
        life.at(12, .blocked)
        life.at(3600, .deadline)
        life.expectDeadline(3610)
        life.at(3610, .deadline)
        life.at(3611, .moved)
        #expect(life.trouble == nil)
    }

    @Test func oneThatClosesItsInput() {
        var life = Life()
        life.start()
        life.at(1, .inputClosed)
        life.at(1.1, .ended(.exited(0)))
        #expect(life.trouble == "exited with status 0")
        life.at(2.1, .deadline, [.spawn])
        life.at(2.1, .started)
        life.at(3, .inputClosed)
        life.at(3, .blocked)
        life.at(5, .deadline, [.terminate])
        life.at(5, .ended(.signalled(15, name: "Terminated")))
        #expect(life.trouble == "closed its input, went on and was ended")
    }

    @Test func stopAsksThenTellsThenForces() {
        var life = Life()
        life.start()
        life.at(1, .stop, [.closeInput])
        life.at(2, .stop)
        life.at(2, .inputClosed)
        life.expectDeadline(3)
        life.at(3, .deadline, [.terminate])
        life.at(5, .deadline, [.kill])
        life.at(5.1, .ended(killed), [.finish])
        life.expectDeadline(nil)
        #expect(life.trouble == nil)
    }

    @Test func stopOfOneThatEndsByItself() {
        var life = Life()
        life.start()
        life.at(1, .stop, [.closeInput])
        life.at(1.1, .ended(.exited(0)), [.finish])
    }

    @Test func stopDoesNotWaitForWhatCannotBeKilled() {
        var life = Life()
        life.start()
        life.at(1, .stop, [.closeInput])
        life.at(3, .deadline, [.terminate])
        life.at(5, .deadline, [.kill])
        life.at(7, .deadline, [.finish])
        life.at(8, .ended(killed))
    }

    @Test func stopBetweenTwoChildren() {
        var life = Life()
        life.start()
        life.at(0, .ended(.exited(1)))
        life.at(0.5, .stop, [.finish])
        life.expectDeadline(nil)
        life.at(1, .deadline)
    }

    @Test func stopInTheMidstOfAnEnd() {
        var life = Life()
        life.start()
        life.at(0, .blocked)
        for look in 1...2 { life.at(Double(look) * 10, .deadline) }
        life.at(30, .deadline, [.terminate])
        life.at(31, .stop)
        life.at(32, .deadline, [.kill])
        life.at(32, .ended(killed), [.finish])
    }

    @Test func stopBeforeTheStart() {
        var life = Life()
        life.at(0, .stop, [.finish])
        life.at(1, .start)
    }
}
