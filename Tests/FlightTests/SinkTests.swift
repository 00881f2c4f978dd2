// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import JSON
import Recorder
import RunwayModel
import TestSupport
import Testing

/// Sinks of a whole daemon, on flights of their own.
@Suite struct SinkTests {
    private static func example(_ name: String) -> String {
        Resources.packageRoot.appendingPathComponent("examples/\(name)").path
    }

    private func children(of id: pid_t) throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task").flatMap { task in
            try String(contentsOfFile: "/proc/\(id)/task/\(task)/children", encoding: .utf8)
                .split(separator: " ").compactMap { pid_t($0) }
        }
    }

    private func isAlive(_ id: pid_t) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return false }
        return !(stat.split(separator: ")").last?.hasPrefix(" Z") ?? true)
    }

    private func lines(_ path: String) -> [String] {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    @Test func everyEventReachesAChildBesideOneThatHangs() async throws {
        let folder = try TemporaryFolder()
        let station = try Station(
            gpsd: nil,
            """
            [sensor strap]
            type = heart-rate
            transport = simulated
            curve = 0:120
            [sink stuck]
            type = exec
            command = /bin/sleep 100000
            [sink missing]
            type = exec
            command = /nonexistent/program
            [sink reader]
            type = exec
            command = /bin/sh -c 'env > "$0.env"; echo ready >&2; exec cat > "$0"' \(folder.path("lines"))
            [sink calls]
            type = exec
            command = /bin/sh \(Self.example("call-log.sh")) \(folder.path("calls"))
            [sink voice]
            type = exec
            command = /usr/bin/python3 \(Self.example("speak.py")) --program /bin/true
            [sink journal]
            type = journal
            """)
        try await station.start(environment: ["NOTIFY_SOCKET": "/nonexistent/notify"])
        let daemon = try #require(station.daemon)
        try await daemon.errors.first(containing: "sink reader: ready")
        #expect(try await station.runway("start", "--now").status == 0)
        for _ in 0..<40 {
            #expect(try await station.runway("hold").status == 0)
            #expect(try await station.runway("resume").status == 0)
        }
        #expect(try await station.runway("stop").status == 0)
        let status = try await station.wait(for: "all is delivered") { status in
            ["reader", "calls", "voice"].allSatisfy { name in
                status.sinks.contains { $0.name == name && $0.queued == 0 && $0.trouble == nil }
            }
        }
        let sinks = Dictionary(uniqueKeysWithValues: status.sinks.map { ($0.name, $0) })
        #expect(sinks["stuck"]?.trouble == "/bin/sleep does not read")
        #expect(sinks["missing"]?.trouble == "/nonexistent/program cannot be started: No such file or directory")
        #expect(status.sinks.allSatisfy { $0.dropped == 0 })
        try await daemon.errors.first(containing: "sink stuck: /bin/sleep does not read")
        try await daemon.errors.first(containing: "sink missing: /nonexistent/program cannot be started")

        let children = try children(of: daemon.id)
        #expect(children.count == 4)
        #expect(try await station.end() == .exited(0))
        for child in children { #expect(!isAlive(child), "\(child)") }

        let entry = try station.logbook().find("last")
        let recorded = try station.logbook().events(of: entry.id)
        #expect(recorded.count >= 160)
        struct Line: Decodable { var event: Event? }
        let read = lines(folder.path("lines"))
        #expect(read.first?.hasPrefix("{\"hello\":{\"protocol\":1,\"program\":\"runwayd\"") == true)
        #expect(read.dropFirst().first?.hasPrefix("{\"levels\"") == true)
        let events = try read.compactMap { try JSON.decode(Line.self, from: $0).event }
        #expect(events.filter { $0.flight == entry.id } == recorded)
        let calls = recorded.compactMap { event -> String? in
            if case .annunciation(let call) = event.body { call.text } else { nil }
        }
        #expect(
            lines(folder.path("calls")).suffix(calls.count).map {
                $0.split(separator: " ").dropFirst().joined(separator: " ")
            } == calls)
        let environment = lines(folder.path("lines.env"))
        #expect(environment.contains("RUNWAYD_SINK=reader"))
        #expect(!environment.contains { $0.hasPrefix("NOTIFY_SOCKET") })
        // Where there is a journal the lines are there; here they are on standard error.
        if !FileManager.default.fileExists(atPath: "/run/systemd/journal/socket") {
            #expect(daemon.errors.texts.contains { $0.contains("Call: TOUCHDOWN") })
        }
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func noChildOutlivesTheDaemon(signal: CInt) async throws {
        let folder = try TemporaryFolder()
        let station = try Station(
            gpsd: nil,
            """
            [sink deaf]
            type = exec
            command = /bin/sh -c 'trap "" TERM HUP INT PIPE; echo ready; while :; do read -t 1 -r x || sleep 1; done'
            [sink stopped]
            type = exec
            command = /bin/sh -c 'echo ready; kill -STOP $$'
            [sink eager]
            type = exec
            command = /bin/sh -c 'cat > "$0"; echo end >> "$0"' \(folder.path("lines"))
            """)
        try await station.start()
        let daemon = try #require(station.daemon)
        try await daemon.errors.first(containing: "sink deaf: ready")
        try await daemon.errors.first(containing: "sink stopped: ready")
        try await station.wait(for: "the hello") { _ in !lines(folder.path("lines")).isEmpty }
        let children = try children(of: daemon.id)
        #expect(children.count == 3)
        #expect(try await station.end(signal) == (signal == SIGTERM ? .exited(0) : .signalled(SIGKILL)))
        if signal == SIGTERM {
            for child in children { #expect(!isAlive(child), "\(child)") }
            #expect(lines(folder.path("lines")).last == "end")
        } else {
            // The kernel kills them after it.
            try await onLoop {
                try await eventually("the end of the children") { children.allSatisfy { !self.isAlive($0) } }
            }
        }
    }
}
