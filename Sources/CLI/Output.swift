// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import JSON

/// Writing to standard output.
enum Output {
    /// One JSON value as one line.
    static func json(_ value: some Encodable) throws {
        try write(JSON.encode(value) + [10])
    }

    /// - Throws: `Failure` when it cannot be written.
    static func write(_ bytes: [UInt8]) throws {
        guard fwrite(bytes, 1, bytes.count, stdout) == bytes.count else {
            // The reader has enough: that is no failure.
            if errno == EPIPE { exit(0) }
            throw Failure.failed("standard output: \(String(cString: strerror(errno)))")
        }
    }

    static func warn(_ text: String) {
        fputs("runway: \(text)\n", stderr)
    }
}
