// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Commits fail. The flight goes on in memory.
public struct RecorderTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Codable, Sendable {
        /// No space left.
        case full
        /// The file or its file system cannot be written.
        case readOnly
        /// The disk or card failed.
        case io
        /// The file is gone, or this user may not open it.
        case inaccessible
        /// Another program holds the file.
        case busy
        case damaged
        /// The memory's bound is reached as well: rows are being lost from here on.
        case rowsLost
        case other
    }

    public let code: Code
    /// What is the case and what to do.
    public let description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
