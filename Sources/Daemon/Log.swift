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

    static func error(_ text: String) { log(text, .error) }
    static func warning(_ text: String) { log(text, .warning) }
    static func info(_ text: String) { log(text, .info) }

    /// An event, with its priority as syslog(3) counts.
    static func event(_ priority: Int, _ text: String) {
        log(text, Level(rawValue: priority) ?? (priority < Level.error.rawValue ? .error : .info))
    }

    /// A line as it is, before there is a log.
    static func plain(_ text: String) {
        put(text + "\n")
    }

    private static func log(_ text: String, _ level: Level) {
        put(isJournal ? "<\(level.rawValue)>\(text)\n" : "runwayd: \(text)\n")
    }

    /// Whole, by one write; where even this fails there is nobody left to tell.
    private static func put(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
