// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Reckons the way within one segment: by the receiver's speed, corrected by its positions; by positions alone where
/// there is no speed.
struct Reckoner: Codable, Sendable {
    /// What a fix has come to.
    struct Progress {
        /// Seconds in motion.
        var moving = 0.0
        var rejections: [Navigator.Rejection] = []
        /// Positions went on somewhere else: the track has a gap there.
        var hasJumped = false
        var pace: PaceSample?
    }

    var filter: WayFilter
    private(set) var estimate = WayEstimate()
    private var odds: Double
    var positions = PositionGate()
    var speeds: SpeedGate
    var motion: MotionTest
    var pacer: PaceFilter
    /// While there is no speed, or it is not to be believed.
    var chords: ChordMeter?
    var audit = SpeedAudit()
    /// While the speed is known to be wrong: what speaks for it.
    var trial: SpeedTrial?
    /// While positions are outliers.
    var stray: Stray?

    var lastPosition: SIMD2<Double>
    var lastVelocity: SIMD2<Double>?
    private var lastHeading: SIMD2<Double>?
    private var headingAge = 0.0
    /// The way since the positions were last believed, where no course was told, metres.
    var unplaced = 0.0
    /// How much of the distance was measured by positions alone, and how much of it was gone in holds, metres.
    var chordWay: Double
    private var heldWay: Double
    private var held: Held?
    private(set) var fixes = 1

    /// What was known of the distance when the flight was held.
    private struct Held: Codable {
        var distance: Double
        var chordWay: Double
        var error: WayFilter.DistanceError
        /// As it is told, m².
        var variance: Double
    }

    /// What one segment leaves to the next.
    struct Legacy: Codable {
        /// Of the distance so far, m²: the filter's, and as it is told.
        var variance = 0.0
        var told = 0.0
        var chordWay = 0.0
        var heldWay = 0.0
        var noise = SpeedNoise()
    }

    /// Seconds for which a fix that lacks its course has its neighbour's.
    private static let courseMemory = 5.0

    /// - Parameter distance: what was measured before, metres.
    init(at sight: Sight, distance: Double, legacy: Legacy) {
        filter = WayFilter(
            at: sight.position, positionError: sight.quality.positionError, distance: distance,
            distanceVariance: legacy.variance)
        chordWay = legacy.chordWay
        heldWay = legacy.heldWay
        odds = SpeedScale.odds(for: sight.quality)
        speeds = SpeedGate(sight.speed, noise: legacy.noise)
        motion = MotionTest(isMoving: (speeds.last ?? 0) > Reckoner.underWay)
        pacer = PaceFilter(at: speeds.last ?? 0)
        lastPosition = sight.position
        if sight.speed == nil { chords = ChordMeter(at: sight.position, speed: 0, isMoving: false) }
        remember(sight.heading, speed: speeds.last, over: 0)
        estimate = filter.estimate(odds: odds)
    }

    /// m/s: who is faster at a segment's first fix is not standing.
    static let underWay = 0.8

    mutating func take(_ sight: Sight, over interval: Double) -> Progress {
        var progress = Progress()
        fixes += 1
        filter.age(
            by: interval, correlation: positions.errorTime,
            positionError: sight.quality.positionError * positions.errorScale)
        let before = speeds.last
        let offset = sight.position - lastPosition
        let (speed, isOutlier) = speeds.take(
            sight.speed, quality: sight.quality, gone: offset.length, over: interval)
        if isOutlier { progress.rejections.append(.speedJump) }
        if let speed, trial == nil {
            if let chords { leave(chords, at: sight, speed: speed) }
            reckon(from: before ?? speed, to: speed, sight, over: interval, &progress)
        } else {
            measure(sight, speed: speed, before: before, over: interval, &progress)
        }
        if sight.quality.isPoor || !progress.rejections.isEmpty { progress.pace?.progress = nil }
        lastPosition = sight.position
        odds = SpeedScale.odds(for: sight.quality)
        estimate = filter.estimate(odds: odds)
        return progress
    }

    mutating func remember(_ heading: SIMD2<Double>?, speed: Double?, over interval: Double) {
        if let heading, let speed {
            lastVelocity = heading * speed
            lastHeading = heading
            headingAge = 0
        } else {
            lastVelocity = nil
            headingAge += interval
        }
    }

    /// The course told last, for a fix that lacks it.
    var recentHeading: SIMD2<Double>? { headingAge < Reckoner.courseMemory ? lastHeading : nil }

    // What has come of it

    /// Whether the way is reckoned by the receiver's speed.
    var isBySpeed: Bool { chords == nil }

    /// Smoothed, m/s; 0 while standing.
    var speed: Double {
        if let chords { return chords.isMoving ? chords.speed : 0 }
        return motion.isMoving ? pacer.speed : 0
    }

