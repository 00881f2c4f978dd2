// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The program went down in a flight and came back.
public struct Restart: Hashable, Codable, Sendable {
    /// The kernel's boot id of the new run.
    public var boot: String
    /// Whether the machine was booted in between. If so, the time line was continued by `gap`.
    public var rebooted: Bool
    /// How long the program was away; nil when no trusted time could tell. Then the time line stands still
    /// over the gap, until an `Input.gap` says how long it was.
    public var gap: Seconds?
    /// The time line less CLOCK_BOOTTIME in this boot, so that the next restart in it continues the same line.
    public var offset: Seconds

    public init(boot: String, rebooted: Bool, gap: Seconds?, offset: Seconds) {
        self.boot = boot
        self.rebooted = rebooted
        self.gap = gap
        self.offset = offset
    }
}
