// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a detector makes of a value in respect of its band.
struct Finding: Equatable, Sendable {
    var side: BandSide
    var severity = Alert.Severity.caution
    var target: Alert.Target
    /// In the target's unit, and less what is aimed at.
    var value: Double
    var deviation: Double
    /// The standard error of both.
    var error: Double
}
