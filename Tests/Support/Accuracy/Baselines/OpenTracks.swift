// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// OpenTracks: of positions better than 50 m, those that are 10 m or more from the one before; after 10 s without any,
/// the newest one counts once. The pace is the Doppler speed.
public struct OpenTracks: Estimator {
    public static let name = "OpenTracks, 10 m apart"
    private var stored: Observation?
    private var pending: Observation?
    private var lastStored = 0.0
    private var isIdle = false
    private var start: Double?
    private var distance = 0.0
    private var speed = 0.0

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        start = start ?? new.time
        if new.hasPosition, new.error * 1.41 < 50 { judge(new) }
        if stored != nil, !isIdle, new.time - lastStored >= 10 {
            if let pending, let stored {
                distance += pending.way(from: stored)
                self.stored = pending
            }
            pending = nil
            isIdle = true
            lastStored = new.time
        }
        if new.hasPosition, !new.hasSpeed { speed = distance / max(1, new.time - (start ?? 0)) }
        return Reading(distance: distance, speed: speed)
    }

    private mutating func judge(_ new: Observation) {
        if new.hasSpeed { speed = new.speed }
        let way = stored.map { new.way(from: $0) }
        guard way ?? .infinity >= 10 else {
            pending = new
            return
        }
        distance += way ?? 0
        stored = new
        pending = nil
        lastStored = new.time
        isIdle = false
    }
}
