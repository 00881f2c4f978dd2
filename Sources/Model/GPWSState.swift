// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The level of the ground proximity warning system.
public enum GPWSState: String, Codable, Sendable {
    case normal
    /// Faster than the pace band, or above the heart-rate band.
    case overspeed
    /// Slower than the pace band, or below the heart-rate band.
    case sinkRate
    /// In the last metres before the target distance.
    case minimums
}
