// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A call that a runner hears, OVERSPEED or SINK RATE.
public struct AlertCall: Hashable, Sendable {
    public var kind: GPWSState
    /// Seconds since the start of the run.
    public var time: Double
    /// When the condition ended; nil where it stood to the end, or where nobody tells.
    public var end: Double?

    public init(_ kind: GPWSState, at time: Double, end: Double? = nil) {
        (self.kind, self.time, self.end) = (kind, time, end)
    }
}
