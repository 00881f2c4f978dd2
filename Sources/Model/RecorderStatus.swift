// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// How the recorder fares, for `runway status`.
public struct RecorderStatus: Hashable, Codable, Sendable {
    public enum State: String, Codable, Sendable {
        /// Nothing flies.
        case idle
        case recording
        /// The last commit failed. Rows are kept in memory and tried again.
        case failing
    }

    public var state: State
    public var path: String
    /// Rows in memory that are not on the disk yet.
    public var pendingRows: Int
    /// Rows written since the start of the program.
    public var committedRows: Int
    /// Rows lost since the start of the program: beyond the memory's bound, or not writable as JSON.
    public var droppedRows: Int
    /// Since the last commit that worked.
    public var lastCommitAge: Seconds?
    /// Why commits fail at present.
    public var lastError: String?

    public init(
        state: State, path: String, pendingRows: Int, committedRows: Int, droppedRows: Int, lastCommitAge: Seconds?,
        lastError: String?
    ) {
        self.state = state
        self.path = path
        self.pendingRows = pendingRows
        self.committedRows = committedRows
        self.droppedRows = droppedRows
        self.lastCommitAge = lastCommitAge
        self.lastError = lastError
    }

    private enum CodingKeys: String, CodingKey {
        case state, path
        case pendingRows = "pending_rows"
        case committedRows = "committed_rows"
        case droppedRows = "dropped_rows"
        case lastCommitAge = "last_commit_age_s"
        case lastError = "last_error"
    }
}
