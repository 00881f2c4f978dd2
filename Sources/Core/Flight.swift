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
    private var altimeter = Altimeter()
    private(set) var energy: Energy
    var standingWatch = StandingWatch()
    private(set) var hasPosition = false
    private(set) var wasInterrupted = false
    private(set) var hasUnknownGap = false
    /// Whether the unknown gap lies in a hold.
    private var isGapHeld = false
    /// Local time minus UTC at the start, in seconds.
    let utcOffset: Int
    /// The start's civil time, kept while the clock that told it is lost.
    private(set) var pinnedStartTime: UTCTime?

    /// Holds that may reach into the next step, the running one without an end.
    private var holds: [Hold] = []
    /// The length of the holds that have ended.
    private var held = Seconds.zero

    private struct Hold: Codable {
        var from: Instant
        var to: Instant?

        /// How much of a span it takes.
        func overlap(_ start: Instant, _ end: Instant) -> Seconds {
            let from = max(self.from, start)
            let to = min(self.to ?? end, end)
            return to > from ? to - from : .zero
        }
    }

    private var isHeld: Bool { holds.last.map { $0.to == nil } ?? false }

    init(id: FlightID, origin: Command.Origin, split: Metres, utcOffset: Int, at start: Instant) {
        self.id = id
        self.origin = origin
        self.start = start
        self.utcOffset = utcOffset
        splitter = Splitter(length: split)
        energy = Energy(from: start)
    }

    /// What was climbed; nil while no altitude is known.
    var climb: Climb? { altimeter.climb.since(Climb()) }

    func elapsed(at now: Instant) -> Seconds { now - start }

    /// Elapsed time less the holds, at an instant not before the step before.
    func active(at instant: Instant) -> Seconds {
        var paused = held
        for hold in holds {
            if let end = hold.to {
                paused = paused - hold.overlap(max(instant, hold.from), max(instant, end))
            } else {
                paused += hold.overlap(hold.from, max(instant, hold.from))
            }
        }
        return instant - start - paused
    }

    /// Holds from an instant on, which may be past: not before ROTATE and what has ended since, for that is told.
    /// - Returns: from when on.
    mutating func hold(from instant: Instant) -> Instant {
        let from = max(instant, start, splitter.lastEnd ?? start)
        holds.append(Hold(from: from))
        return from
    }

    /// Goes on from an instant on, which may be past.
    /// - Returns: from when on: not from before the hold.
    mutating func resume(from instant: Instant) -> Instant {
        guard isHeld, let hold = holds.popLast() else { return instant }
        let end = max(instant, hold.from)
        held += end - hold.from
        holds.append(Hold(from: hold.from, to: end))
        altimeter.interrupt()
        return end
    }

    /// Counts the part of a step that lies after ROTATE and outside holds.
    /// - Returns: the splits that ended in it.
    mutating func take(_ step: NavigationStep, _ runner: Runner) -> [Split] {
        hasPosition = true
        defer { holds.removeAll { $0.to.map { $0 <= step.to } ?? false } }
        let from = max(step.from, start)
        guard step.to > from else { return [] }
        let paused = holds.reduce(Seconds.zero) { $0 + $1.overlap(from, step.to) }
        let share = max(0, (step.to - from - paused) / (step.to - step.from))
        let way = step.distance * share
        distance += way
        // Way that was withheld comes with the time in which it was gone, some of it before ROTATE.
        moving = min(moving + step.moving * share, active(at: step.to))
        if step.isEstimated { estimated += way }
        if share > 0 { energy.take(way, over: (step.to - step.from) * share, moving: step.moving * share, runner) }
        let begin = active(at: from)
        let holds = holds
        return splitter.take(
            Splitter.Step(
                way: way, isEstimated: step.isEstimated && share > 0, from: begin, to: active(at: step.to),
                climb: altimeter.climb, instant: { Flight.instant(from, plus: $0 - begin, over: holds) }))
    }

    /// The instant after so much active time.
    private static func instant(_ from: Instant, plus active: Seconds, over holds: [Hold]) -> Instant {
        var instant = from + active
        for hold in holds {
            guard let end = hold.to, end > from, max(hold.from, from) < instant else { continue }
            instant = instant + hold.overlap(from, end)
        }
        return instant
    }

    /// Takes the altitude of a position that counted.
    mutating func take(altitude: Metres, receiver: String, at now: Instant) {
        guard !isHeld else { return }
        altimeter.take(altitude, receiver: receiver, at: now)
    }

    /// Whether anything has been flown since the split before.
    func canLap(at now: Instant) -> Bool { splitter.canLap(active: active(at: now)) }

    mutating func lap(at now: Instant) {
        splitter.lap(active: active(at: now), at: now)
    }

    /// Time passes, over which heart rate was what it is told to be, or not live.
    mutating func pass(to now: Instant, heartRate: BeatsPerMinute?, _ runner: Runner) {
        energy.pass(to: now, heartRate: isHeld ? nil : heartRate, runner)
    }

    mutating func take(heartRate: BeatsPerMinute) {
        guard !isHeld else { return }
        heartRates.add(heartRate)
        splitter.take(heartRate: heartRate)
    }

    /// Ends the laps that wait, for no step will come.
    mutating func settleLaps() -> [Split] {
        splitter.settle(altimeter.climb)
    }

    /// Ends the last split.
    mutating func finish(at now: Instant) -> [Split] {
        splitter.finish(active: active(at: now), at: now, altimeter.climb)
    }

    mutating func interrupt(_ restart: Restart) {
        wasInterrupted = true
        if restart.gap == nil { altimeter.interrupt() }
        if restart.rebooted, restart.gap == nil {
            hasUnknownGap = true
            isGapHeld = isHeld
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
        if isGapHeld {
            held += gap
            // A hold that still runs began that much earlier, and its end will count it.
            if isHeld, let hold = holds.popLast() {
                held = held - gap
                holds.append(Hold(from: hold.from - gap))
            }
        }
    }
}
