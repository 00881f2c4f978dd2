// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

/// SIGTERM, whatever the daemon is doing: it ends well, soon, and a flight stays open.
struct TerminationTests {
    /// Far below what systemd waits; on a good disk it takes some milliseconds.
    private static let limit = Seconds(15)

    private func terminate(_ station: Station) async throws {
        let asked = BootClock.now()
        #expect(try await station.end() == .exited(0))
        let taken = BootClock.now() - asked
        #expect(taken < Self.limit, "\(taken)")
        #expect(!FileManager.default.fileExists(atPath: station.socket))
    }

    @Test func beforeAFlight() async throws {
        let station = try Station(gpsd: nil)
        try await station.start()
        #expect(try await station.runway("preflight", "--mission", "pace=5:00,tolerance=15,distance=5km").status == 0)
        try await terminate(station)
        try await station.start()
        #expect(try await station.status().state.phase == .preflight)
        #expect(try station.logbook().flights().isEmpty)
        try await terminate(station)
    }

    @Test func inTheCountdown() async throws {
        let station = try Station(gpsd: nil, "[flight]\ncountdown = 10")
        try await station.start()
        #expect(try await station.runway("start").status == 0)
        #expect(try await station.status().state.phase == .takeoff)
        try await terminate(station)
        // A flight begins with ROTATE; there was none.
        try await station.start()
        #expect(try await station.status().state.phase == .preflight)
        #expect(try station.logbook().flights().isEmpty)
        #expect(try await station.runway("start", "--now").status == 0)
        #expect(try await station.runway("stop").status == 0)
        try await terminate(station)
        #expect(try station.logbook().flights().count == 1)
    }

    @Test(arguments: [Phase.cruise, .holding])
    func inFlight(_ phase: Phase) async throws {
        let station = try Station(gpsd: nil)
        try await station.start()
        let id = try await station.runway("start", "--now").output
        if phase == .holding { #expect(try await station.runway("hold").status == 0) }
        let before = try await station.status()
        try await terminate(station)
        let entry = try station.logbook().find(id)
        #expect(entry.state == .open)
        #expect(entry.summary.elapsed >= before.state.flight?.elapsed ?? .zero)
        try await station.start()
        let after = try await station.status()
        #expect(after.state.phase == phase)
        #expect(after.state.flight?.id.text == id)
        #expect(after.state.flight?.elapsed ?? .zero >= entry.summary.elapsed)
        if phase == .holding { #expect(try await station.runway("resume").status == 0) }
        #expect(try await station.runway("stop").status == 0)
        try await terminate(station)
        try expectDeterminism(station.logbook(), station.logbook().find(id).id)
    }

    /// At many instants of a start that takes a flight up again.
    @Test func inTheMidstOfAStart() async throws {
        let station = try Station(gpsd: nil)
        try await station.start()
        let id = try await station.runway("start", "--now").output
        try await terminate(station)
        // As long as a start takes here, and a little more.
        let begun = BootClock.now()
        let span = try await station.start() - begun
        try await terminate(station)
        var endings: [ChildProcess.Ending] = []
        for step in 0..<30 {
            try station.launch()
            try await onLoop { try await pause(span * (Double(step) / 25)) }
            endings.append(try #require(try await station.end()))
            #expect(try station.logbook().flights().map(\.state) == [.open])
        }
        // Before it has come to take signals, the kernel ends it; systemd takes both for well.
        #expect(endings.allSatisfy { $0 == .exited(0) || $0 == .signalled(SIGTERM) })
        #expect(endings.contains(.exited(0)))
        try await station.start()
        #expect(try await station.status().state.flight?.id.text == id)
        #expect(try await station.runway("stop").status == 0)
        try await terminate(station)
        try expectDeterminism(station.logbook(), station.logbook().find(id).id)
    }
}
