// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Gpsd

/// What was found in a recording.
public struct ReplayCounters: Hashable, Sendable {
    /// All lines.
    public var lines = 0
    /// Blank lines, comments, raw sentences: whatever does not begin an object.
    public var skipped = 0
    /// Lines that begin an object and could not be read, over-long ones among them.
    public var malformed = 0
    /// Reports before the first time of the recording, of which only the newest is of use.
    public var unplaced = 0
    /// Inputs handed over.
    public var inputs = 0
    public var gpsd = GpsdCounters()
}

/// A recording that cannot be read on.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An errno.
    public let code: CInt
    /// How many lines had been read.
    public let line: Int

    public var description: String {
        "the recording cannot be read after line \(line) (errno \(code)); check the file or the program that writes it"
    }
}
