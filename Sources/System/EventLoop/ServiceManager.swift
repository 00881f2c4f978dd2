// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import Glibc
import RunwayModel

/// Tells systemd how the service fares, as sd_notify(3) describes. Outside systemd each call does nothing.
@Loop
public enum ServiceManager {
    private static let messenger = getenv("NOTIFY_SOCKET").map { ServiceMessenger(path: String(cString: $0)) }

    public static func ready() { messenger?.tell("READY", "1") }
    public static func stopping() { messenger?.tell("STOPPING", "1") }

    /// One sign of life for the watchdog.
    public static func isAlive() { messenger?.tell("WATCHDOG", "1") }

    /// Within what time systemd wants a sign of life; nil when the unit asks for none.
    public static var watchdogInterval: Seconds? {
        var microseconds: UInt64 = 0
        return sd_watchdog_enabled(0, &microseconds) > 0 ? Seconds(Double(microseconds) / 1e6) : nil
    }

    /// One line for `systemctl status`.
    public static func status(_ text: String) { messenger?.tell("STATUS", text) }
}
