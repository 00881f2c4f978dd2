// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Rows of a tape as text.
public struct TapePage: Hashable, Sendable {
    /// JSON, each row on a line that ends with a line feed.
    public var lines: [UInt8] = []
    public var count = 0
    /// The sequence of the last row, from where the next page goes on; nil when there is no row.
    public var last: Int?
}
