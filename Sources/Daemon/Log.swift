// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import Synchronization

/// Lines on standard error, which systemd takes into the journal. No position, heart rate or address is ever logged.
enum Log {
    private enum Level: Int {
        case error = 3
        case warning = 4
        case info = 6
    }

    /// Under systemd the journal reads the level from the line's beginning (sd-daemon(3)).
    private static let isJournal = getenv("JOURNAL_STREAM") != nil

    /// The loop logs, and so does what its children print: a reader that stands still must not stop the flight.
    private static let outlet = Mutex(LogOutlet(STDERR_FILENO))

    static func error(_ text: String) { log(text, .error) }
    static func warning(_ text: String) { log(text, .warning) }
    static func info(_ text: String) { log(text, .info) }

    /// An event, with its priority as syslog(3) counts.
    static func event(_ priority: Int, _ text: String) {
        log(text, Level(rawValue: priority) ?? (priority < Level.error.rawValue ? .error : .info))
    }

    /// A line as it is, before there is a log and a loop; it waits to be read.
    static func plain(_ text: String) {
        _ = Array((text + "\n").utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private static func log(_ text: String, _ level: Level) {
        outlet.withLock {
            $0.put(line(text, level)) { line("lines of this log that nobody read and that are lost: \($0)", .warning) }
        }
    }

    private static func line(_ text: String, _ level: Level) -> String {
        isJournal ? "<\(level.rawValue)>\(text)\n" : "runwayd: \(text)\n"
    }
}
