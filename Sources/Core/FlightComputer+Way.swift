// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a step of the way makes of the flight.
extension FlightComputer {
    mutating func count(_ step: NavigationStep, _ fix: Fix, at now: Instant, _ events: inout Events) {
        if fix.mode == .threeDimensional, let altitude = fix.altitudeMSL {
            flight?.take(altitude: altitude, receiver: fix.receiver, at: now)
        }
        guard let finding = flight?.standingWatch.take(step, speed: navigator.speed) else { return }
        if case .moving(var way) = finding, hold == .auto {
            // The way since the runner moved on was held so far.
            way.from = resume(from: way.from, &events)
            tell(flight?.take(way, configuration.runner) ?? [], &events)
            emit(.annunciation(Annunciation(.resume, .status, "RESUMING")), at: now, &events)
            return
        }
        tell(flight?.take(step, configuration.runner) ?? [], &events)
        if case .standing(let since) = finding, configuration.autoHold, phase == .cruise {
            hold(.auto, from: since, at: now, &events)
            emit(.annunciation(Annunciation(.hold, .status, "AUTO HOLD")), at: now, &events)
        }
    }

    mutating func hold(_ reason: HoldReason, from instant: Instant, at now: Instant, _ events: inout Events) {
        let from = flight?.hold(from: instant) ?? instant
        emit(gpws.inhibit(because: .holding, situation, at: now), at: now, &events)
        navigator.hold()
        hold = reason
        change(to: .holding, at: from, &events)
    }

    /// - Returns: from when on the flight goes on.
    mutating func resume(from instant: Instant, _ events: inout Events) -> Instant {
        let from = flight?.resume(from: instant) ?? instant
        navigator.resume()
        change(to: .cruise, at: from, &events)
        return from
    }

    /// Records splits, and calls those that distance or a lap ended.
    mutating func tell(_ splits: [Split], _ events: inout Events) {
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
