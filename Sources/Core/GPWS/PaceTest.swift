// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A sequential test: has the runner left his pace band?
///
/// The mean speed over each of several spans up to now is compared with what he held before. The span need not be known:
/// a large change shows in a short one, a small one in a long one. The bound is a multiple of the mean's standard error,
/// which follows the noise that the navigator has learned, and of the runner's own wander; how large a multiple is asked
/// follows from how seldom a false call is wanted. Over long spans the positions tell more than the speed, so the two are
/// weighed against each other. docs/alerts.md derives it and says what was tried beside it.
struct PaceTest: Codable, Sendable {
    /// The sums at one instant.
    private struct Mark: Codable {
        var time = 0.0
        /// By the speed, metres.
        var way = 0.0
        /// By the positions, metres.
        var progress = 0.0
        /// How often the positions had lost their thread.
        var breaks = 0
    }

    /// A ring of marks, about a second apart.
    private var marks: [Mark] = []
    private var next = 0
    private var now = Mark()
    private var interval = 1.0
    private var variance = 0.0
    /// For how long the variance has been averaged, seconds.
    private var known = 0.0
    private var placeError = 0.0
    /// What he held before, m/s; nil is the target.
    private var held: Double?

    /// How many marks back the spans begin.
    private static let spans = [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 22, 24, 27, 30, 34, 38, 42, 48, 54, 60,
    ]
    private static let capacity = 61
    /// Seconds.
    private static let longest = 64.0
    /// A runner who means to hold a pace wanders by so much of it, over so many seconds.
    private static let wander = 0.013
    private static let wanderTime = 20.0
    /// How much of the speed's noise is slow, and over how many seconds.
    private static let slowShare = 0.36
    private static let slowTime = 4.0
    /// Seconds over which the noise is averaged, and how many times as large it is at once believed to be.
    private static let noiseMemory = 480.0
    private static let grown = 1.6
    /// Seconds over which a position's error changes, if it changes fast.
    private static let placeTime = 40.0
    /// Claims of a position's error are averages over places.
    private static let placeDoubt = 1.08
    /// m²: what is new in each position.
    private static let freshPlace = 0.16
    /// Seconds over which what he holds is learned, and for how long it is left out that he may just have changed it.
    private static let memory = 90.0
    private static let delay = 20
    /// A mean whose error is larger than this share of the band can show nothing but a large change, which is rarer: the
    /// bound grows by so much for each time that it is e times larger.
    private static let coarse = 0.5
    private static let rarity = 0.8

    /// Begins anew; what he held is kept.
    mutating func reset() {
        marks.removeAll(keepingCapacity: true)
        next = 0
        now = Mark()
    }

    mutating func forget() { self = PaceTest() }

    /// - Parameter band: of which he is inside; nil while he is not.
    mutating func take(_ sample: PaceSample, inside band: PaceBand?) {
        if marks.isEmpty { put(now) }
        now.time += sample.interval
        now.way += sample.speed * sample.interval
        if let progress = sample.progress { now.progress += progress } else { now.breaks += 1 }
        interval = sample.interval
        learn(variance: sample.variance, over: sample.interval)
        placeError = sample.placeError
        guard now.time - mark(1).time >= 0.95 else { return }
        put(now)
        if let band { learn(band) }
    }

    /// What is learned from a minute's jitter is itself uncertain by a tenth, and a bound that is too low by that lets four
    /// times as many false calls through: so it is averaged over longer, but a noise that has clearly grown is taken at once.
    private mutating func learn(variance new: Double, over interval: Double) {
        known = min(known + interval, PaceTest.noiseMemory)
        variance += (new - variance) * min(1, interval / known)
        if new > PaceTest.grown * variance { variance = new }
    }

    private mutating func put(_ mark: Mark) {
        if marks.count < PaceTest.capacity {
            marks.append(mark)
        } else {
            marks[next] = mark
        }
        next = (next + 1) % PaceTest.capacity
    }

    /// The mark that was put so many marks ago, 1 for the newest.
    private func mark(_ back: Int) -> Mark {
        marks[(next - back + 2 * PaceTest.capacity) % PaceTest.capacity]
    }

