// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import Foundation
import Recorder
import RunwayModel
import TestSupport
import Testing

/// What happens when the logbook's file goes under way. SQLite writes on into a file without a name.
@Suite(.timeLimit(.minutes(2))) struct MovedFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func move(_ path: String, to other: String) throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: other + suffix)
        }
    }

    @Test func goesOnWhenTheFileIsBack() async throws {
        let path = folder.logbook
        let elsewhere = folder.path("elsewhere.db")
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            let troubles = Awaited<RecorderTrouble?>()
            recorder.onTrouble = { troubles.add($0) }
            var flight = TestFlight()
            flight.takeOff(recorder)
            await recorder.commit()
            try MovedFileTests.move(path, to: elsewhere)
            flight.fly(recorder, rows: 3)
            await recorder.commit()
            #expect(await troubles.next()?.code == .inaccessible)
            #expect(recorder.status.pendingRows == 3)
            try MovedFileTests.move(elsewhere, to: path)
            #expect(await troubles.next() == nil)
            flight.land(recorder)
            await recorder.close()
            let logbook = try Logbook(path: path)
            #expect(try logbook.tape(of: flight.id, limit: 9).map(\.sequence) == [0, 1, 2, 3, 4])
            #expect(try logbook.find("last").isIncomplete == false)
        }
    }

    @Test func goesOnInAnotherLogbookInItsPlace() async throws {
        let path = folder.logbook
        let other = folder.path("other.db")
        let old = folder.path("old.db")
        try await onLoop {
            let second = Recorder.make(other)
            _ = try await second.open()
            var before = TestFlight(2)
            before.takeOff(second)
            before.land(second)
            await second.commit()
            // As a copy that was not closed: what it holds is in its log.
            let image = try await second.read { _ in try TemporaryFolder.image(of: other) }
            await second.close()

            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            flight.takeOff(recorder)
            await recorder.commit()
            try MovedFileTests.move(path, to: old)
            try MovedFileTests.move(image.logbook, to: path)
            flight.fly(recorder, rows: 3)
            await recorder.commit()
            // Before the log is folded in: it must still have its name.
            let crash = try await recorder.read { _ in try TemporaryFolder.image(of: path) }
            #expect(try await Recorder.reopened(crash.logbook)?.lastSequence == 4)
            flight.land(recorder)
            await recorder.close()

            let logbook = try Logbook(path: path)
            #expect(try logbook.flights().map(\.id) == [flight.id, before.id])
            #expect(try logbook.flight(flight.id)?.isIncomplete == true)
            #expect(try logbook.tape(of: flight.id, limit: 9).map(\.sequence) == [2, 3, 4])
            #expect(try logbook.tape(of: before.id, limit: 9).map(\.sequence) == [0, 1])
            #expect(try Logbook(path: old).tape(of: flight.id, limit: 9).map(\.sequence) == [0, 1])
            for file in [path, old] {
                #expect(try Database(path: file, access: .reading).string("PRAGMA integrity_check") == "ok")
            }
        }
    }
}
