// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Where the recorder writes, and how often.
public struct RecorderConfiguration: Hashable, Sendable {
    /// The logbook's file. Its directory must exist.
    public var path: String
    /// The longest that a row waits for its commit while the disk works. It is what a pulled plug can cost.
    public var commitInterval: Seconds
    /// How many rows are kept in memory while the disk fails: 200 000 are half a day and about 55 MB. Newer ones are
    /// not kept, and counted.
    public var memoryBound: Int
    /// How old the core's snapshot may become. A resume replays the tape from there.
    public var snapshotInterval: Seconds
    /// How long after a failed commit it is tried again at first; each time twice as long, up to `longestRetry`.
    public var firstRetry: Seconds
    public var longestRetry: Seconds

    public init(
        path: String, commitInterval: Seconds = Seconds(1), memoryBound: Int = 200_000,
        snapshotInterval: Seconds = Seconds(30), firstRetry: Seconds = Seconds(1), longestRetry: Seconds = Seconds(30)
    ) {
        self.path = path
        self.commitInterval = commitInterval
        self.memoryBound = memoryBound
        self.snapshotInterval = snapshotInterval
        self.firstRetry = firstRetry
        self.longestRetry = longestRetry
    }
}
