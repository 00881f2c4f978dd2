// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// pizero_bikecomputer's speed, integrated: the Doppler speed, which is zero below 4 km/h; no more than 3 s of it over a
/// gap. Its own distance is every step summed.
public struct Pizero: Estimator {
    public static let name = "pizero, Doppler above 4 km/h"
    private var last: Double?
    private var distance = 0.0
    private var speed = 0.0

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        guard new.hasSpeed else { return Reading(distance: distance, speed: speed) }
        let cut = new.speed > 4 / 3.6 ? new.speed : 0
        if let last { distance += (cut + speed) / 2 * min(new.time - last, 3) }
        (last, speed) = (new.time, cut)
        return Reading(distance: distance, speed: speed)
    }
}
