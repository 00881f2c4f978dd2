// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// Tells systemd how the service fares (sd_notify). Outside systemd each call does nothing.
public enum ServiceManager {
    public static func ready() { sd_notify(0, "READY=1") }
    public static func stopping() { sd_notify(0, "STOPPING=1") }

    /// One line for `systemctl status`.
    public static func status(_ text: String) { sd_notify(0, "STATUS=" + text) }
}
