// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What the alerts judge by, at one instant. A value is nil when it is stale or missing.
struct Situation: Sendable {
    var at: Instant
    var phase: Phase
    var distance: Metres
    /// Without holds.
    var active: Seconds
    /// Smoothed, 0 while standing, and its standard error.
    var speed: MetresPerSecond?
    var speedError: MetresPerSecond?
    var heartRate: BeatsPerMinute?
    var place: (latitude: Degrees, longitude: Degrees)?
    /// Whether the newest step was bridged over a gap.
    var isEstimated: Bool

    /// m/s: slower is no pace. A slow walk is 0.8 m/s.
    private static let standing = MetresPerSecond(0.7)

    var isStanding: Bool { speed.map { $0 < Situation.standing } ?? false }
}
