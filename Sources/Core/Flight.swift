// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The flight in the air: what has been flown, counted and timed since ROTATE.
struct Flight: Codable, Sendable {
    let id: FlightID
    let origin: Command.Origin
    /// ROTATE. A reboot's gap that becomes known later moves it back.
    private(set) var start: Instant
    private(set) var distance = Metres.zero
    private(set) var estimated = Metres.zero
    private(set) var moving = Seconds.zero
    private(set) var splitter: Splitter
    private(set) var heartRates = Mean()
    private(set) var hasPosition = false
    private(set) var wasInterrupted = false
    private(set) var hasUnknownGap = false
    /// Whether the unknown gap lies in a hold.
    private var isGapHeld = false
    /// The start's civil time, kept while the clock that told it is lost.
    private(set) var pinnedStartTime: UTCTime?

    /// From where on the way counts: ROTATE or the end of the last hold.
    private var activeSince: Instant
    /// The beginning of the running hold.
    private var heldSince: Instant?
    private var held = Seconds.zero

    init(id: FlightID, origin: Command.Origin, split: Metres, at start: Instant) {
        self.id = id
        self.origin = origin
        self.start = start
        activeSince = start
        splitter = Splitter(length: split)
    }

    func elapsed(at now: Instant) -> Seconds { now - start }

    /// Elapsed time less the holds.
    func active(at now: Instant) -> Seconds {
        (heldSince.map { min($0, now) } ?? now) - start - held
    }

    mutating func hold(at now: Instant) {
        heldSince = now
    }

    mutating func resume(at now: Instant) {
        if let heldSince { held += now - heldSince }
        heldSince = nil
        activeSince = now
    }

    /// Counts the part of a step that lies outside holds and after ROTATE.
    /// - Returns: the splits that ended in it.
    mutating func take(_ step: NavigationStep) -> [Split] {
        hasPosition = true
        let from = max(step.from, activeSince)
        let to = heldSince.map { min($0, step.to) } ?? step.to
        guard to > from, step.to > step.from else { return [] }
        let share = (to - from) / (step.to - step.from)
        let way = step.distance * share
        distance += way
        moving += step.moving * share
        if step.isEstimated { estimated += way }
        return splitter.take(
            way, isEstimated: step.isEstimated, active: (active(at: from), active(at: to)), from: from, to: to)
    }

    mutating func take(heartRate: BeatsPerMinute) {
        guard heldSince == nil else { return }
        heartRates.add(heartRate)
        splitter.take(heartRate: heartRate)
    }

    mutating func finish(at now: Instant) -> Split? {
        splitter.finish(active: active(at: now), at: now)
    }

    mutating func interrupt(_ restart: Restart) {
        wasInterrupted = true
        if restart.rebooted, restart.gap == nil {
            hasUnknownGap = true
            isGapHeld = heldSince != nil
        }
    }

    /// Keeps the start's civil time over a gap of unknown length.
    mutating func pin(startTime: (time: UTCTime, isTrusted: Bool)?) {
        if let startTime, startTime.isTrusted { pinnedStartTime = startTime.time }
    }

    /// A reboot's gap is known now: the flight began that much earlier on the time line.
    mutating func learn(gap: Seconds) {
        guard hasUnknownGap else { return }
        hasUnknownGap = false
        start = start - gap
        if isGapHeld { held += gap }
    }
}
