// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import RunwayModel

/// The time line of instants: CLOCK_BOOTTIME, moved so that it goes on where a flight left off before a reboot.
struct Timeline {
    /// The time line less CLOCK_BOOTTIME.
    private(set) var offset = Seconds.zero

    var now: Instant { BootClock.now() + offset }

    /// A reading of CLOCK_BOOTTIME that stands for an instant.
    func bootTime(of instant: Instant) -> Instant { instant - offset }

    /// Continues the line: now is `instant`.
    mutating func set(now instant: Instant) {
        offset = instant - BootClock.now()
    }

    mutating func set(offset: Seconds) {
        self.offset = offset
    }

    /// The kernel's id of this boot; empty where /proc is missing.
    static func bootID() -> String {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, CInt(line.count), file) != nil else { return "" }
        return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
