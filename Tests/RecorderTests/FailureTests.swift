// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import Foundation
import Recorder
import RunwayModel
import TestSupport
import Testing

/// What a failing disk does, on a real file system of 1 MiB.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestDisk.isPossible, "only root can mount a small file system"))
struct FailureTests {
    let disk: TestDisk

    init() throws {
        disk = try TestDisk()
    }

    /// Takes off, then takes the disk away with `spoil`, flies and lands; gives it back with `mend`.
    private func fly(
        rows: Int, memoryBound: Int = 200_000, spoil: @escaping @Sendable () throws -> Void,
        mend: @escaping @Sendable () throws -> Void
    ) async throws -> (troubles: [RecorderTrouble?], dropped: Int) {
        let path = disk.logbook
        return try await onLoop {
            let recorder = Recorder.make(path, commitInterval: Seconds(0.005), memoryBound: memoryBound)
            _ = try await recorder.open()
            let commits = recorder.commits
            let troubles = Awaited<RecorderTrouble?>()
            var told: [RecorderTrouble?] = []
            recorder.onTrouble = {
                told.append($0)
                troubles.add($0)
            }
            var flight = TestFlight()
            flight.takeOff(recorder)
            await commits.next()

            try spoil()
            while recorder.status.state != .failing {
                // A full log still has room in its last pages.
                flight.fly(recorder, rows: 1)
                await recorder.commit()
            }
            await troubles.next()
            flight.fly(recorder, rows: rows)
            recorder.record(flight.event(.split(split)))
            for _ in 0..<3 { await recorder.commit() }
            #expect(recorder.status.state == .failing)
            #expect(recorder.status.lastError?.contains(path) == true)
            #expect(recorder.status.pendingRows >= min(rows, memoryBound))

            try mend()
            while let trouble = await troubles.next() { #expect(trouble.code == .rowsLost) }
            flight.land(recorder)
            await recorder.commit()
            #expect(recorder.status.pendingRows == 0 && recorder.status.lastError == nil)
            let dropped = recorder.status.droppedRows
            await recorder.close()

            let logbook = try Logbook(path: path)
            let tape = try logbook.tape(of: flight.id, limit: 100_000)
            #expect(tape.map(\.sequence) == Array(0..<(flight.sequence - dropped)))
            #expect(try logbook.splits(of: flight.id) == [split])
            let entry = try logbook.find("last")
            #expect(entry.state == .landed && entry.summary == flight.summary)
            #expect(entry.isIncomplete == (dropped > 0) && entry.droppedRows == dropped)
            #expect(
                try Database(path: path, access: .reading).string("PRAGMA integrity_check") == "ok")
            return (told, dropped)
        }
    }

    @Test func goesOnWhenTheDiskIsFull() async throws {
        let disk = disk
        let (troubles, dropped) = try await fly(rows: 500) {
            try disk.fill()
        } mend: {
            try disk.free()
        }
        #expect(troubles.count == 2)
        #expect(troubles.first??.code == .full)
        #expect(troubles.first??.description.contains("free space") == true)
        #expect(dropped == 0)
    }

    /// The daemon makes an input of a trouble, which is appended.
    @Test func tellsOfATroubleOnATurnOfItsOwn() async throws {
        let disk = disk
        try await onLoop {
            let recorder = Recorder.make(disk.logbook, memoryBound: 3)
            _ = try await recorder.open()
            let troubles = Awaited<RecorderTrouble?>()
            let call = Call()
            recorder.onTrouble = {
                #expect(!call.isUnderWay)
                recorder.append(TestFlight.entry(99))
                troubles.add($0)
            }
            var flight = TestFlight()
            flight.takeOff(recorder)
            await recorder.commit()
            try disk.fill()
            while recorder.status.state != .failing {
                flight.fly(recorder, rows: 1)
                await recorder.commit()
            }
            #expect(await troubles.next()?.code == .full)
            call.isUnderWay = true
            flight.fly(recorder, rows: 20)
            call.isUnderWay = false
            #expect(await troubles.next()?.code == .rowsLost)
            await recorder.close()
        }
    }

    @Test func countsWhatDoesNotFitIntoMemory() async throws {
        let disk = disk
        let (troubles, dropped) = try await fly(rows: 500, memoryBound: 100) {
            try disk.fill()
        } mend: {
            try disk.free()
        }
        #expect(troubles.map { $0?.code == .rowsLost } == [false, true, false])
        #expect((400...500).contains(dropped))
    }
}

@Loop private final class Call {
    var isUnderWay = false
}

private let split = Split(
    index: 1, distance: Metres(1000), duration: Seconds(300), end: Instant(nanoseconds: 1), heartRate: nil,
    isEstimated: false)
