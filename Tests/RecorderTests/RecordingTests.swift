// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import JSON
import Recorder
import RunwayModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct RecordingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func givesTheTapeBackExactly() async throws {
        let path = folder.logbook
        let (written, read, lines) = try await onLoop {
            let recorder = Recorder.make(path)
            #expect(try await recorder.open() == nil)
            var flight = TestFlight()
            flight.takeOff(recorder)
            var written = (0..<flight.sequence).map { TestFlight.entry($0) }
            for input in Inputs.all {
                let entry = TapeEntry(
                    sequence: flight.sequence, at: Instant(nanoseconds: .max - Int64(flight.sequence)),
                    boot: flight.sequence % 2 == 0 ? TestFlight.boot : "odd \"boot\"", input: input)
                recorder.append(entry)
                written.append(entry)
                flight.sequence += 1
            }
            await recorder.commit()
            let id = flight.id
            let read = try await recorder.read { try $0.tape(of: id, limit: 1000) }
            let lines = try await recorder.read { try $0.tapeLines(of: id, limit: 1000) }
            await recorder.close()
            return (written, read, lines)
        }
        #expect(read == written)
        // Equality takes -0 for 0; text does not.
        #expect(read.map { "\($0)" } == written.map { "\($0)" })
        #expect(lines.count == written.count && lines.last == written.last?.sequence)
        let decoded = try lines.lines.split(separator: UInt8(ascii: "\n")).map {
            try JSON.decode(TapeEntry.self, from: $0)
        }
        #expect(decoded == written)
        #expect(
            try String(decoding: lines.lines, as: UTF8.self)
                == written.map {
                    String(decoding: try JSON.encode($0), as: UTF8.self) + "\n"
                }.joined())
    }

    @Test func keepsNothingOutsideATakeoff() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            recorder.append(TestFlight.entry(0))
            recorder.record(TestFlight().event(.refused(Refusal(.notFlying, "nothing flies"))))
            #expect(recorder.status.pendingRows == 0 && recorder.status.state == .idle)
            recorder.beginTakeoff()
            recorder.append(TestFlight.entry(0))
            recorder.abandonTakeoff()
            recorder.append(TestFlight.entry(1))
            await recorder.commit()
            #expect(try await recorder.read { try $0.flights() }.isEmpty)

            var flight = TestFlight()
            recorder.beginTakeoff()
            recorder.append(TestFlight.entry(99))
            flight.takeOff(recorder)
            await recorder.commit()
            let id = flight.id
            #expect(try await recorder.read { try $0.tape(of: id, limit: 9).map(\.sequence) } == [0, 1])
            await recorder.close()
        }
    }

    @Test func landsAFlight() async throws {
        let path = folder.logbook
        let (flight, entry, splits, alerts, events) = try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            recorder.beginTakeoff()
            recorder.record(
                Event(at: .init(nanoseconds: 0), time: nil, flight: nil, body: .phase(from: .preflight, to: .takeoff)))
            recorder.record(flight.event(.flightBegan(flight.summary)))
            flight.fly(recorder, rows: 10)
            let split = Split(
                index: 1, distance: Metres(1000), duration: Seconds(300.1), end: Instant(nanoseconds: 5),
                heartRate: BeatsPerMinute(150.5), isEstimated: false)
            recorder.record(flight.event(.split(split)))
            var alert = Alert(
                kind: .overspeed, severity: .caution, start: Instant(nanoseconds: 7), distance: Metres(12.5),
                pace: SecondsPerKilometre(250), heartRate: nil)
            recorder.record(flight.event(.alertBegan(alert)))
            await recorder.commit()
            let id = flight.id
            #expect(try await recorder.read { try $0.alerts(of: id) } == [alert])
            alert.end = Instant(nanoseconds: 9)
            alert.reason = .cleared
            recorder.record(flight.event(.alertEnded(alert)))
            flight.land(recorder)
            // What comes with the landing is the flight's, what comes later is not.
            recorder.record(flight.event(.phase(from: .cruise, to: .touchdown)))
            recorder.record(TestFlight(2).event(.refused(Refusal(.notFlying, "nothing flies"))))
            flight.fly(recorder, rows: 1)
            await recorder.close()

            let logbook = try Logbook(path: path)
            #expect(try logbook.tape(of: id, limit: 100).count == 10)
            #expect(try logbook.alerts(of: id) == [alert])
            return (
                flight, try logbook.flight(id), try logbook.splits(of: id), try logbook.alerts(of: id),
                try logbook.events(of: id)
            )
        }
        #expect(entry?.state == .landed && entry?.isIncomplete == false)
        #expect(entry?.summary == flight.summary)
        #expect(splits.map(\.index) == [1])
        #expect(alerts.first?.reason == .cleared)
        #expect(
            events.map(\.body.kind) == [
                "phase", "flightBegan", "split", "alertBegan", "alertEnded", "flightEnded", "phase",
            ])
    }

    @Test func commitsTheLandingAtOnce() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            let commits = recorder.commits
            var flight = TestFlight()
            flight.takeOff(recorder)
            await commits.next()
            #expect(recorder.status.pendingRows == 0)
            flight.fly(recorder, rows: 3)
            flight.land(recorder)
            await commits.next()
            let id = flight.id
            #expect(try await recorder.read { try $0.flight(id) }?.state == .landed)
            #expect(try await recorder.read { try $0.tape(of: id, limit: 9) }.count == 5)
            await recorder.close()
        }
    }

    @Test func commitsWithinTheInterval() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path, commitInterval: Seconds(0.05))
            _ = try await recorder.open()
            let commits = recorder.commits
            var flight = TestFlight()
            flight.takeOff(recorder)
            await commits.next()
            for _ in 0..<3 {
                let start = BootClock.now()
                flight.fly(recorder, rows: 5)
                #expect(recorder.status.pendingRows == 5)
                await commits.next()
                // Not earlier, or the rows would not share a commit; the time limit says not never.
                #expect(BootClock.now() - start >= Seconds(0.05))
                #expect(recorder.status.pendingRows == 0)
            }
            #expect(recorder.status.committedRows == 2 + 1 + 15)
            #expect(recorder.status.state == .recording)
            await recorder.close()
        }
    }

    @Test func takesASnapshotAndTheStandingWithTheRows() async throws {
        let path = folder.logbook
        let open = try await onLoop {
            let recorder = Recorder.make(path, snapshotInterval: Seconds(3600))
            _ = try await recorder.open()
            var flight = TestFlight()
            recorder.snapshot = { ("test-1", [1, 2, 255]) }
            recorder.clock = { (UTCTime(nanoseconds: 1_777_617_100_000_000_000), trusted: true) }
            flight.takeOff(recorder)
            let commits = recorder.commits
            await commits.next()
            // The interval has not passed: only the beginning and the end take one.
            recorder.snapshot = { ("test-2", [0]) }
            var summary = flight.summary
            summary.distance = Metres(77.25)
            recorder.summary = { [summary] in summary }
            flight.fly(recorder, rows: 5)
            recorder.record(flight.event(.phase(from: .cruise, to: .holding)))
            let image = try await recorder.read { _ in try TemporaryFolder.image(of: path) }
            #expect(try await Recorder.reopened(image.logbook)?.snapshot?.format == "test-1")
            await recorder.close()
            return try await Recorder.reopened(path)
        }
        #expect(open?.snapshot?.format == "test-2")
        #expect(open?.snapshot?.body == [0])
        #expect(open?.snapshot?.sequence == 6)
        #expect(open?.tail == [])
        #expect(open?.lastSequence == 6)
        #expect(open?.summary.distance == Metres(77.25))
        #expect(open?.lastTime == UTCTime(nanoseconds: 1_777_617_100_000_000_000))
        #expect(open?.lastTimeTrusted == true)
        #expect(open?.lastBoot == TestFlight.boot)
        #expect(try #require(open?.lastInstant) >= TestFlight.entry(6).at)
        #expect(try #require(open?.lastInstant) < TestFlight.entry(6).at + Seconds(60))
    }

    @Test func savesTheSameFlightTwiceAsOne() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            for _ in 0..<2 {
                var flight = TestFlight()
                flight.takeOff(recorder)
                flight.fly(recorder, rows: 5)
                flight.land(recorder)
            }
            await recorder.close()
            let logbook = try Logbook(path: path)
            let flights = try logbook.flights()
            #expect(flights.map(\.id) == [TestFlight().id])
            #expect(flights.first?.state == .landed)
            #expect(try logbook.tape(of: TestFlight().id, limit: 100).map(\.sequence) == Array(0..<7))
            #expect(try logbook.events(of: TestFlight().id).count == 2)
        }
    }

    @Test func marksAFlightWhoseRowCannotBeWritten() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            flight.takeOff(recorder)
            recorder.append(TestFlight.entry(2, .gap(Seconds(.nan))))
            recorder.append(TestFlight.entry(3))
            await recorder.commit()
            #expect(recorder.status.droppedRows == 1)
            let id = flight.id
            #expect(try await recorder.read { try $0.tape(of: id, limit: 9).map(\.sequence) } == [0, 1, 3])
            let entry = try await recorder.read { try $0.flight(id) }
            #expect(entry?.isIncomplete == true && entry?.droppedRows == 1)
            await recorder.close()
        }
    }

    @Test func answersAPing() async throws {
        try await onLoop {
            await Recorder.make("/nowhere/logbook.db").ping()
        }
    }

    @Test func commitsALongQueueInParts() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            flight.takeOff(recorder)
            flight.fly(recorder, rows: 10_000)
            let commits = recorder.commits
            await recorder.commit()
            for _ in 0..<3 { await commits.next() }
            let id = flight.id
            var pages: [Int] = []
            var last: Int?
            repeat {
                let after = last
                let page = try await recorder.read { try $0.tapeLines(of: id, after: after, limit: 4000) }
                pages.append(page.count)
                last = page.last
            } while last != nil
            #expect(pages == [4000, 4000, 2002, 0])
            await recorder.close()
        }
    }
}
