// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

/// A daemon that hangs: systemd, in whose place the test stands, hears nothing more and ends it as its watchdog does.
struct HangTests {
    enum Hung: String, CaseIterable {
        /// The first thread.
        case loop
        case writer
    }

    @Test(.enabled(if: FrozenThread.isPossible, "ptrace needs root here"), arguments: Hung.allCases)
    func oneThatHangsIsEndedAndTheFlightGoesOn(_ hung: Hung) async throws {
        let station = try Station(gpsd: nil, recorder: "commit-interval = 200 ms")
        let path = station.folder.path("notify")
        let listener = try NotifySocket(path: path)
        // As the unit has it.
        let environment = [
            "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "600000", "WATCHDOG_PID": nil as String?,
            "SWIFT_BACKTRACE": "enable=no",
        ]
        try await station.start(environment: environment)
        let id = try await station.runway("start", "--now").output
        try await station.wait(for: "the flight on the disk") { $0.recorder.committedRows > 1 }
        try await blocking { try listener.wait(for: "WATCHDOG=1") }

        let daemon = try #require(station.daemon)
        var frozen: FrozenThread? = try FrozenThread(of: daemon.id, named: hung == .writer ? "writer" : nil)
        #expect(try await blocking { try listener.isSilent(for: 2000) })
        if hung == .writer {
            // The loop flies on, and keeps in memory what the disk does not take.
            #expect(try await station.status().state.phase == .cruise)
        }
        #expect(frozen != nil && daemon.kill(SIGABRT))
        try await eventuallyOnLoop { try ended(daemon.id) }
        // Frozen to the end, and only now reaped.
        frozen = nil
        #expect(try await daemon.wait() == .signalled(SIGABRT))

        let second = try NotifySocket(path: station.folder.path("notify2"))
        try await station.start(
            environment: environment.merging(["NOTIFY_SOCKET": station.folder.path("notify2")]) { $1 })
        try await blocking { try second.wait(for: "WATCHDOG=1") }
        let status = try await station.status()
        #expect(status.state.phase == .cruise)
        #expect(status.state.flight?.id.text == id)
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        try expectDeterminism(station.logbook(), station.logbook().find("last").id)
    }

    /// Whether a process has come to its end, be it that nobody has taken notice yet.
    private func ended(_ id: pid_t) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        return status.contains("State:\tZ")
    }
}
