// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import RunwayModel

/// Tells systemd how the service fares (sd_notify). Outside systemd each call does nothing.
public enum ServiceManager {
    public static func ready() { sd_notify(0, "READY=1") }
    public static func stopping() { sd_notify(0, "STOPPING=1") }

    /// One sign of life for the watchdog.
    public static func isAlive() { sd_notify(0, "WATCHDOG=1") }

    /// Within what time systemd wants a sign of life; nil when the unit asks for none.
    public static var watchdogInterval: Seconds? {
        var microseconds: UInt64 = 0
        return sd_watchdog_enabled(0, &microseconds) > 0 ? Seconds(Double(microseconds) / 1e6) : nil
    }

    /// One line for `systemctl status`.
    public static func status(_ text: String) { sd_notify(0, "STATUS=" + text) }
}
