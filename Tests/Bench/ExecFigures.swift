// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport

/// How long a sample takes to be read by the child of an exec sink, while the child of another one never reads. The
/// reader is this program itself, which notes when each line has come.
struct ExecFigures {
    static let clockVerb = "--line-clock"

    let rate: Int
    let seconds: Double

    func run() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let folder = try TemporaryFolder()
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
            [sink stuck]
            type = exec
            command = /bin/sleep 100000
            [sink reader]
            type = exec
            command = \(try Resources.program("runway-bench")) \(ExecFigures.clockVerb) \(folder.path("instants"))
            """)
        let daemon = try ChildProcess(Resources.program("runwayd"), ["--config", configuration])
        _ = try await daemon.errors.first(within: Seconds(60), containing: "ready;")
        let course = Course.circuit([.run(3.3, for: seconds + 30, radius: nil, slope: 0)])
        let feed = try Feed(Receiver(course, rate: rate, noise: .init()), to: .gpsd(gpsd))
        try await Task.sleep(for: .seconds(6))
        let start = try ChildProcess(Resources.program("runway"), ["--socket", socket, "start", "--now"])
        guard try await start.finish(within: Seconds(30)) == .exited(0) else { throw SystemError(EIO, "runway start") }
        let sentBefore = feed.sent.count
        try await Task.sleep(for: .seconds(seconds))
        let sent = feed.sent.dropFirst(sentBefore).map(\.at)
        let status = try ChildProcess(Resources.program("runway"), ["--socket", socket, "status", "--json"])
        try await status.finish(within: Seconds(30))
        // Full now, or so long that it was started anew meanwhile.
        let hangs = status.output.texts.contains {
            $0.contains("\"/bin/sleep does not read\"") || $0.contains("\"/bin/sleep did not read for ")
        }
        feed.stop()
        daemon.kill()
        _ = try await daemon.wait(within: Seconds(30))

        let lines = try String(contentsOfFile: folder.path("instants"), encoding: .utf8).split(separator: "\n")
            .compactMap { Int64($0).map { Instant(nanoseconds: $0) } }
        let latencies = Sample(LineClock.latencies(of: lines, after: sent).map { $0 * 1000 }, places: 2)
        print("live at \(rate) Hz, \(Int(seconds)) s in the air, with two exec sinks")
        print(
            "  datagram to the child's line, ms    \(latencies), 99 %: \(latencies.text(latencies.quantile(0.99)))"
                + "   goal 2.00, \(latencies.values.count) of \(sent.count) fixes")
        print("  the other child                     \(hangs ? "hangs, and its pipe is full" : "does not hang yet")\n")
    }

    /// The child's part: reads lines to the end, and appends to the file when each one with a fresh fix came.
    static func clockLines(into path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(errno, "open \(path)") }
        LineClock.read(STDIN_FILENO) { line, now in
            guard LineClock.isFix(line) else { return }
            let text = Array("\(now.nanoseconds)\n".utf8)
            _ = write(descriptor, text, text.count)
        }
    }
}
