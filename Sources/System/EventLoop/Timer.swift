// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import Glibc
import RunwayModel

/// A one-shot timer on CLOCK_BOOTTIME that can be armed again and again. It counts suspended time.
@Loop
public final class Timer {
    private var source = EventSource()
    private let handler: @Loop () -> Void

    /// - Parameter handler: called on the loop each time the timer fires.
    public init(_ handler: @escaping @Loop () -> Void) throws(EventLoopError) {
        self.handler = handler
        // The accuracy is how late sd-event may fire to coalesce wake-ups; 0 would mean its default of 250 ms.
        try EventLoopError.check(
            sd_event_add_time(
                EventLoop.handle, &source.pointer, CLOCK_BOOTTIME, .max, 1000,
                { _, _, context in
                    Unmanaged<Timer>.fromOpaque(context!).takeUnretainedValue().handler()
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()),
            "sd_event_add_time")
        source.enable(.off)
    }

    /// Arms the timer for `interval` from now, replacing what it was armed for.
    public func arm(after interval: Seconds) {
        arm(at: BootClock.now() + interval)
    }

    /// Arms the timer for a reading of CLOCK_BOOTTIME; one that has passed fires on the loop's next turn.
    public func arm(at instant: Instant) {
        sd_event_source_set_time(source.pointer, UInt64(max(0, instant.nanoseconds)) / 1000 + 1)
        source.enable(.once)
    }

    public func disarm() {
        source.enable(.off)
    }
}
