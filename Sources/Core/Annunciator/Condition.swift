// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A state that deserves a lamp, as a detector sees it at one instant.
struct Condition: Sendable {
    var severity: Alert.Severity
    /// What is said of it.
    var text: String
    /// What it is judged by; nil for what is no target of a mission.
    var target: Alert.Target?
    /// How far from what is aimed at, in the target's unit; 0 where nothing is.
    var deviation = 0.0
    /// The standard error of the deviation.
    var error = 0.0
    var values: Annunciation.Values?
}
