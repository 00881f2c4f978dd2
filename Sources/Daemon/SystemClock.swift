// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import EventLoop
import Glibc
import RunwayModel

/// Reads the machine's civil clock, and tells when it was set.
@Loop
final class SystemClock {
    private let descriptor: CInt
    private var source: DescriptorSource?

    /// - Parameter onChange: called each time the clock was set, by hand or by NTP's step.
    init(onChange: @escaping @Loop () -> Void) throws {
        descriptor = runway_linux_clock_watch()
        guard descriptor >= 0 else { throw EventLoopError(code: -descriptor, call: "timerfd") }
        source = try DescriptorSource(descriptor, for: .readable) { [descriptor] _ in
            if runway_linux_clock_was_set(descriptor) { onChange() }
        }
    }

    /// Stops watching. Nothing watches a descriptor that is closed.
    func stop() {
        source?.isEnabled = false
        source = nil
        close(descriptor)
    }

    nonisolated static func reading() -> ClockReading {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        localtime_r(&time.tv_sec, &parts)
        return ClockReading(
            time: UTCTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)),
            source: runway_linux_clock_is_synchronised() ? .synchronised : .system, offset: parts.tm_gmtoff)
    }
}
