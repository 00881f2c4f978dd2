// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A flight that was in the air when the program went down, as it was last committed.
public struct OpenFlight: Hashable, Sendable {
    /// The core's state behind one row of the tape. What `body` means is its writer's business, named by `format`.
    public struct Snapshot: Hashable, Sendable {
        /// The last row that the state has seen.
        public var sequence: Int
        public var at: Instant
        public var format: String
        public var body: [UInt8]
    }

    public var id: FlightID
    public var summary: FlightSummary
    public var snapshot: Snapshot?
    /// The rows behind the snapshot, or all rows when there is none.
    public var tail: [TapeEntry]
    /// Rows behind the snapshot that this version cannot read; they are missing in `tail`.
    public var unreadableRows: Int
    /// The sequence of the last row; nil while the tape is empty.
    public var lastSequence: Int?
    /// Where the time line stood at the last commit; no row is later.
    public var lastInstant: Instant
    /// The boot of the last commit.
    public var lastBoot: String?
    /// Civil time of `lastInstant`; nil when no clock was known.
    public var lastTime: UTCTime?
    public var lastTimeTrusted: Bool
    /// Whether rows were lost.
    public var isIncomplete: Bool

    /// The number of the flight's next event.
    var nextEvent: Int
}
