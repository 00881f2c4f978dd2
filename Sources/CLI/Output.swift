// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import JSON

/// Writing to standard output and standard error, unbuffered.
enum Output {
    /// One JSON value as one line.
    static func json(_ value: some Encodable) throws {
        try write(JSON.encode(value) + [10])
    }

    static func line(_ text: String) throws {
        try write(Array((text + "\n").utf8))
    }

    /// - Throws: `Failure` when it cannot be written. A reader that has enough (`… | head`) ends the program.
    static func write(_ bytes: some Collection<UInt8>) throws {
        let code = File.write(Array(bytes), to: STDOUT_FILENO)
        if code == EPIPE { exit(0) }
        guard code == 0 else { throw Failure.failed("standard output: \(String(cString: strerror(code)))") }
    }

    static func warn(_ text: String) {
        error("runway: \(text)")
    }

    /// Where standard error fails too, nobody is left to tell.
    static func error(_ text: String) {
        _ = File.write(Array((text + "\n").utf8), to: STDERR_FILENO)
    }
}