    /// Learns what he holds while he is in the band, from what is some time ago.
    private mutating func learn(_ band: PaceBand) {
        guard marks.count > PaceTest.delay + 1 else { return }
        let (newer, older) = (mark(PaceTest.delay), mark(PaceTest.delay + 1))
        let time = newer.time - older.time
        guard time > 0 else { return }
        let speed = min(max((newer.way - older.way) / time, band.slowest), band.fastest)
        let before = held ?? band.target
        held = before + (speed - before) * min(1, time / PaceTest.memory)
    }

    /// - Parameter calm: how seldom a false call is wanted, seconds.
    func verdict(_ band: PaceBand, calm: Double) -> BandSide {
        let held = min(max(held ?? band.target, band.slowest), band.fastest)
        let fast = max(held, band.target)
        let slow = min(held, band.target)
        // More fixes a second are more chances to be wrong, though not as many more.
        let calm = calm / min(max(interval, 0.05), 1).squareRoot()
        for back in PaceTest.spans {
            // The newest mark may be this very fix.
            guard back <= marks.count, let span = span(back) else { continue }
            guard span.time <= PaceTest.longest else { break }
            let (mean, error) = estimate(span, beside: band)
            guard mean > band.fastest || mean < band.slowest else { continue }
            let isAbove = mean > band.fastest
            let half = isAbove ? band.fastest - band.target : band.target - band.slowest
            var bound = (2 * Elementary.log(max(calm / span.time, 3))).squareRoot()
            if error > PaceTest.coarse * half {
                bound += PaceTest.rarity * Elementary.log(error / (PaceTest.coarse * half))
            }
            if isAbove ? mean > fast + bound * error : mean < slow - bound * error { return isAbove ? .above : .below }
        }
        return .inside
    }

    /// Whether he is back inside the band, on the side where he had left it.
    func isBack(from side: BandSide, _ band: PaceBand) -> Bool {
        for (back, confidence) in [(4, 2.0), (10, 0.0)] {
            guard back <= marks.count, let span = span(back) else { continue }
            let (mean, error) = estimate(span, beside: band)
            let half = side == .above ? band.fastest - band.target : band.target - band.slowest
            let inside = 0.1 * half + confidence * error
            if side == .above ? mean < band.fastest - inside : mean > band.slowest + inside { return true }
        }
        return false
    }

    private struct Span {
        var time: Double
        var speed: Double
        /// nil when the positions had lost their thread in it.
        var progress: Double?
    }

    private func span(_ back: Int) -> Span? {
        let mark = mark(back)
        let time = now.time - mark.time
        guard time >= 0.5 else { return nil }
        return Span(
            time: time, speed: (now.way - mark.way) / time,
            progress: now.breaks == mark.breaks ? (now.progress - mark.progress) / time : nil)
    }

    /// The mean speed over a span and its standard error, his own wander included.
    private func estimate(_ span: Span, beside band: PaceBand) -> (mean: Double, error: Double) {
        let time = span.time
        let samples = max(1, time / max(interval, 0.05))
        var variance =
            variance
            * ((1 - PaceTest.slowShare) / samples
                + PaceTest.slowShare * PaceTest.correlated(over: time, constant: PaceTest.slowTime))
        var mean = span.speed
        if let progress = span.progress {
            let error = PaceTest.placeDoubt * placeError
            let change = 2 * error * error * Elementary.weight(over: time, constant: PaceTest.placeTime)
            let place = (change + 2 * PaceTest.freshPlace) / (time * time)
            let weight = variance / (variance + place)
            mean += (progress - mean) * weight
            variance *= 1 - weight
        }
        let wander = PaceTest.wander * band.target
        variance += wander * wander * PaceTest.correlated(over: time, constant: PaceTest.wanderTime)
        return (mean, variance.squareRoot())
    }

    /// The variance of the mean, over so many seconds, of what has a variance of 1 and changes in `constant` seconds (of an
    /// Ornstein-Uhlenbeck process).
    private static func correlated(over time: Double, constant: Double) -> Double {
        let x = time / constant
        return 2 / x * (1 - Elementary.weight(over: time, constant: constant) / x)
    }
}
