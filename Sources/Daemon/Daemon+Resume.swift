// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Recorder
import RunwayCore
import RunwayModel

/// What is still to be learned after a reboot: how long the machine was away.
struct UnknownGap {
    /// Where the time line stood, and what civil time it was, at the last commit before.
    var lastInstant: Instant
    var lastTime: UTCTime
}

extension Daemon {
    /// Takes up a flight that was in the air, or closes it when it is too old by trusted time.
    func resume(_ flight: OpenFlight, boot: String) async throws {
        let computer = try await restore(flight)
        recorder.resume(flight)
        engine.resume(computer, nextSequence: (flight.lastSequence ?? -1) + 1, newest: flight.lastInstant)
        let rebooted = flight.lastBoot != boot
        var gap: Seconds?
        if !rebooted {
            timeline.set(offset: computer.restart.map { $0.boot == boot ? $0.offset : .zero } ?? .zero)
            gap = timeline.now - flight.lastInstant
        } else if let lastTime = flight.lastTime, flight.lastTimeTrusted {
            let reading = SystemClock.reading()
            if reading.isTrusted, reading.time >= lastTime { gap = reading.time - lastTime }
            if gap == nil { unknownGap = UnknownGap(lastInstant: flight.lastInstant, lastTime: lastTime) }
        }
        // Also for a flight that is closed: the line must not stand still until CLOCK_BOOTTIME is where it was.
        if rebooted { timeline.set(now: flight.lastInstant + (gap ?? .zero)) }
        if let gap, gap > configuration.recorder.resumeWithin {
            close(flight, away: gap)
        } else {
            Log.warning("flight \(flight.id) goes on" + (gap.map { ", after \(Int($0.rawValue)) s away" } ?? ""))
        }
        submit(.restart(Restart(boot: boot, rebooted: rebooted, gap: gap, offset: timeline.offset)))
    }

    /// Looks whether a clock can be trusted by now that tells how long a reboot took.
    func learnGap(at now: Instant) {
        guard let unknown = unknownGap, let civil = engine.computer.civilTime(at: now), civil.isTrusted else { return }
        unknownGap = nil
        let away = (civil.time - unknown.lastTime) - (now - unknown.lastInstant)
        guard away >= .zero else { return }
        if away > configuration.recorder.resumeWithin {
            Log.warning("the flight in the air is closed: it is \(Int(away.rawValue)) s older than it seemed")
            submit(.command(Command(.stop, origin: .recovery)))
        } else {
            submit(.gap(away))
        }
    }

    private func close(_ flight: OpenFlight, away: Seconds) {
        Log.warning("flight \(flight.id) is closed: it was in the air \(Int(away.rawValue)) s ago")
        _ = submit(.command(Command(.stop, origin: .recovery)), at: flight.lastInstant)
    }

    /// The core as it was after the last row: from the snapshot and the rows behind it, or from all rows.
    private func restore(_ flight: OpenFlight) async throws -> FlightComputer {
        if let snapshot = flight.snapshot,
            var computer = Snapshot.decode(format: snapshot.format, snapshot.body)
        {
            for entry in flight.tail { _ = computer.step(entry.input, at: entry.at) }
            return computer
        }
        var computer = FlightComputer()
        var last: Int?
        while true {
            let after = last
            let page = try await recorder.read { try $0.tape(of: flight.id, after: after, limit: 1000) }
            for entry in page { _ = computer.step(entry.input, at: entry.at) }
            guard let newest = page.last else { return computer }
            last = newest.sequence
        }
    }
}
