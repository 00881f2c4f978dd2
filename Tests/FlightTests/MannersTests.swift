// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import Foundation
import HTTPClient
import RunwayModel
import TestSupport
import Testing

/// What the daemon and the command line do when something is wrong.
struct MannersTests {
    @Test(arguments: [
        ("[gpsd]\nport = 29x47\n", ":2:"), ("[gpsd]\nhots = localhost\n", ":2:"), ("[gsd]\nport = 1\n", ":1:"),
        ("[mission a]\nspec = pace=5:00,tolerance=-15\n", ":2:"), ("[flight]\ncountdown = 99\n", ":2:"),
        ("[gpsd]\nport\n", ":2:"), ("port = 1\n", ":1:"),
    ])
    func aWrongConfigurationIsRefusedWithFileAndLine(_ text: String, _ place: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("bad.conf", text)
        let daemon = try ChildProcess(Resources.program("runwayd"), ["--config", path])
        #expect(try await daemon.finish(within: Seconds(30)) == .exited(78))
        let errors = daemon.errors.texts.joined(separator: "\n")
        #expect(errors.contains(path + place), "\(errors)")
    }

    @Test func aMissingConfigurationIsRefused() async throws {
        let daemon = try ChildProcess(Resources.program("runwayd"), ["--config", "/nonexistent/runwayd.conf"])
        #expect(try await daemon.finish(within: Seconds(30)) == .exited(78))
    }

    @Test(arguments: [
        ["fly"], [], ["start", "--mision", "x"], ["export"], ["export", "last", "--format", "doc"], ["replay"],
        ["replay", "x.json", "--mission", "pace=0:01"], ["stop", "now"], ["status", "--socket"],
    ])
    func unknownWordsAreWrongUsage(_ words: [String]) async throws {
        let outcome = try await Station.runway(words, socket: "/nonexistent/socket")
        #expect(outcome.status == 64, "\(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("runway"))
    }

