// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import JSON
import RunwayModel
import RunwayPorts
import TestSupport
import Testing

@testable import ExecSink

/// A sink with a real child, a folder for what the child writes, and what goes into the log.
@Loop
final class Trial {
    let folder: TemporaryFolder
    let sink: ExecSink
    private let log: Log

    @Loop
    private final class Log {
        var lines: [String] = []
    }

    /// Where the script writes: `$0`.
    var file: String { folder.path("out") }

    /// What was logged, without the sink's name.
    var logged: [String] { log.lines }

    /// - Parameter script: for the shell, with the file as `$0`.
    convenience init(_ script: String, times: Keeper.Times = Keeper.Times()) throws {
        let folder = try TemporaryFolder()
        try self.init(command: ["/bin/sh", "-c", script, folder.path("out")], in: folder, times: times)
    }

    init(command: [String], in folder: TemporaryFolder, times: Keeper.Times = Keeper.Times()) throws {
        self.folder = folder
        let log = Log()
        self.log = log
        signal(SIGPIPE, SIG_IGN)
        sink = try ExecSink(name: "trial", command: command, version: "1.2", keeper: Keeper(times: times)) { line in
            log.lines.append(line.hasPrefix("sink trial: ") ? String(line.dropFirst(12)) : "not prefixed: \(line)")
        }
    }

    /// The file's lines that have ended.
    func lines() throws -> [String] {
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    /// The numbers of the events among the lines.
    func events() throws -> [Int] {
        try lines().compactMap { line in
            guard line.hasPrefix("{\"event\"") else { return nil }
            return try ReadLine(line).number
        }
    }

    /// Stops the sink, and waits for the end of its child.
    func end() async {
        sink.stop()
        await sink.finish()
    }
}

/// Ends of children come soon in tests.
let hasty: Keeper.Times = {
    var times = Keeper.Times()
    times.lookEvery = Seconds(0.1)
    times.grace = Seconds(0.3)
    times.firstBackoff = Seconds(0.05)
    times.longestBackoff = Seconds(0.2)
    return times
}()

/// Whether a process is there and no zombie.
func isAlive(_ id: pid_t) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return false }
    return !(stat.split(separator: ")").last?.hasPrefix(" Z") ?? true)
}
