// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What is aimed at in calling a step of 10 % off the pace, at a deviation of the Doppler speed, whatever the rate and
/// whatever errors are reported.
public struct AlertGoal: Hashable, Sendable {
    /// In metres per second.
    public let noise: Double
    /// Of the latency, in seconds: the median and the 90th percentile.
    public let median: Double
    public let high: Double

    /// More false calls an hour than this are too many.
    public static let falsePerHour = 0.5

    public static let all = [
        AlertGoal(noise: 0.05, median: 4, high: 7), AlertGoal(noise: 0.1, median: 5, high: 9),
        AlertGoal(noise: 0.15, median: 8, high: 14), AlertGoal(noise: 0.2, median: 12, high: 20),
        AlertGoal(noise: 0.3, median: 20, high: 35),
    ]
}
