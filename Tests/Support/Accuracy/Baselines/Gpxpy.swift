// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// gpxpy's moving data: every step that is faster than 1 km/h; each step's speed is averaged with the one before.
public struct Gpxpy: Estimator {
    public static let name = "gpxpy, steps above 1 km/h"
    private var last: Observation?
    private var distance = 0.0
    private var speed = 0.0

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        guard new.hasPosition else { return Reading(distance: distance, speed: speed) }
        if let last, new.time > last.time {
            let way = new.way(from: last)
            let stepSpeed = way / (new.time - last.time)
            if stepSpeed > 1 / 3.6 { distance += way }
            speed = (speed + stepSpeed) / 2
        }
        last = new
        return Reading(distance: distance, speed: speed)
    }
}
