// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What one fix says about the speed, unsmoothed, for what judges it over time.
struct PaceSample: Sendable {
    /// Since the fix before, seconds.
    var interval: Double
    /// m/s, corrected for what is known of its errors.
    var speed: Double
    /// Of the speed's noise, m²/s².
    var variance: Double
    /// How far the positions have moved along the course, metres; nil when that is not known.
    var progress: Double?
    /// The standard deviation of the positions' slow error, metres.
    var placeError: Double
}
