// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// GoldenCheetah for a recording without speed: every step shorter than 50 m; the pace of the last 10 s.
public struct GoldenCheetahPositions: Estimator {
    public static let name = "GoldenCheetah, steps below 50 m"
    private var last: Observation?
    private var distance = 0.0
    /// The last ten seconds.
    private var window: [(time: Double, distance: Double)] = []

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        if new.hasPosition {
            if let way = last.map({ new.way(from: $0) }), way < 50 { distance += way }
            last = new
        }
        window.append((new.time, distance))
        window.removeFirst(window.prefix { new.time - $0.time > 10 }.count)
        let speed = (distance - window[0].distance) / max(1, new.time - window[0].time)
        return Reading(distance: distance, speed: speed)
    }
}

/// GoldenCheetah for a recording with speed: its integral; over a gap of 25 s and more, one second of it.
public struct GoldenCheetahDoppler: Estimator {
    public static let name = "GoldenCheetah, Doppler integrated"
    private var last: Observation?
    private var distance = 0.0

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        guard new.hasSpeed else { return Reading(distance: distance, speed: last?.speed ?? 0) }
        if let last {
            let interval = new.time - last.time
            distance += interval < 25 ? (new.speed + last.speed) / 2 * interval : new.speed
        }
        last = new
        return Reading(distance: distance, speed: new.speed)
    }
}
