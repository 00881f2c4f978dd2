// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Measures the way by chords between positions, for receivers without a speed.
///
/// A chord is lengthened by the positions' noise across it, on average by variance / (2 × length); that is learned and
/// taken off. It is shortened by the bends between its ends, so that it must not be long.
struct ChordMeter: Codable, Sendable {
    struct Chord {
        /// Metres, without what noise has added.
        var way: Double
        var time: Double
        /// m².
        var variance: Double
    }

    private(set) var isMoving: Bool
    /// m/s, smoothed over some chords.
    private(set) var speed: Double
    /// Of a chord, per coordinate, m².
    private var noise = 1.5
    private var vertex: SIMD2<Double>
    private var age = 0.0
    private var last: (SIMD2<Double>, time: Double)? {
        get { lastTime > 0 ? (lastChord, lastTime) : nil }
        set { (lastChord, lastTime) = (newValue?.0 ?? .zero, newValue?.time ?? 0) }
    }
    private var lastChord = SIMD2<Double>()
    private var lastTime = 0.0
    private var lastWay = 0.0
    /// How long the runner has been away from where he stood.
    private var away = 0.0
    private var firstAway = SIMD2<Double>()
    private var mark: SIMD2<Double>
    private var markAge = 0.0

    /// Seconds. Three are a corner's length at running pace; a walker's chord may take eight.
    private static let shortest = 3.0
    private static let longest = 8.0
    /// A jump is believed after that time; a shorter one is bridged by one chord.
    private static let patience = 12.0
    /// Metres; more than the positions of a standing receiver wander in a minute.
    private static let start = 12.0
    private static let slowest = 0.4
    private static let stopWindow = 10.0
    private static let smoothing = 8.0

    init(at position: SIMD2<Double>, speed: Double, isMoving: Bool) {
        vertex = position
        mark = position
        self.speed = speed
        self.isMoving = isMoving
    }

    /// What has been gone since the last chord, metres.
    var openWay: Double { isMoving ? speed * age : 0 }

    /// The standard deviation of `speed`, m/s: that of a chord.
    var speedError: Double { noise.squareRoot() / ChordMeter.shortest }

    /// Forgets the open chord.
    mutating func beginAnew(at position: SIMD2<Double>) {
        if isMoving { vertex = position }
        age = 0
    }

    mutating func take(_ position: SIMD2<Double>, over interval: Double) -> Chord? {
        age += interval
        return isMoving ? moving(to: position) : standing(at: position, over: interval)
    }

    private mutating func moving(to position: SIMD2<Double>) -> Chord? {
        guard age >= ChordMeter.shortest - 1e-6 else { return nil }
        let chord = position - vertex
        let length = chord.length
        let error = noise.squareRoot()
        if length < 3 * error, age < ChordMeter.longest - 1e-6 { return nil }
        if isLeap(length, error) { return nil }
        learn(chord, length)
        let expected = speed * age
        let noiseless = length - noise / (2 * max(length, 0.7 * expected, 2))
        var way = min(max(noiseless, 0), 1.2 * expected + 3 * error)
        if let last, isReturn(chord, length, after: last.0, expected: expected, error) {
            let net = chord + last.0
            way = max(0, net.length - lastWay)
        }
        lastWay = way
        speed += (way / age - speed) * Elementary.weight(over: age, constant: ChordMeter.smoothing)
        last = (chord, age)
        defer {
            vertex = position
            age = 0
        }
        markAge += age
        if markAge > ChordMeter.stopWindow {
            let advance = position - mark
            if advance.length < ChordMeter.slowest * markAge { stop() }
            mark = position
            markAge = 0
        }
        return Chord(way: way, time: age, variance: noise)
    }

    /// Longer than the runner's speed and the noise explain. What comes back within seconds is skipped; what stays is
    /// believed in the end.
    private func isLeap(_ length: Double, _ error: Double) -> Bool {
        age < ChordMeter.patience && length > max(1.5 * speed, 1) * age + 5 * error + 2
    }

    /// Whether the positions have been away and are back: two chords, both too long, one against the other.
    private func isReturn(
        _ chord: SIMD2<Double>, _ length: Double, after last: SIMD2<Double>, expected: Double, _ error: Double
    ) -> Bool {
        let before = last.length
        return min(length, before) > 1.2 * expected + error && chord.dot(last) < -0.5 * length * before
    }

    /// Learns the noise from how chords differ from those before, along the way: bends lie across it.
    private mutating func learn(_ chord: SIMD2<Double>, _ length: Double) {
        guard let last, length > 0 else { return }
        let change = chord - last.0 * (age / last.time)
        let along = change.dot(chord) / length
        let square = 0.9 * along * along + 0.1 * change.squaredLength / 2
        // The second difference of three positions has 2.5 times the variance of a chord, between white noise's 3 and a
        // random walk's 2. A turn is no noise.
        let sample = min(square / 2.5, 9 * noise)
        noise = min(max(noise + Elementary.weight(over: age, constant: 60) * (sample - noise), 0.05), 30)
    }

    private mutating func standing(at position: SIMD2<Double>, over interval: Double) -> Chord? {
        let chord = position - vertex
        let length = chord.length
        if length < 3 {
            away = 0
        } else {
            if away == 0 { firstAway = position }
            away += interval
        }
        let time = away + 1
        // Where a jump has led to, nothing goes on.
        let gone = (position - firstAway).length
        if length > max(ChordMeter.start, 4 * noise.squareRoot()), away > 2.9, length / time > 0.5, gone > length / 3 {
            isMoving = true
            speed = min(length / time, 5)
            vertex = position
            mark = position
            markAge = 0
            age = 0
            return Chord(way: min(length, 6 * time), time: time, variance: noise)
        }
        if length < 6 {
            vertex += chord * Elementary.weight(over: interval, constant: 30)
        } else if away > ChordMeter.patience {
            vertex = position
            away = 0
        }
        return nil
    }

    private mutating func stop() {
        isMoving = false
        speed = 0
        last = nil
        away = 0
    }

    /// The frame has been turned and moved.
    mutating func transform(_ change: (SIMD2<Double>) -> SIMD2<Double>) {
        let origin = change(.zero)
        vertex = change(vertex)
        mark = change(mark)
        firstAway = change(firstAway)
        lastChord = change(lastChord) - origin
    }
}
