// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import JSON
import RunwayModel
import TestSupport
import Testing

@testable import JournalSink

/// The real journald, and the real journalctl reading it back.
@Suite struct RealJournalTests {
    private static let journald = ["/usr/lib/systemd/systemd-journald", "/lib/systemd/systemd-journald"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// journald has a /run of its own, which only root can give it.
    private static let isPossible = journald != nil && geteuid() == 0

    private struct Entry: Decodable {
        let message: String
        let fields: [String: String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            var fields: [String: String] = [:]
            for key in container.allKeys { fields[key.stringValue] = try? container.decode(String.self, forKey: key) }
            self.fields = fields
            message = fields["MESSAGE"] ?? ""
        }

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }

    @Test(.enabled(if: isPossible, "no journald, or not root"))
    func journaldReadsWhatIsSent() async throws {
        let folder = try TemporaryFolder()
        let script = """
            mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal /run/log/journal && echo mounted && exec "$0"
            """
        let journald = try ChildProcess(
            "unshare", ["-m", "--propagation", "private", "sh", "-c", script, try #require(Self.journald)])
        // Seen through the process, for its /run is not ours. The link is short enough for a socket's path.
        let run = folder.path("run")
        try FileManager.default.createSymbolicLink(atPath: run, withDestinationPath: "/proc/\(journald.id)/root/run")
        let socket = run + "/systemd/journal/socket"
        try await onLoop {
            try await eventually("journald's socket") { FileManager.default.fileExists(atPath: socket) }
            let sink = try JournalSink(path: socket) { Issue.record("logged: \($1)") }
            let flight = FlightID("0190a000-0000-7000-8000-000000000001")
            let call = Annunciation(.overspeed, .warning, "OVERSPEED\nsecond line")
            let feeder = Feeder(
                sink,
                [
                    Event(at: Instant(nanoseconds: 1), time: nil, flight: flight, body: .annunciation(call)),
                    Event(
                        at: Instant(nanoseconds: 2), time: nil, flight: flight,
                        body: .phase(from: .cruise, to: .holding)),
                ])
            feeder.start()
            #expect(feeder.left == 0)
            sink.stop()
        }
        let machine = try String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let directory = run + "/log/journal/" + machine
        var texts: [String] = []
        for _ in 0..<100 where texts.count < 2 {
            let journalctl = try ChildProcess(
                "journalctl", ["-D", directory, "-o", "json", "SYSLOG_IDENTIFIER=runwayd"])
            try await journalctl.finish()
            texts = journalctl.output.texts.filter { $0.hasPrefix("{") }
            if texts.count < 2 { try await onLoop { try await pause(Seconds(0.1)) } }
        }
        let entries = try texts.map { try JSON.decode(Entry.self, from: $0) }
        try #require(entries.count == 2)
        #expect(entries[0].message == "Call: OVERSPEED\nsecond line")
        #expect(entries[0].fields["PRIORITY"] == "4")
        #expect(entries[0].fields["RUNWAYD_TEXT"] == "OVERSPEED\nsecond line")
        #expect(entries[0].fields["FLIGHT_ID"] == "0190a000-0000-7000-8000-000000000001")
        #expect(entries[0].fields["MESSAGE_ID"] == "c0709e726ab14b9ba4d3774935b0e2d3")
        #expect(entries[1].message == "Phase holding, after cruise")
        #expect(entries[1].fields["RUNWAYD_PHASE"] == "holding")
        try await journald.stop()
    }

    @Test(.enabled(if: isPossible, "no journald, or not root"))
    func journalctlTakesTheCatalog() async throws {
        let root = try TemporaryFolder()
        let catalog = try String(
            contentsOf: Resources.packageRoot.appendingPathComponent("systemd/runwayd.catalog"), encoding: .utf8)
        try root.write("usr/lib/systemd/catalog/runwayd.catalog", catalog)
        let update = try ChildProcess("journalctl", ["--update-catalog", "--root", root.path])
        #expect(try await update.finish() == .exited(0), "\(update.errors.texts)")
        let list = try ChildProcess("journalctl", ["--list-catalog", "--root", root.path])
        try await list.finish()
        #expect(list.output.texts.filter { $0.contains("runwayd") }.count == 10, "\(list.output.texts)")
    }
}
