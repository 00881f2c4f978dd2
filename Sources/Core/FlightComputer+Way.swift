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
            tell(flight?.take(way, configuration.runner) ?? [], at: now, &events)
            annunciator.announce(.resume, "RESUMING", at: now)
            return
        }
        tell(flight?.take(step, configuration.runner) ?? [], at: now, &events)
        if case .standing(let since) = finding, configuration.autoHold, phase == .cruise {
            hold(.auto, from: since, at: now, &events)
            annunciator.announce(.hold, "AUTO HOLD", at: now)
        }
    }

    mutating func hold(_ reason: HoldReason, from instant: Instant, at now: Instant, _ events: inout Events) {
        let from = flight?.hold(from: instant) ?? instant
        navigator.hold()
        hold = reason
        change(to: .holding, at: from, &events)
        stepDeadline = nil
        judge(at: now, &events)
    }

    /// - Returns: from when on the flight goes on.
    mutating func resume(from instant: Instant, _ events: inout Events) -> Instant {
        let from = flight?.resume(from: instant) ?? instant
        navigator.resume()
        change(to: .cruise, at: from, &events)
        return from
    }

    /// Records splits, and calls those that distance or a lap ended.
    mutating func tell(_ splits: [Split], at now: Instant, _ events: inout Events) {
        for split in splits {
            emit(.split(split), at: split.end, &events)
            call(split, at: now)
        }
    }
}
