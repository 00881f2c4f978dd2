// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a step of the way makes of the flight.
extension FlightComputer {
    mutating func count(_ step: NavigationStep, _ fix: Fix, at now: Instant, _ events: inout Events) {
        if fix.mode == .threeDimensional, let altitude = fix.altitudeMSL {
            flight?.take(altitude: altitude, receiver: fix.receiver, at: now)
        }
        tell(flight?.take(step, configuration.runner) ?? [], &events)
    }

    /// Records splits, and calls those that distance or a lap ended.
    func tell(_ splits: [Split], _ events: inout Events) {
        for split in splits {
            emit(.split(split), at: split.end, &events)
            if let call = call(split) { emit(.annunciation(call), at: split.end, &events) }
        }
    }

    private func call(_ split: Split) -> Annunciation? {
        switch split.ending {
        case .lap: Annunciation(.lap, .advisory, "LAP \(split.index), \(split.duration.clock)")
        case .distance:
            Annunciation(
                .split, .advisory,
                (flight?.splitter.length == Metres(1000) ? "KILOMETRE" : "SPLIT")
                    + " \(split.index), \(split.pace?.clock ?? "-:--")")
        case .end, nil: nil
        }
    }
}

extension Seconds {
    /// Minutes and seconds, rounded to the second: `1:32`, `75:00`.
    fileprivate var clock: String {
        let seconds = Int(max(0, min(1e9, rawValue)).rounded())
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
