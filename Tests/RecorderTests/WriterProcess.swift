// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import TestSupport
import Testing

/// A process that records until it is killed.
struct WriterProcess {
    private let child: ChildProcess

    init(recordingTo path: String) throws {
        // The shell sees to it that a write beyond a file's size limit fails and does not kill.
        child = try ChildProcess(
            "/bin/sh", ["-c", "trap '' XFSZ; exec \"$0\" \"$1\"", Resources.program("recorder-writer"), path])
    }

    /// Waits for a line of its.
    func line(
        after line: Lines.Line? = nil, _ what: String, where matches: @escaping @Sendable (String) -> Bool
    ) async throws -> Lines.Line {
        try await child.output.first(after: line, what, where: matches)
    }

    /// Kills it after so many commits.
    /// - Returns: how many rows it said were on the disk.
    func kill(afterCommits count: Int) async throws -> Int {
        var line: Lines.Line?
        for _ in 0..<count { line = try await self.line(after: line, "a commit") { Int($0) != nil } }
        child.kill(SIGKILL)
        try await child.finish()
        return child.output.texts.compactMap { Int($0) }.last ?? 0
    }

    /// From here on no file of the process can grow beyond this; nil lifts it.
    func limitFiles(to size: Int?) async throws {
        let limit = size.map { "\($0)" } ?? "unlimited"
        let prlimit = try ChildProcess("prlimit", ["--pid", "\(child.id)", "--fsize=\(limit):"])
        #expect(try await prlimit.finish() == .exited(0))
    }
}
