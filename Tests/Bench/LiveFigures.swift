// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import Synchronization
import TestSupport

/// The daemon in the air beside gpxlogger, both on the same gpsd.
struct LiveFigures {
    let rate: Int
    let seconds: Double
    var strap: BenchStrap?

    func run() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let folder = try TemporaryFolder()
        let fifo = folder.path("lines")
        guard mkfifo(fifo, 0o600) == 0 else { throw SystemError(errno, "mkfifo") }
        let reader = try LineClock(fifo)
        let socket = folder.path("control.sock")
        let configuration = try folder.write(
            "runwayd.conf",
            """
            [gpsd]
            port = \(gpsd.port)
            [recorder]
            path = \(folder.path)/logbook.db
            [control]
            socket = \(socket)
            [sink lines]
            type = jsonl
            path = \(fifo)
            \(strap?.configuration ?? "")
            """)
        let daemon = try ChildProcess(
            Resources.program("runwayd"), ["--config", configuration], environment: strap?.environment ?? [:])
        _ = try await daemon.errors.first(within: Seconds(60), containing: "ready;")
        let logger = try? ChildProcess(
            "/usr/bin/env",
            ["gpxlogger", "-e", "sockets", "-r", "-f", folder.path("log.gpx"), "127.0.0.1:\(gpsd.port)"],
            output: .null)
        try await strap?.isDelivering(to: socket)
        try await settle(3)
        let idleBefore = try ProcessFigures(daemon.id)
        try await settle(10)
        let idle = try ProcessFigures(daemon.id)

        let course = Course.circuit([.run(3.3, for: seconds + 20, radius: nil, slope: 0)])
        let feed = try Feed(Receiver(course, rate: rate, noise: .init()), to: .gpsd(gpsd))
        try await settle(6)
        let start = try ChildProcess(Resources.program("runway"), ["--socket", socket, "start", "--now"])
        guard try await start.finish(within: Seconds(30)) == .exited(0) else {
            throw SystemError(EIO, "runway start")
        }
        try await settle(2)
        let before = try ProcessFigures(daemon.id)
        if let logger, !logger.isRunning { print("gpxlogger ended: \(logger.errors.texts)") }
        let loggerBefore = try logger.map { try ProcessFigures($0.id) }
        let sentBefore = feed.sent.count
        try await settle(seconds)
        let after = try ProcessFigures(daemon.id)
        let loggerAfter = try logger.map { try ProcessFigures($0.id) }
        let fixes = Double(feed.sent.count - sentBefore)
        let latencies = Sample(reader.latencies(after: feed.sent.map(\.at)).map { $0 * 1000 }, places: 2)

        let title = "live at \(rate) Hz\(strap == nil ? "" : " and a strap"), \(Int(seconds)) s in the air"
        print(title.padding(toLength: 36, withPad: " ", startingAt: 0) + "    runwayd  gpxlogger")
        func row(_ name: String, _ own: Double, _ other: Double?, _ places: Int, _ goal: String = "") {
            let numbers = [own, other].map { $0.map { String(format: "%11.\(places)f", $0) } ?? "          –" }
            print("  " + name.padding(toLength: 34, withPad: " ", startingAt: 0) + numbers.joined() + "   " + goal)
        }
        row("resident memory idle, kB", idle.residentKilobytes, nil, 0, "goal 13 000")
        row("resident memory in flight, kB", after.residentKilobytes, loggerAfter?.residentKilobytes, 0, "goal 13 000")
        row("of it anonymous, idle, kB", idle.anonymousKilobytes, nil, 0, "goal 2 000")
        row(
            "of it anonymous, in flight, kB", after.anonymousKilobytes, loggerAfter?.anonymousKilobytes, 0, "goal 2 000"
        )
        row("threads", after.threads, loggerAfter?.threads, 0, "goal 2")
        row("context switches a second, idle", (idle.switches - idleBefore.switches) / 10, nil, 2)
        let otherSwitches = zip(loggerBefore, loggerAfter).map { ($1.switches - $0.switches) / fixes }
        row("context switches a fix", (after.switches - before.switches) / fixes, otherSwitches, 2, "goal 4")
        let otherTime = zip(loggerBefore, loggerAfter).map { ($1.milliseconds - $0.milliseconds) / fixes }
        row("processor time a fix, ms", (after.milliseconds - before.milliseconds) / fixes, otherTime, 3)
        print("  datagram to the sink's line, ms     \(latencies), 99 %: \(latencies.text(latencies.quantile(0.99)))\n")
        feed.stop()
        daemon.kill()
        _ = try await daemon.wait(within: Seconds(30))
    }

    private func zip(_ first: ProcessFigures?, _ second: ProcessFigures?) -> (ProcessFigures, ProcessFigures)? {
        guard let first, let second else { return nil }
        return (first, second)
    }

    private func settle(_ seconds: Double) async throws {
        try await Task.sleep(for: .seconds(seconds))
    }
}

/// Reads lines from a FIFO on a thread of its own and notes when each came.
final class LineClock: Sendable {
    private let arrivals = Mutex<[Instant]>([])

    init(_ path: String) throws {
        // Both ways, so that it opens before there is a writer and never ends.
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno, "open \(path)") }
        Thread.detachNewThread { [self] in
            LineClock.read(descriptor) { line, now in
                if LineClock.isFix(line) { arrivals.withLock { $0.append(now) } }
            }
        }
    }

    /// For each datagram, how long the line with the fix made of it took; seconds.
    func latencies(after sent: [Instant]) -> [Double] {
        LineClock.latencies(of: arrivals.withLock { $0 }, after: Array(sent.dropFirst(10)))
    }

    static func latencies(of lines: [Instant], after sent: [Instant]) -> [Double] {
        sent.compactMap { at in
            lines.first { $0 > at }.map { ($0 - at).rawValue }
        }.filter { $0 < 0.15 }
    }

    /// Reads to the end.
    static func read(_ descriptor: CInt, _ take: (String, Instant) -> Void) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var line: [UInt8] = []
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return }
            let now = BootClock.now()
            for byte in chunk[..<count] {
                line.append(byte)
                guard byte == 10 else { continue }
                take(String(decoding: line, as: UTF8.self), now)
                line = []
            }
        }
    }

    /// Whether the line has levels that a fix brought about: with one that is no older than the call that made them.
    static func isFix(_ line: String) -> Bool {
        guard line.hasPrefix("{\"levels\""), let age = line.range(of: "\"age_s\":").map({ line[$0.upperBound...] }),
            let value = Double(age.prefix { $0 != "," && $0 != "}" })
        else { return false }
        return value < 0.005
    }
}
