// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a runner can do.
enum RunnerLimits {
    /// m/s: nobody is faster over more than a moment (the 100 m record's top speed is 12.3).
    static let fastest = 12.0
    /// m/s: the mean over a gap, the pace of the fastest kilometre ever run (2:11.96, Noah Ngeny 1999).
    static let fastestKilometre = 7.6
    /// m/s²: a sprinter's start.
    static let acceleration = 4.0
}
