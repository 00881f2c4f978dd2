// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Exponential averages in two stages: of the positions, of which a second's weighs 0.4, and of the speed that these have,
/// of which it weighs 0.3. Speeds below 0.3 m/s and above 12 m/s add nothing.
public struct TwoStageAverage: Estimator {
    public static let name = "averages in two stages"
    private var smoothed: (x: Double, y: Double)?
    private var time = 0.0
    private var distance = 0.0
    private var speed = 0.0

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        guard new.hasPosition else { return Reading(distance: distance, speed: speed) }
        guard let before = smoothed else {
            (smoothed, time) = ((new.x, new.y), new.time)
            return Reading(distance: distance, speed: speed)
        }
        let interval = new.time - time
        guard interval > 0 else { return Reading(distance: distance, speed: speed) }
        let weight = 1 - pow(0.6, interval)
        let after = (x: before.x + weight * (new.x - before.x), y: before.y + weight * (new.y - before.y))
        let stepSpeed = hypot(after.x - before.x, after.y - before.y) / interval
        if stepSpeed > 0.3, stepSpeed < 12 { distance += stepSpeed * interval }
        speed += (1 - pow(0.7, interval)) * (stepSpeed - speed)
        (smoothed, time) = (after, new.time)
        return Reading(distance: distance, speed: speed)
    }
}
