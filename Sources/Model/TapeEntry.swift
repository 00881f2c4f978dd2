// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One row of the tape: an input, when it came and in which boot of the machine.
public struct TapeEntry: Hashable, Codable, Sendable {
    /// Counts from 0 in each flight, without holes.
    public var sequence: Int
    public var at: Instant
    /// The kernel's boot id.
    public var boot: String
    public var input: Input

    public init(sequence: Int, at: Instant, boot: String, input: Input) {
        self.sequence = sequence
        self.at = at
        self.boot = boot
        self.input = input
    }

    private enum CodingKeys: String, CodingKey {
        case sequence = "seq"
        case at, boot, input
    }
}
