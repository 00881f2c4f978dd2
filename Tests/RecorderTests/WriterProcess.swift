// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Glibc

/// A process that records until it is killed.
final class WriterProcess {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    init(recordingTo path: String) throws {
        // The tests' own executable lies beside it.
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("recorder-writer").path
        // The shell sees to it that a write beyond a file's size limit fails and does not kill.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "trap '' XFSZ; exec \"$0\" \"$1\"", program, path]
        process.standardOutput = output
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The next line; nil when the process has ended.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            rest += data
        }
    }

    /// How many rows were on the disk for sure.
    /// - Parameter lines: how many to wait for before it is killed.
    func killAfter(lines: Int) -> Int {
        var rows = 0
        for _ in 0..<lines {
            if let line = line(), let number = Int(line) { rows = number }
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        while let line = line() { rows = Int(line) ?? rows }
        return rows
    }

    /// From here on no file of the process can grow beyond this; nil lifts it.
    func limitFiles(to size: Int?) throws {
        let prlimit = Process()
        prlimit.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
        prlimit.arguments = [
            "--pid", "\(process.processIdentifier)", "--fsize=\(size.map { "\($0)" } ?? "unlimited"):",
        ]
        try prlimit.run()
        prlimit.waitUntilExit()
    }
}
