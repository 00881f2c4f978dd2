// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Keeps what was added to the navigator's uncertainty in holds out of the flight's.
struct Uncertainty: Codable, Sendable {
    private var held = 0.0
    private var holdBegan: Double?

    /// - Parameter variance: the navigator's of the distance, m².
    mutating func hold(at variance: Double) {
        if holdBegan == nil { holdBegan = variance }
    }

    mutating func resume(at variance: Double) {
        guard let began = holdBegan else { return }
        held += variance - began
        holdBegan = nil
    }

    /// That of the flight's distance, m².
    func variance(of variance: Double) -> Double { max(0, (holdBegan ?? variance) - held) }
}
