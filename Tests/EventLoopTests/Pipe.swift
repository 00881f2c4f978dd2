// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import Testing

/// A pipe that is closed with its owner.
struct Pipe: ~Copyable {
    let reading: CInt
    private(set) var writing: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        if writing >= 0 { close(writing) }
    }

    func put(_ text: String) { #expect(write(writing, text, text.utf8.count) == text.utf8.count) }

    func take() -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(reading, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    mutating func closeWriting() {
        close(writing)
        writing = -1
    }
}
