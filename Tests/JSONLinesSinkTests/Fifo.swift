// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import TestSupport
import Testing

/// A FIFO of the smallest size, and its reading end.
final class Fifo {
    let path: String
    private let folder: TemporaryFolder
    private var descriptor: CInt = -1
    private var partial: [UInt8] = []

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
    }

    deinit {
        leave()
    }

    func enter() throws {
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(descriptor >= 0)
        // F_SETPIPE_SZ, which Swift's Glibc does not carry.
        try #require(fcntl(descriptor, 1031, 4096) >= 0)
    }

    func leave() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        partial = []
    }

    /// Reads at most so many bytes, and returns the lines that are complete by them.
    func lines(_ limit: Int = 65536) -> [String] {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &buffer, limit)
        if count > 0 { partial += buffer[..<count] }
        var lines: [String] = []
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: partial[..<end], as: UTF8.self))
            partial.removeSubrange(...end)
        }
        return lines
    }
}
