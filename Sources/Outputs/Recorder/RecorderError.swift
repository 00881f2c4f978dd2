// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Why a logbook cannot be used, or has not got what was asked for.
public struct RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case noDirectory
        case cannotCreate
        /// An SQLite database of something else.
        case notALogbook
        /// Written by a newer runwayd.
        case newerSchema
        /// The file system cannot hold a database in WAL mode.
        case noWriteAheadLog
        /// Another recorder has it.
        case inUse
        /// The recorder is not open.
        case closed
        /// There is no logbook yet.
        case missing
        /// This user may not read it.
        case inaccessible
        case noSuchFlight
        /// More than one flight's id begins like that.
        case ambiguous
        /// A flight or a row that this version cannot read.
        case unreadable
    }

    public let code: Code
    /// What is the case and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
