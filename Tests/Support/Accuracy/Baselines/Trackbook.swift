// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Trackbook: of positions better than 30 m, those whose distance to the one before exceeds the errors of both. It has no
/// pace but the mean.
public struct Trackbook: Estimator {
    public static let name = "Trackbook, beyond both errors"
    private var last: Observation?
    private var start: Double?
    private var distance = 0.0

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        let start = self.start ?? new.time
        self.start = start
        if new.hasPosition, new.error < 30 {
            let way = last.map { new.way(from: $0) } ?? 0
            if last.map({ way * way > new.error * new.error + $0.error * $0.error }) ?? true {
                distance += way
                last = new
            }
        }
        return Reading(distance: distance, speed: distance / max(1, new.time - start))
    }
}
