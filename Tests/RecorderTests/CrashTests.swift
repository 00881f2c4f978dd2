// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import Foundation
import Recorder
import RunwayModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3))) struct CrashTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The open flight's tape, after checks that hold after any crash.
    private func recovered(_ path: String) async throws -> [TapeEntry] {
        let first = try await onLoop { try await Recorder.reopened(path) }
        let second = try await onLoop { try await Recorder.reopened(path) }
        #expect(first == second, "a second recovery changes nothing")
        let database = try Database(path: path, access: .reading)
        #expect(try database.string("PRAGMA integrity_check") == "ok")
        #expect(try database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        let tail = first?.tail ?? []
        #expect(tail.map(\.sequence) == Array(0..<tail.count))
        #expect(first?.lastSequence == tail.last?.sequence)
        return tail
    }

    @Test func keepsWhatItSaidWasWrittenWhenKilled() async throws {
        let path = folder.logbook
        var before = 0
        for commits in [1, 7, 40, 150] {
            let told = try await WriterProcess(recordingTo: path).kill(afterCommits: commits)
            #expect(told > 0)
            let rows = try await recovered(path).count
            // One event, flightBegan, is among the first run's rows.
            #expect(rows + 1 >= before + told)
            before = rows
        }
    }

    @Test func goesOnAfterTheDiskFailed() async throws {
        let path = folder.logbook
        let writer = try WriterProcess(recordingTo: path)
        _ = try await writer.line("a commit") { Int($0) != nil }
        try await writer.limitFiles(to: 1)
        let failure = try await writer.line("trouble") { Int($0) == nil }
        #expect(failure.text == "io")
        try await writer.limitFiles(to: nil)
        let end = try await writer.line(after: failure, "the end of the trouble") { Int($0) == nil }
        #expect(end.text == "well")
        let told = try await writer.kill(afterCommits: 100)
        #expect(told > 0)
        #expect(try await recovered(path).count >= told - 1)
    }

    @Test func keepsWhatWasCommittedInAnImageTakenAtAnyMoment() async throws {
        let path = folder.logbook
        let recorder = try await onLoop {
            let recorder = Recorder.make(path, commitInterval: Seconds(0.003))
            _ = try await recorder.open()
            return recorder
        }
        let feed = try await onLoop { try Feed(recorder) }
        var images = 0
        while images < 15 {
            let committed = try await onLoop { recorder.status.committedRows }
            let mainFile = folder.bytes()
            let image = try TemporaryFolder.image(of: path)
            // Only the log grows between two checkpoints; an image across one never was on the disk.
            guard committed > 1, folder.bytes() == mainFile, image.bytes() == mainFile else {
                try await onLoop { await recorder.commit() }
                continue
            }
            images += 1
            #expect(try await recovered(image.logbook).count >= committed - 1)
        }
        try await onLoop {
            feed.stop()
            await recorder.close()
        }
    }

    @Test func keepsAPrefixWhenTheLogIsCutOrGarbled() async throws {
        let path = folder.logbook
        let image = try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            flight.takeOff(recorder)
            for _ in 0..<12 {
                flight.fly(recorder, rows: 3)
                await recorder.commit()
            }
            let image = try await recorder.read { _ in try TemporaryFolder.image(of: path) }
            await recorder.close()
            return image
        }
        let log = try #require(image.bytes("logbook.db-wal"))
        let untouched = try TemporaryFolder.image(of: image.logbook)
        let whole = try await recovered(untouched.logbook)
        #expect(whole.count == 38)
        var lengths: Set<Int> = []
        for cut in stride(from: 0, through: log.count, by: 1371) {
            for garbled in [false, true] {
                let copy = try TemporaryFolder.image(of: image.logbook)
                var torn = log.prefix(cut)
                if garbled { torn += (cut..<log.count).map { UInt8(truncatingIfNeeded: $0 &* 167) } }
                try torn.write(to: URL(fileURLWithPath: copy.logbook + "-wal"))
                let tape = try await recovered(copy.logbook)
                #expect(tape == Array(whole.prefix(tape.count)))
                lengths.insert(tape.count)
            }
        }
        // Commits end at 2, 5, 8 … rows, and no tape ends elsewhere.
        #expect(lengths.subtracting(Array(stride(from: 2, through: 38, by: 3)) + [0]).isEmpty)
        #expect(lengths.count > 5)
    }

    @Test func goesOnWithAFlight() async throws {
        let path = folder.logbook
        #expect(try await WriterProcess(recordingTo: path).kill(afterCommits: 3) > 0)
        try await onLoop {
            let recorder = Recorder.make(path)
            let open = try #require(try await recorder.open())
            recorder.resume(open)
            let next = try #require(open.lastSequence) + 1
            recorder.append(
                TestFlight.entry(next, .restart(Restart(boot: "b", rebooted: true, gap: nil, offset: .zero))))
            var summary = open.summary
            summary.remarks = [.interrupted]
            recorder.record(
                Event(at: open.lastInstant, time: nil, flight: open.id, body: .flightEnded(summary)))
            await recorder.close()
            #expect(try await Recorder.reopened(path) == nil)
            let logbook = try Logbook(path: path)
            #expect(try logbook.flights().map(\.state) == [.landed])
            #expect(try logbook.tape(of: open.id, after: next - 1, limit: 9).map(\.sequence) == [next])
            #expect(try logbook.events(of: open.id).map(\.body.kind) == ["flightBegan", "flightEnded"])
        }
    }

    @Test func resumesFromTheSnapshotAndTheTail() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            recorder.snapshot = { ("f", [1]) }
            var flight = TestFlight()
            flight.takeOff(recorder)
            await recorder.commit()
            flight.fly(recorder, rows: 4)
            recorder.snapshot = { nil }
            await recorder.close()
            let open = try await Recorder.reopened(path)
            #expect(open?.snapshot?.sequence == 1)
            #expect(open?.tail.map(\.sequence) == [2, 3, 4, 5])
            #expect(open?.lastInstant ?? Instant(nanoseconds: 0) >= TestFlight.entry(5).at)
        }
    }

    @Test func keepsOneOfSeveralOpenFlights() async throws {
        let path = folder.logbook
        try await onLoop {
            for number: UInt64 in [1, 2] {
                let recorder = Recorder.make(path)
                _ = try await recorder.open()
                var flight = TestFlight(number)
                flight.takeOff(recorder)
                await recorder.close()
            }
            try Database(path: path, access: .writing).execute("UPDATE flight SET state = 'open'")
            #expect(try await Recorder.reopened(path)?.id == TestFlight(2).id)
            #expect(try Logbook(path: path).flights().map(\.state) == [.open, .closed])
        }
    }

    @Test func countsRowsThatItCannotRead() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            flight.takeOff(recorder)
            flight.fly(recorder, rows: 4)
            await recorder.close()
            try Database(path: path, access: .writing).execute("UPDATE tape SET body = '{\"later\":1}' WHERE seq = 3")
            let open = try await Recorder.reopened(path)
            #expect(open?.tail.map(\.sequence) == [0, 1, 2, 4, 5])
            #expect(open?.unreadableRows == 1)
        }
    }
}
