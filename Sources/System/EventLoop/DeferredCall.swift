// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Calls its handler on the loop's next turn, once for each `schedule`; several before that turn count as one.
///
/// One that schedules itself from its handler takes turns with the timers and descriptors. A defer source of sd-event
/// would not let them: it counts as pending since it was made, and of equal priorities the one pending longest goes
/// first. A timer that is due is pending only since it was armed.
@Loop
public final class DeferredCall {
    private let timer: Timer

    public init(_ handler: @escaping @Loop () -> Void) throws(EventLoopError) {
        timer = try Timer(handler)
    }

    public func schedule() {
        timer.arm(at: Instant(nanoseconds: 0))
    }

    /// Takes back what was scheduled.
    public func cancel() {
        timer.disarm()
    }
}
