// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Judges the heart rate against its band by the mean of the last ten seconds of beats that were measured.
///
/// A value that no heart reaches from the last one is not believed until such values go on: straps that lose contact tell
/// half or twice the rate, or zero. A value that does not change at all for long is a sensor's memory and no heart, and so
/// is the first one after a silence, until another follows. What is not believed is not judged by.
struct HeartRateDetector: Codable, Sendable {
    private struct Beat: Codable {
        var at: Instant
        var rate: Double
    }

    private var beats: [Beat] = []
    private var side = BandSide.inside
    private var severity = Alert.Severity.caution
    private(set) var wasInside = false
    /// Values that have not been believed.
    private struct Strange: Codable {
        var since: Instant
        var last: Double
    }

    private var strange: Strange?
    /// Whether nothing has come since a silence but one value, which may be from before it.
    private var isProvisional = true
    private var newest: Instant?
    private var sameSince: Instant?
    private var sameRate = 0.0
    private var sameIntervals: [Double] = []

    private static let span = Seconds(10)
    /// Of a mean that may be judged by.
    private static let leastSpan = Seconds(4)
    /// A strap tells a value a second, others up to four.
    private static let bound = 48
    /// bpm that two values may be apart, and for each second between them: exercise begins with 2 to 3 bpm a second.
    private static let leap = 10.0
    private static let slope = 4.0
    /// Believed after so long.
    private static let patience = Seconds(12)
    /// A heart's rate to the beat for longer than this is none.
    private static let frozenAfter = Seconds(60)
    /// bpm by which a heart that is asked for the same wanders.
    private static let error = 2.0
    /// bpm inside the edge where an alert ends.
    private static let hysteresis = 2.0

    mutating func forget() {
        side = .inside
        severity = .caution
        wasInside = false
    }

    /// The sensor was lost or has changed.
    mutating func reset() {
        beats.removeAll(keepingCapacity: true)
        strange = nil
        isProvisional = true
        sameSince = nil
        side = .inside
        severity = .caution
    }

    /// - Returns: why the value is not believed; nil when it is.
    mutating func take(_ sample: HeartRateSample, at now: Instant) -> Doubt? {
        guard let rate = sample.rate?.rawValue else { return nil }
        // Values of a second that fell out say nothing wrong, but those before a longer silence are another story.
        if let last = newest, now - last > HeartRateDetector.span { reset() }
        newest = now
        let isNews = rate != sameRate || !sample.rrIntervals.isEmpty && sample.rrIntervals != sameIntervals
        if isProvisional, let since = sameSince, isNews || now - since >= HeartRateDetector.span {
            isProvisional = false
        }
        if isNews || sameSince == nil {
            sameSince = now
            sameRate = rate
            sameIntervals = sample.rrIntervals
        }
        if isProvisional { return .provisional }
        if isFrozen(at: now) {
            beats.removeAll(keepingCapacity: true)
            return .frozen
        }
        if let last = beats.last {
            let reach = HeartRateDetector.leap + HeartRateDetector.slope * (now - last.at).rawValue
            guard abs(rate - last.rate) <= min(reach, 3 * HeartRateDetector.leap) else {
                return doubt(rate, at: now)
            }
        }
        strange = nil
        add(Beat(at: now, rate: rate))
        return nil
    }

    enum Doubt: String {
        case implausible = "heartRateImplausible"
        case frozen = "heartRateFrozen"
        case provisional = "heartRateProvisional"
    }

    private func isFrozen(at now: Instant) -> Bool {
        sameSince.map { now - $0 >= HeartRateDetector.frozenAfter } ?? false
    }

    private mutating func doubt(_ rate: Double, at now: Instant) -> Doubt? {
        guard let strange, abs(rate - strange.last) <= HeartRateDetector.leap else {
            self.strange = Strange(since: now, last: rate)
            return .implausible
        }
        guard now - strange.since >= HeartRateDetector.patience else {
            self.strange?.last = rate
            return .implausible
        }
        self.strange = nil
        beats.removeAll(keepingCapacity: true)
        add(Beat(at: now, rate: rate))
        return nil
    }

    private mutating func add(_ beat: Beat) {
        beats.append(beat)
        let old = beats.prefix { beat.at - $0.at > HeartRateDetector.span }.count
        beats.removeFirst(max(old, beats.count - HeartRateDetector.bound))
    }

    /// - Returns: nil when there is too little to judge by.
    mutating func judge(_ target: BeatsPerMinute, _ tolerance: BeatsPerMinute, at now: Instant) -> Finding? {
        guard let first = beats.first, let last = beats.last, last.at - first.at >= HeartRateDetector.leastSpan,
            now - last.at <= HeartRateDetector.leastSpan
        else { return nil }
        let mean = beats.reduce(0) { $0 + $1.rate } / Double(beats.count)
        let (low, high) = (target.rawValue - tolerance.rawValue, target.rawValue + tolerance.rawValue)
        let inner = min(HeartRateDetector.hysteresis, tolerance.rawValue / 2)
        var new: BandSide = mean > high ? .above : mean < low ? .below : .inside
        if side == .above, mean > high - inner { new = .above }
        if side == .below, mean < low + inner { new = .below }
        if new != side { severity = .caution }
        side = new
        if side == .inside { wasInside = true }
        if abs(mean - target.rawValue) > 2 * tolerance.rawValue { severity = .warning }
        return Finding(
            side: side, severity: severity, target: .heartRate, value: mean, deviation: mean - target.rawValue,
            error: HeartRateDetector.error)
    }
}
