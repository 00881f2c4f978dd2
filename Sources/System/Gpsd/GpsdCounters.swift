// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What came from gpsd and what of it was not used, since the start.
public struct GpsdCounters: Hashable, Codable, Sendable {
    /// Complete lines within the length limit.
    public var lines = 0
    /// Lines that were no complete object of gpsd's protocol.
    public var malformed = 0
    /// Fields of fixes and skies that were no number, or none in its range, dropped.
    public var badFields = 0
    /// Lines beyond the length limit, skipped.
    public var overlong = 0
    /// Reports merged with another one of the same epoch, or dropped because the epoch had been delivered.
    public var duplicates = 0
    /// Positions that were not believed because their receiver told no time with them.
    public var untimed = 0
    /// Fixes and skies of receivers other than the one in use, dropped.
    public var otherReceivers = 0
    /// Requests that gpsd refused.
    public var errors = 0
    /// Connections that were opened after the first.
    public var reconnects = 0

    public init() {}

    private enum CodingKeys: String, CodingKey {
        case lines, malformed, overlong, duplicates, untimed, errors, reconnects
        case badFields = "bad_fields"
        case otherReceivers = "other_receivers"
    }
}
