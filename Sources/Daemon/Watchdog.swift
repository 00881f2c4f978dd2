// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel

/// Answers systemd's watchdog while both threads live: the loop that runs the timer, and the writer that it asks.
@Loop
final class Watchdog {
    private var timer: Timer?
    private let interval: Seconds

    /// - Parameter ping: returns when the writer's thread has answered.
    /// - Returns: nil when the unit asks for no watchdog.
    init?(ping: @escaping @Loop @Sendable () async -> Void) throws(EventLoopError) {
        guard let limit = ServiceManager.watchdogInterval else { return nil }
        interval = Seconds(limit.rawValue / 3)
        timer = try Timer { [weak self] in
            Loop.spawn {
                await ping()
                ServiceManager.isAlive()
                if let self { self.timer?.arm(after: self.interval) }
            }
        }
        timer?.arm(after: .zero)
    }
}
