// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// RunnerUp, gpsbabel: the length of every step is added. RunnerUp's pace is the Doppler speed – the step's where there
/// is none –, of which each new one weighs 0.4.
public struct EveryStep: Estimator {
    public static let name = "every step summed (RunnerUp)"
    private var last: Observation?
    private var distance = 0.0
    private var speed = 0.0

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        guard new.hasPosition else { return Reading(distance: distance, speed: speed) }
        if let last {
            let way = new.way(from: last)
            let interval = new.time - last.time
            distance += way
            if interval > 0 {
                let measured = new.hasSpeed && new.speed != 0 ? new.speed : way / interval
                speed = 0.4 * measured + 0.6 * speed
            }
        }
        last = new
        return Reading(distance: distance, speed: speed)
    }
}
