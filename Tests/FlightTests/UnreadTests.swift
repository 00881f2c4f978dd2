// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

/// A daemon whose words nobody reads flies as any other.
struct UnreadTests {
    /// With a loop that waits, no command is answered.
    private func fly(_ station: Station) async throws {
        let deadline = BootClock.now() + Seconds(60)
        while try await station.runway("start", "--now").status != 0 {
            guard BootClock.now() < deadline else { throw TimedOut("the start of a flight", after: Seconds(60)) }
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await station.runway("hold").status == 0)
        #expect(try await station.runway("resume").status == 0)
        #expect(try await station.runway("stop").status == 0)
    }

    @Test(arguments: UnreadLog.Kind.allCases)
    func aLogThatNobodyReadsIsNoEndOfAFlight(_ kind: UnreadLog.Kind) async throws {
        let log = try UnreadLog(kind)
        let station = try Station(gpsd: nil, "[sink chatter]\ntype = exec\ncommand = /usr/bin/yes")
        let daemon = try station.launch(errors: .descriptor(log.writing))
        try await fly(station)
        log.drain()
        _ = daemon.kill(SIGHUP)
        let said = try await blocking { try log.read(untilSuffix: "configuration reloaded") }
        let lost = try #require(said.first { $0.hasPrefix("runwayd: lines of this log that nobody read") })
        #expect(lost.split(separator: " ").last.flatMap { Int($0) } ?? 0 >= 2, "\(said)")
        #expect(try await station.end() == .exited(0))
    }

    @Test func aServiceManagerThatDoesNotReadIsNoEndOfAFlight() async throws {
        let station = try Station(gpsd: nil)
        let path = station.folder.path("notify")
        let manager = try NotifySocket(path: path)
        try manager.fill()
        // The daemon says that it is ready after it said so to its manager.
        try await station.start(environment: [
            "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "600000", "WATCHDOG_PID": nil as String?,
        ])
        try await fly(station)
        // What was not taken comes, the newest of its kind.
        try await blocking {
            let words = try manager.words(upTo: "STATUS=touchdown")
            #expect(words.contains("READY=1"))
            #expect(!words.contains("STATUS=cruise"))
            try manager.wait(for: "WATCHDOG=1")
        }
        try await station.end()
        try await blocking { try manager.wait(for: "STOPPING=1") }
    }
}