    /// The standard deviation of `speed`, m/s.
    var speedError: Double {
        if let chords { return chords.speedError }
        guard motion.isMoving else { return Reckoner.leastSpeedError }
        return (pacer.variance + pacer.speed * pacer.speed * estimate.scaleVariance).squareRoot()
    }

    /// m/s: what is slower than a slow walk may be motion.
    private static let leastSpeedError = 0.1

    /// The variance of the distance, m²: the filter's, and what its model leaves out.
    var distanceVariance: Double {
        if let held { return held.variance }
        let relative = filter.isCuttingBends ? Reckoner.smoothedError : Reckoner.modelError
        let model = relative * max(0, estimate.distance - chordWay - heldWay)
        let chord = Reckoner.chordError * chordWay
        return Reckoner.least + Reckoner.unmodelled * estimate.variance + model * model + chord * chord
    }

    /// m²: what a test for motion leaves out before it is certain.
    private static let least = 0.25
    /// The positions' error is no Gauss-Markov process: multipath comes and goes.
    private static let unmodelled = 1.3
    /// Relative: lag in bends, the plane of the path, what is lost at corners.
    private static let modelError = 0.0008
    /// The same where the receiver smooths its positions: what had been lost by the time that this was certain.
    private static let smoothedError = 0.01
    /// Relative: bends that chords cut against noise that lengthens them.
    private static let chordError = 0.014

    // From outside

    mutating func beginFlight() {
        filter.beginFlight()
        motion.close()
        chords?.beginAnew(at: lastPosition)
        chordWay = 0
        heldWay = 0
        held = nil
        estimate = filter.estimate(odds: odds)
    }

    /// The flight holds: what is gone and learned from now on is not its own.
    mutating func hold() {
        guard held == nil else { return }
        held = Held(
            distance: estimate.distance, chordWay: chordWay, error: filter.distanceError, variance: distanceVariance)
    }

    mutating func resumeFlight() {
        guard let held else { return }
        heldWay += estimate.distance - held.distance
        chordWay = held.chordWay
        filter.restore(held.error)
        self.held = nil
        estimate = filter.estimate(odds: odds)
    }

    var legacy: Legacy {
        Legacy(
            variance: held?.error.variance ?? estimate.variance, told: distanceVariance,
            chordWay: held?.chordWay ?? chordWay,
            heldWay: heldWay + (held.map { estimate.distance - $0.distance } ?? 0), noise: speeds.noise)
    }

    /// Fixes are back after a gap.
    /// - Returns: false when no runner could have gone the way over it.
    mutating func bridge(to sight: Sight, over interval: Double) -> Bool {
        let offset = sight.position - filter.expected
        let chord = offset.length
        // The smoothed speed, for a single one may be anything.
        let before = speed
        let bridge = Bridge(
            chord: chord, over: interval, before: before, after: sight.speed ?? chords?.speed,
            hasDoppler: chords == nil, positionError: sight.quality.positionError)
        guard let bridge else { return false }
        if bridge.isStraight, chord > 0 {
            filter.advance(by: offset * (bridge.way / chord), way: bridge.way, variance: bridge.variance)
            filter.blurPosition(by: Bridge.reacquisition)
            filter.observe(sight.position, noise: positions.freshNoise(over: 1))
        } else {
            filter.add(way: bridge.way, variance: bridge.variance)
            filter.relocate(to: sight.position, positionError: 3 * sight.quality.positionError)
        }
        resume(at: sight)
        return true
    }

    private mutating func resume(at sight: Sight) {
        fixes += 1
        speeds = SpeedGate(sight.speed, noise: speeds.noise)
        if let speed = speeds.last {
            // Who was in motion before is so again at any speed that is not standing.
            motion = MotionTest(isMoving: speed > (self.speed > 0 ? MotionTest.slowest : Reckoner.underWay))
            pacer = PaceFilter(at: speed)
            chords = nil
        } else {
            chords = ChordMeter(at: sight.position, speed: speed, isMoving: speed > MotionTest.slowest)
        }
        trial = nil
        stray = nil
        audit = SpeedAudit()
        positions.settle()
        remember(sight.heading, speed: speeds.last, over: 0)
        lastPosition = sight.position
        estimate = filter.estimate(odds: odds)
    }

    /// Whether the runner is farther from the frame's origin than that, metres.
    func isBeyond(_ reach: Double) -> Bool { filter.expected.squaredLength > reach * reach }

    /// The frame has been turned and moved.
    mutating func transform(_ change: (SIMD2<Double>) -> SIMD2<Double>) {
        let origin = change(.zero)
        filter.transform(change)
        chords?.transform(change)
        audit.transform(change)
        stray = stray.map { Stray(position: change($0.position), reckoned: change($0.reckoned)) }
        lastPosition = change(lastPosition)
        lastVelocity = lastVelocity.map { change($0) - origin }
        lastHeading = lastHeading.map { change($0) - origin }
    }
}
