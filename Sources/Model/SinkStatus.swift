// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// How a sink fares.
public struct SinkStatus: Hashable, Codable, Sendable {
    public var name: String
    /// Why it takes nothing at present; nil while it works.
    public var trouble: String?
    /// Events that wait for it.
    public var queued: Int
    /// Items passed on since the start.
    public var delivered: Int
    /// Events that were lost because its queue was full.
    public var dropped: Int
    /// Items that it cannot pass on whatever happens: a number that is not finite, an entry that is too long.
    public var skipped: Int

    public init(name: String, trouble: String?, queued: Int, delivered: Int, dropped: Int, skipped: Int) {
        self.name = name
        self.trouble = trouble
        self.queued = queued
        self.delivered = delivered
        self.dropped = dropped
        self.skipped = skipped
    }
}
