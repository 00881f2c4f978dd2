// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import Foundation
import Recorder
import RunwayModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct OpeningTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func refusal(of path: String) async -> RecorderError? {
        await thrown(RecorderError.self) { try await onLoop { _ = try await Recorder.reopened(path) } }
    }

    @Test func makesAFileForTheGroupOnly() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            #expect(try await recorder.open() == nil)
            for suffix in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
                #expect((attributes[.posixPermissions] as? Int) == 0o640, "\(suffix)")
            }
            await recorder.close()
        }
        #expect(folder.bytes("logbook.db-wal") == nil, "the log is folded into the file at the end")
        let database = try Database(path: path, access: .reading)
        #expect(try database.string("PRAGMA journal_mode") == "wal")
        #expect(try database.integer("PRAGMA user_version") == 1)
    }

    @Test func tellsAMissingDirectory() async throws {
        let error = await refusal(of: folder.path + "/none/logbook.db")
        #expect(error?.code == .noDirectory)
        #expect(error?.description.contains(folder.path + "/none") == true)
    }

    @Test func tellsAFileInPlaceOfTheDirectory() async throws {
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        #expect(await refusal(of: folder.path + "/file/logbook.db")?.code == .noDirectory)
    }

    @Test(.enabled(if: TestDisk.isPossible, "only root can mount a small file system"))
    func tellsAReadOnlyFileSystem() async throws {
        let disk = try TestDisk()
        let path = disk.logbook
        try disk.setReadOnly(true)
        let error = await refusal(of: path)
        #expect(error?.code == .cannotCreate)
        #expect(error?.description.contains("Read-only file system") == true)
        try disk.setReadOnly(false)
        _ = try await onLoop { try await Recorder.reopened(path) }
        try disk.setReadOnly(true)
        await #expect(throws: (any Error).self) { try await onLoop { _ = try await Recorder.reopened(path) } }
        // It was closed properly, but a reader wants a file for shared memory beside it.
        #expect(caught(RecorderError.self) { _ = try Logbook(path: path) }?.code == .inaccessible)
    }

    @Test func refusesANewerSchema() async throws {
        let path = folder.logbook
        _ = try await onLoop { try await Recorder.reopened(path) }
        try Database(path: path, access: .writing).execute("PRAGMA user_version = 2")
        let bytes = folder.bytes()
        let error = await refusal(of: path)
        #expect(error?.code == .newerSchema)
        #expect(caught(RecorderError.self) { _ = try Logbook(path: path) }?.code == .newerSchema)
        #expect(folder.bytes() == bytes)
    }

    @Test(arguments: [
        "x", "This is a text about running, as long as a page is short.\n", String(repeating: "\0", count: 8192),
    ])
    func refusesWhatIsNoDatabaseAndLeavesItAlone(_ content: String) async throws {
        let path = folder.logbook
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        var message = ""
        do {
            _ = try await onLoop { try await Recorder.reopened(path) }
        } catch {
            message = "\(error)"
        }
        #expect(message.contains(path) && message.contains("move it aside"))
        #expect(folder.bytes() == Data(content.utf8))
    }

    @Test func refusesAnotherProgramsDatabaseAndLeavesItAlone() async throws {
        let path = folder.logbook
        try Database(path: path, access: .creating).execute("CREATE TABLE flight(a)")
        let bytes = folder.bytes()
        #expect(await refusal(of: path)?.code == .notALogbook)
        #expect(caught(RecorderError.self) { _ = try Logbook(path: path) }?.code == .notALogbook)
        #expect(folder.bytes() == bytes)
    }

    @Test func takesAnEmptyFile() async throws {
        let path = folder.logbook
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(caught(RecorderError.self) { _ = try Logbook(path: path) }?.code == .missing)
        #expect(try await onLoop { try await Recorder.reopened(path) } == nil)
        #expect(try Logbook(path: path).flights().isEmpty)
    }

    @Test func letsOneRecorderWrite() async throws {
        let path = folder.logbook
        try await onLoop {
            let first = Recorder.make(path)
            _ = try await first.open()
            let error = await thrown(RecorderError.self) { _ = try await Recorder.make(path).open() }
            #expect(error?.code == .inUse)
            await first.close()
            _ = try await Recorder.reopened(path)
        }
    }

    @Test func cannotBeReadBeforeItIsOpen() async throws {
        let path = folder.logbook
        let error = await thrown(RecorderError.self) {
            try await onLoop { _ = try await Recorder.make(path).read { try $0.flights() } }
        }
        #expect(error?.code == .closed)
    }
}
