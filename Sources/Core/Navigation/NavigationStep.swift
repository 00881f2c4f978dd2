// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What one fix adds to the way.
struct NavigationStep: Sendable {
    /// The receive times of the fixes that it lies between.
    var from: Instant
    var to: Instant
    var distance: Metres
    /// Time in motion on measured positions; none in a gap.
    var moving: Seconds
    /// Bridged over a gap.
    var isEstimated: Bool
}
