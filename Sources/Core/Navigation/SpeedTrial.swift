// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Compares a speed that has been found wrong with the positions, until the two agree again.
struct SpeedTrial: Codable, Sendable {
    private var way = 0.0
    private var chords = 0.0
    private var time = 0.0

    /// Seconds.
    private static let span = 10.0
    /// Metres by which the two may differ when nobody moves.
    private static let slack = 3.0

    /// - Parameters:
    ///   - way: what the speed adds up to, metres.
    ///   - chord: what the positions do.
    /// - Returns: whether they have agreed for a while.
    mutating func take(_ way: Double, chord: Double, over interval: Double) -> Bool {
        self.way += way
        chords += chord
        time += interval
        guard time >= SpeedTrial.span else { return false }
        defer { self = SpeedTrial() }
        return self.way > 0.7 * chords - SpeedTrial.slack && self.way < 1.4 * chords + SpeedTrial.slack
    }
}
