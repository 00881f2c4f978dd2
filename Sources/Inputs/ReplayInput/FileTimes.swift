// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The way back from instants to the times that stand in a recording: where its clock stepped, the time line went on.
public struct FileTimes: Hashable, Sendable {
    private struct Stretch: Hashable {
        var from: Instant
        /// The recording's time less the instant, in nanoseconds.
        var shift: Int64
    }

    private var stretches: [Stretch] = []

    public init() {}

    /// Seconds since 1970 as the recording's own clock had them at an instant.
    public func seconds(of instant: Instant) -> Double {
        let shift = stretches.last { $0.from <= instant }?.shift ?? 0
        return Double(instant.nanoseconds &+ shift) / 1e9
    }

    /// The recording's clock is ahead of the time line by `shift` nanoseconds from here on.
    mutating func note(shift: Int64, from instant: Instant) {
        if shift == stretches.last?.shift ?? 0 { return }
        stretches.append(Stretch(from: instant, shift: shift))
    }
}
