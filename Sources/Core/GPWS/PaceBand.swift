// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A pace target as speeds, m/s.
struct PaceBand: Equatable {
    let target: Double
    let fastest: Double
    let slowest: Double
    /// Twice as far off: beyond them it is a warning.
    let muchTooFast: Double
    let muchTooSlow: Double

    init(_ pace: SecondsPerKilometre, tolerance: SecondsPerKilometre) {
        target = pace.speed.rawValue
        fastest = (pace - tolerance).speed.rawValue
        slowest = (pace + tolerance).speed.rawValue
        // A mission's tolerance leaves a minute a kilometre at least.
        muchTooFast = SecondsPerKilometre(max(30, pace.rawValue - 2 * tolerance.rawValue)).speed.rawValue
        muchTooSlow = SecondsPerKilometre(pace.rawValue + 2 * tolerance.rawValue).speed.rawValue
    }
}
