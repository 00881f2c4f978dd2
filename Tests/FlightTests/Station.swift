// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import EventLoop
import Foundation
import JSON
import Recorder
import RunwayModel
import Synchronization
import TestSupport

/// A daemon on a folder of its own, flown by the command line, over a real gpsd.
final class Station: Sendable {
    let folder: TemporaryFolder
    let gpsd: TestSupport.Gpsd?
    let configuration: String
    let socket: String
    private let process = Mutex<ChildProcess?>(nil)

    /// - Parameters:
    ///   - recorder: lines of the section [recorder].
    ///   - configuration: sections beside those that every station has.
    init(
        gpsd: TestSupport.Gpsd?, port: UInt16? = nil, in place: String? = nil, recorder: String = "",
        _ configuration: String = ""
    ) throws {
        folder = try TemporaryFolder()
        self.gpsd = gpsd
        let place = place ?? folder.path
        socket = folder.path + "/control.sock"
        // This machine's own battery is not the tests'.
        let battery = configuration.contains("[power]") ? "" : "[power]\ndevice = none"
        let text = """
            [gpsd]
            port = \(try port ?? gpsd?.port ?? freePort(.tcp))
            [recorder]
            path = \(place)/logbook.db
            \(recorder)
            [control]
            socket = \(socket)
            \(configuration)
            \(battery)
            """
        self.configuration = try folder.write("runwayd.conf", text)
    }

    var logbookPath: String { folder.path + "/logbook.db" }

    var daemon: ChildProcess? { process.withLock { $0 } }

    /// Starts the daemon and waits until it is ready.
    /// - Returns: when it was.
    @discardableResult
    func start(environment: [String: String?] = [:]) async throws -> Instant {
        let daemon = try launch(environment: environment)
        return try await daemon.errors.first(within: Seconds(60), after: nil, containing: "ready;").at
    }

    /// Starts the daemon, and waits for nothing.
    @discardableResult
    func launch(environment: [String: String?] = [:], errors: ChildProcess.Output = .lines) throws -> ChildProcess {
        let daemon = try ChildProcess(
            Resources.program("runwayd"), ["--config", configuration], environment: environment, errors: errors)
        process.withLock { $0 = daemon }
        return daemon
    }

    /// Ends the daemon by a signal and waits for its end.
    @discardableResult
    func end(_ signal: CInt = SIGTERM) async throws -> ChildProcess.Ending? {
        guard let daemon else { return nil }
        _ = daemon.kill(signal)
        return try await daemon.wait(within: Seconds(60))
    }

    struct Outcome: Sendable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Runs the command line.
    func runway(_ words: String...) async throws -> Outcome {
        try await Station.runway(words, socket: socket)
    }

    static func runway(_ words: [String], socket: String) async throws -> Outcome {
        let child = try ChildProcess(Resources.program("runway"), ["--socket", socket] + words)
        let ending = try await child.finish(within: Seconds(120))
        guard case .exited(let status) = ending else {
            throw TimedOut("runway \(words) ended by a signal", after: .zero)
        }
        return Outcome(
            status: status, output: child.output.texts.joined(separator: "\n"),
            errors: child.errors.texts.joined(separator: "\n"))
    }

    func status() async throws -> Status {
        try JSON.decode(Status.self, from: await runway("status", "--json").output)
    }

    /// Waits until the levels are as wanted.
    @discardableResult
    func wait(
        within limit: Seconds = Seconds(60), for what: String, _ isReached: (Status) -> Bool
    ) async throws -> Status {
        let deadline = BootClock.now() + limit
        while true {
            let status = try await status()
            if isReached(status) { return status }
            guard BootClock.now() < deadline else {
                throw TimedOut("\(what); levels were \(status.state)", after: limit)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    func waitForFix() async throws {
        try await wait(for: "a settled fix") { $0.state.gps.state == .fix && ($0.counters["gpsd_lines"] ?? 0) > 8 }
    }

    /// The logbook, while no daemon has it or beside it.
    func logbook() throws -> Logbook { try Logbook(path: logbookPath) }
}

/// What a process holds.
struct Footprint {
    var residentKilobytes: Int
    var threads: Int
    var descriptors: Int

    init(_ id: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8).split(separator: "\n")
        func field(_ name: String) -> Int {
            let line = status.first { $0.hasPrefix(name + ":") } ?? ""
            return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().first.flatMap { Int($0) } ?? -1
        }
        residentKilobytes = field("VmRSS")
        threads = field("Threads")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count
    }
}
