// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is aimed at here and now: by the mission, or by its present interval.
struct Aim: Sendable {
    var target: Mission.Target?
    /// On the flight's own distance; nil without one.
    var distance: Metres?
}
