// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import Foundation
import Recorder
import RunwayModel
import TestSupport
import Testing

@Suite(.enabled(if: TestSupport.Gpsd.isExpected, "gpsd is not installed"))
struct RecoveryTests {
    @Test func aFlightSurvivesKill9AndItsEventsAreThoseOfItsTape() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(
            gpsd: gpsd, recorder: "commit-interval = 300 ms",
            """
            [sensor strap]
            type = heart-rate
            transport = simulated
            curve = 0:120, 10:170, 20:120
            [flight]
            split = 20 m
            """)
        try await station.start()
        let feed = try Feed(
            Receiver(Course.circuit([.run(4, for: 600, radius: nil, slope: 0)]), rate: 5), to: .gpsd(gpsd))
        try await station.waitForFix()
        let id = try await station.runway("start", "--now", "--mission", "hr=140,tolerance=5").output
        for round in 1...3 {
            let before = try await station.wait(for: "some way") {
                ($0.state.flight?.splits ?? 0) >= round && $0.state.gps.state == .fix
            }
            #expect(try await station.end(SIGKILL) == .signalled(SIGKILL))
            try await station.start()
            let after = try await station.status()
            #expect(after.state.flight?.id.text == id)
            #expect(after.state.phase == .cruise)
            // One commit interval and an fsync: a second and a half of running on a slow machine.
            #expect((after.state.flight?.distance ?? .zero) > (before.state.flight?.distance ?? .zero) - Metres(10))
        }
        try await station.wait(for: "a fix") { $0.state.gps.state == .fix }
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        feed.stop()
        let logbook = try station.logbook()
        let flights = try logbook.flights()
        #expect(flights.count == 1)
        let entry = try #require(flights.first)
        #expect(entry.state == .landed)
        #expect(entry.summary.remarks.contains(.interrupted))
        #expect(try logbook.events(of: entry.id).count(of: .resumed) == 3)
        try expectDeterminism(logbook, entry.id)
    }

    @Test func sigtermLeavesTheFlightOpen() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(gpsd: gpsd)
        try await station.start()
        let feed = try Feed(
            Receiver(Course.circuit([.run(4, for: 600, radius: nil, slope: 0)]), rate: 5), to: .gpsd(gpsd))
        try await station.waitForFix()
        let id = try await station.runway("start", "--now").output
        try await station.wait(for: "some way") { ($0.state.flight?.distance ?? .zero) > Metres(10) }
        let before = try await station.status()
        #expect(try await station.end() == .exited(0))
        #expect(try station.logbook().find("last").state == .open)
        try await station.start()
        let after = try await station.status()
        #expect(after.state.flight?.id.text == id)
        #expect((after.state.flight?.distance ?? .zero) >= (before.state.flight?.distance ?? .zero))
        #expect((after.state.flight?.elapsed ?? .zero) >= (before.state.flight?.elapsed ?? .zero))
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        feed.stop()
        try expectDeterminism(station.logbook(), station.logbook().find("last").id)
    }

    @Test func aFlightThatIsTooOldIsClosed() async throws {
        let station = try Station(gpsd: nil, recorder: "resume-within = 1 s")
        try await station.start()
        let id = try await station.runway("start", "--now").output
        try await station.end()
        try await Task.sleep(for: .milliseconds(1500))
        try await station.start()
        let status = try await station.status()
        #expect(status.state.phase == .touchdown)
        try await station.end()
        let entry = try station.logbook().find(id)
        #expect(entry.state == .closed)
        #expect(entry.summary.remarks.contains(.closedByRecovery))
        #expect(entry.summary.elapsed < Seconds(10))
        try expectDeterminism(station.logbook(), entry.id)
    }

    /// A tiny file system fills up in mid-flight, and has room again.
    @Test(.enabled(if: TestDisk.isPossible, "only root can mount a small file system"))
    func aFullDiskIsAnnouncedAndHarmsNothing() async throws {
        let disk = try TestDisk()
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(gpsd: gpsd, in: disk.path, "[flight]\nsplit = 20 m")
        try await station.start()
        let feed = try Feed(
            Receiver(Course.circuit([.run(4, for: 600, radius: nil, slope: 0)]), rate: 10), to: .gpsd(gpsd))
        try await station.waitForFix()
        #expect(try await station.runway("start", "--now").status == 0)
        try await station.wait(for: "rows on the disk") { $0.recorder.committedRows > 20 }
        try disk.fill()
        let full = try await station.wait(within: Seconds(120), for: "the trouble") { $0.recorder.state == .failing }
        #expect(full.recorder.lastError != nil)
        #expect(full.state.phase == .cruise)
        let splits = full.state.flight?.splits ?? 0
        try await station.wait(for: "the flight to go on") { ($0.state.flight?.splits ?? 0) > splits }
        try disk.free()
        try await station.wait(within: Seconds(120), for: "recovery") { $0.recorder.state == .recording }
        #expect(try await station.runway("stop").status == 0)
        try await station.wait(for: "all on the disk") { $0.recorder.pendingRows == 0 }
        try await station.end()
        feed.stop()
        let logbook = try Logbook(path: disk.logbook)
        let entry = try logbook.find("last")
        #expect(!entry.isIncomplete)
        let events = try logbook.events(of: entry.id)
        #expect(events.count(of: .storageFailing) == 1)
        #expect(events.count(of: .storageRecovered) == 1)
        try expectDeterminism(logbook, entry.id)
    }
}
