// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Lines on standard error, which systemd takes into the journal. No position, heart rate or address is ever logged.
enum Log {
    private enum Level: Int {
        case error = 3
        case warning = 4
        case info = 6
    }

    /// Under systemd the journal reads the level from the line's beginning (sd-daemon(3)).
    private static let isJournal = getenv("JOURNAL_STREAM") != nil

    static func error(_ text: String) { write(text, .error) }
    static func warning(_ text: String) { write(text, .warning) }
    static func info(_ text: String) { write(text, .info) }

    /// A line as it is, before there is a log.
    static func write(_ text: String) {
        fputs(text + "\n", stderr)
    }

    private static func write(_ text: String, _ level: Level) {
        fputs(isJournal ? "<\(level.rawValue)>\(text)\n" : "runwayd: \(text)\n", stderr)
    }
}
