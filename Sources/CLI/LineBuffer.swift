// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Cuts a stream of bytes into lines.
struct LineBuffer {
    private var rest: [UInt8] = []

    /// - Returns: the lines that are complete by now, without their line feeds.
    mutating func append(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        rest += bytes
        guard let end = rest.lastIndex(of: 10) else { return [] }
        let lines = rest[...end].split(separator: 10)
        rest = Array(rest[(end + 1)...])
        return lines
    }

    /// What came after the last line feed.
    mutating func finish() -> [UInt8] {
        defer { rest = [] }
        return rest
    }
}
