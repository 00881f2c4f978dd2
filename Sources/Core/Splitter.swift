// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Cuts the way into splits: at interpolated crossings of the configured length, and where a lap was taken by hand.
///
/// A lap ends the running split; the next one has the whole length before it, from the lap on. How far the runner was at
/// the lap is known with the step that it lies in, so the split is closed then.
struct Splitter: Codable, Sendable {
    /// A step of the way. Times are active times: elapsed less holds.
    struct Step {
        var way: Metres
        var isEstimated: Bool
        var from: Seconds
        var to: Seconds
        /// All that was climbed by its end.
        var climb: Climb
        /// The instant of an active time in it.
        var instant: (Seconds) -> Instant
    }

    private struct Lap: Codable {
        var active: Seconds
        var at: Instant
    }

    let length: Metres
    private(set) var count = 0
    /// When the newest split ended, or the newest lap was taken; nil before.
    private(set) var lastEnd: Instant?
    private var flown = Metres.zero
    /// Where, and at which active time, the running split began.
    private var startDistance = Metres.zero
    private var startTime = Seconds.zero
    private var startClimb = Climb()
    private var isEstimated = false
    private var beats = Mean()
    /// Laps that wait for the step that they lie in.
    private var laps: [Lap] = []

    /// Closer together than this are two bounces of one button.
    private static let shortestLap = Seconds(0.1)

    /// Active times are sums and differences of others.
    private static let rounding = Seconds(1e-6)

    init(length: Metres) {
        self.length = length
    }

    mutating func take(heartRate: BeatsPerMinute) {
        beats.add(heartRate)
    }

    /// Whether there is anything to end for a lap.
    func canLap(active: Seconds) -> Bool {
        active - (laps.last?.active ?? startTime) > Splitter.shortestLap
    }

    mutating func lap(active: Seconds, at now: Instant) {
        laps.append(Lap(active: active, at: now))
        lastEnd = now
    }

    /// Takes a step of the way.
    /// - Returns: the splits that ended in it, in order.
    mutating func take(_ step: Step) -> [Split] {
        let before = flown
        flown += step.way
        if step.way > .zero, step.isEstimated { isEstimated = true }
        var splits: [Split] = []
        while true {
            var next: (distance: Metres, time: Seconds, ending: Split.Ending)?
            if flown >= startDistance + length {
                let end = startDistance + length
                let share = step.way > .zero ? (end - before) / step.way : 1
                next = (end, step.from + (step.to - step.from) * share, .distance)
            }
            if let lap = laps.first, lap.active <= step.to, lap.active <= next?.time ?? step.to {
                let share = step.to > step.from ? max(0, (lap.active - step.from) / (step.to - step.from)) : 0
                next = (max(startDistance, before + step.way * share), lap.active, .lap)
            }
            guard let next else { return splits }
            let instant = next.ending == .lap ? laps.removeFirst().at : step.instant(next.time)
            if step.isEstimated { isEstimated = true }
            splits.append(close(at: next.distance, time: next.time, instant, next.ending, step.climb))
            // What is left of the step lies in the next one.
            if step.isEstimated, flown > next.distance { isEstimated = true }
        }
    }

    /// Ends the laps that wait where the way ends that is known, for no step will tell more.
    mutating func settle(_ climb: Climb) -> [Split] {
        let splits = laps.map { close(at: flown, time: $0.active, $0.at, .lap, climb) }
        laps = []
        return splits
    }

    /// Ends the last split, if anything was flown in it.
    mutating func finish(active: Seconds, at now: Instant, _ climb: Climb) -> [Split] {
        let splits = settle(climb)
        guard flown > startDistance || active - startTime > Splitter.rounding else { return splits }
        return splits + [close(at: flown, time: active, now, .end, climb)]
    }

    private mutating func close(
        at end: Metres, time: Seconds, _ instant: Instant, _ ending: Split.Ending, _ climb: Climb
    ) -> Split {
        count += 1
        var split = Split(
            index: count, distance: ending == .distance ? length : end - startDistance, duration: time - startTime,
            end: instant, ending: ending, heartRate: beats.value, isEstimated: isEstimated)
        let part = climb.since(startClimb)
        split.ascent = part?.ascent
        split.descent = part?.descent
        lastEnd = max(lastEnd ?? instant, instant)
        startDistance = end
        startTime = time
        startClimb = climb
        isEstimated = false
        beats = Mean()
        return split
    }
}
