// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What is wrong with a receiver's clock. The raw value is the reason code under which it is counted, once a flight.
public enum ClockFault: String, Codable, Sendable {
    /// Its dates are wrong by a whole multiple of 1024 weeks, and are corrected by it.
    case weekRollover
    /// Its dates are impossible, or far from those of a clock that is trusted; they are not used.
    case wrongDate
    /// It is seconds ahead of a clock that is trusted (it does not know the leap seconds yet), or minutes behind it; its
    /// times are not used.
    case wrongTime
}
