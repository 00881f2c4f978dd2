// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Recorder
import RunwayCore
import RunwayModel

extension Daemon {
    /// Takes up a flight that was in the air, or closes it when it is too old by trusted time.
    func resume(_ flight: OpenFlight, boot: String) async throws {
        let computer = try await restore(flight)
        recorder.resume(flight)
        guard computer.summary(at: flight.lastInstant)?.id == flight.id else {
            abandon(flight)
            return
        }
        engine.resume(computer, nextSequence: (flight.lastSequence ?? -1) + 1, newest: flight.lastInstant)
        let rebooted = flight.lastBoot != boot
        var gap: Seconds?
        if !rebooted {
            timeline.set(offset: computer.restart.map { $0.boot == boot ? $0.offset : .zero } ?? .zero)
            gap = timeline.now - flight.lastInstant
        } else if let lastTime = flight.lastTime, flight.lastTimeTrusted {
            let reading = SystemClock.reading()
            if reading.isTrusted, reading.time >= lastTime { gap = reading.time - lastTime }
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
        guard let gap = engine.computer.missingGap(at: now) else { return }
        if gap > configuration.recorder.resumeWithin {
            Log.warning("the flight in the air is closed: it is \(Int(gap.rawValue)) s older than it seemed")
            submit(.command(Command(.stop, origin: .recovery)))
        } else {
            submit(.gap(gap))
        }
    }

    /// Closes a flight whose tape does not give it back: a row that cannot be read, or of another version.
    private func abandon(_ flight: OpenFlight) {
        Log.error("flight \(flight.id) cannot be taken up again from its tape, and is closed as it was last written")
        var summary = flight.summary
        summary.remarks.append(.closedByRecovery)
        let ended = Event.Body.flightEnded(summary)
        recorder.record(Event(at: flight.lastInstant, time: flight.lastTime, flight: flight.id, body: ended))
    }

    private func close(_ flight: OpenFlight, away: Seconds) {
        Log.warning("flight \(flight.id) is closed: it was in the air \(Int(away.rawValue)) s ago")
        _ = submit(.command(Command(.stop, origin: .recovery)), at: flight.lastInstant)
    }

    /// The core as it was after the last row: from the snapshot and the rows behind it, or from all rows.
    private func restore(_ flight: OpenFlight) async throws -> FlightComputer {
        let start = flight.snapshot.map { Snapshot.decode(format: $0.format, $0.body) } ?? FlightComputer()
        if var computer = start {
            for entry in flight.tail { _ = computer.step(entry.input, at: entry.at) }
            return computer
        }
        // A snapshot of another version.
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