    @Test(arguments: [["status"], ["start"], ["stop"], ["hold"], ["resume"], ["watch"], ["preflight"]])
    func aDaemonThatIsNotThereIsSaid(_ words: [String]) async throws {
        let outcome = try await Station.runway(words, socket: "/nonexistent/socket")
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("/nonexistent/socket"))
    }

    @Test(arguments: ["preflight", "start", "stop", "hold", "resume", "status", "watch", "log", "export", "replay"])
    func everyVerbHasHelp(_ verb: String) async throws {
        let outcome = try await Station.runway([verb, "--help"], socket: "/nonexistent/socket")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("usage: runway \(verb)"))
    }

    @Test func withoutGpsdTheDaemonRunsAndSaysSoOnce() async throws {
        let station = try Station(gpsd: nil)
        try await station.start()
        let status = try await station.wait(for: "the refusal") { $0.state.gps.reason != nil }
        #expect(status.state.gps.state == .disconnected)
        #expect(try await station.runway("start").status == 0)
        try await station.wait(for: "the takeoff") { $0.state.phase == .cruise }
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        let said = station.daemon?.errors.texts.filter { $0.contains("gpsd is not connected") }
        #expect(said?.count == 1)
    }

    @Test func aMissionThatNobodyCanFlyIsRefusedByTheDaemon() async throws {
        let station = try Station(gpsd: nil, "[mission tempo]\nspec = pace=4:30,distance=8km")
        try await station.start()
        let refused = try await station.runway("start", "--mission", "pace=5:00,tolerance=0")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("tolerance"))
        #expect(try await station.status().state.phase == .preflight)
        #expect(try await station.runway("preflight", "--mission", "tempo").status == 0)
        #expect(try await station.status().state.mission?.spec == "pace=4:30,tolerance=15,distance=8km")
        #expect(try await station.runway("preflight", "--clear").status == 0)
        #expect(try await station.status().state.mission == nil)
        try await station.end()
    }

    @Test func aSecondDaemonOnTheSameFilesIsRefused() async throws {
        let station = try Station(gpsd: nil)
        try await station.start()
        let second = try ChildProcess(Resources.program("runwayd"), ["--config", station.configuration])
        #expect(try await second.finish(within: Seconds(30)) == .exited(1))
        #expect(!second.errors.texts.isEmpty)
        #expect(try await station.status().state.phase == .preflight)
        try await station.end()
    }

    @Test func systemdIsToldHowItFares() async throws {
        let station = try Station(gpsd: nil)
        let listener = try NotifySocket(path: station.folder.path("notify"))
        try await station.start(environment: [
            "NOTIFY_SOCKET": station.folder.path("notify"), "WATCHDOG_USEC": "600000", "WATCHDOG_PID": nil,
        ])
        try await blocking { try listener.wait(for: "READY=1") }
        // Again and again, each time after the writer's thread has answered.
        for _ in 0..<3 { try await blocking { try listener.wait(for: "WATCHDOG=1") } }
        #expect(try await station.runway("start", "--now").status == 0)
        try await blocking { try listener.wait(for: "STATUS=cruise") }
        // While it is stopped, no sign of life comes.
        let daemon = try #require(station.daemon)
        _ = daemon.kill(SIGSTOP)
        #expect(try await blocking { try listener.isSilent(for: 1500) })
        _ = daemon.kill(SIGCONT)
        try await blocking { try listener.wait(for: "WATCHDOG=1") }
        try await station.end()
        try await blocking { try listener.wait(for: "STOPPING=1") }
    }

    @Test func twoWatchAndOneOfThemIsStuck() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(gpsd: gpsd)
        try await station.start()
        let feed = try Feed(
            Receiver(Course.circuit([.run(3, for: 300, radius: nil, slope: 0)]), rate: 10), to: .gpsd(gpsd))
        try await station.waitForFix()
        let watch = try ChildProcess(
            Resources.program("runway"), ["--socket", station.socket, "watch", "--json", "--until-touchdown"])
        let stuck = try ChildProcess(Resources.program("runway"), ["--socket", station.socket, "watch", "--json"])
        _ = try await stuck.output.first(within: Seconds(30), after: nil, containing: "levels")
        _ = stuck.kill(SIGSTOP)
        #expect(try await station.runway("start", "--now").status == 0)
        for _ in 0..<20 {
            #expect(try await station.runway("hold").status == 0)
            #expect(try await station.runway("resume").status == 0)
        }
        #expect(try await station.runway("stop").status == 0)
        #expect(try await watch.finish(within: Seconds(30)) == .exited(0))
        // Not the calls: those that follow each other faster than a voice speaks are replaced by the newest.
        let seen = watch.output.texts.filter { $0.contains("\"to\":\"holding\"") }
        #expect(seen.count == 20)
        _ = stuck.kill(SIGKILL)
        feed.stop()
        try await station.end()
    }

    /// Memory and descriptors can only be judged in a process that does nothing else: the daemon's.
    @Test func requestsAndAbortedStreamsLeaveNothingBehind() async throws {
        let station = try Station(gpsd: nil)
        try await station.start()
        let id = try #require(station.daemon?.id)
        let socket = station.socket
        @Sendable func ask(_ requests: Int, _ streams: Int) async throws {
            try await blocking {
                let client = HTTPClient(socketPath: socket)
                for _ in 0..<requests { #expect(try client.request("GET", "/v1/status").status == 200) }
                for _ in 0..<streams { try HTTPClient(socketPath: socket).stream("/v1/events") { _ in false } }
            }
        }
        try await ask(200, 30)
        let before = try Footprint(id)
        try await ask(2000, 200)
        try await station.wait(for: "the streams to be gone") { $0.counters["control_streams"] == 0 }
        let after = try Footprint(id)
        #expect(after.residentKilobytes - before.residentKilobytes < 2000)
        #expect(after.descriptors <= before.descriptors + 2)
        #expect(after.threads == before.threads)
        try await station.end()
    }

    @Test func garbageOnTheControlSocketIsAnswered() async throws {
        let station = try Station(gpsd: nil)
        try await station.start()
        let socket = station.socket
        let cases: [(method: String, path: String, body: String, status: Int)] = [
            ("GET", "/", "", 404), ("GET", "/v1/nothing", "", 404), ("DELETE", "/v1/status", "", 405),
            ("POST", "/v1/start", "{", 400), ("POST", "/v1/start", "{\"mission\":7}", 400),
            ("POST", "/v1/start", "{\"mission\":\"x\"}", 400), ("POST", "/v1/start", "{\"misson\":\"hr=150\"}", 400),
            ("POST", "/v1/stop", "", 409), ("GET", "/v1/flights/last", "", 404),
            ("GET", "/v1/flights/x/tape", "", 404), ("PUT", "/v1/mission", "[]", 400),
            ("PUT", "/v1/mission", "{}", 400),
            ("PUT", "/v1/mission", "", 400), ("POST", "/v1/start", String(repeating: "x", count: 100_000), 413),
        ]
        for item in cases {
            let answer = try await blocking {
                try HTTPClient(socketPath: socket).request(item.method, item.path, body: Array(item.body.utf8))
            }
            #expect(answer.status == item.status, "\(item.method) \(item.path) \(item.body.prefix(40))")
        }
        #expect(try await station.status().state.phase == .preflight)
        try await station.end()
    }
}
