// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// Reckons the way within one segment: by the receiver's speed, corrected by its positions; by positions alone where
/// there is no speed.
struct Reckoner: Codable, Sendable {
    /// One fix, as far as it counts.
    struct Sight {
        var position: SIMD2<Double>
        /// A unit vector; nil when the receiver told no course.
        var heading: SIMD2<Double>?
        /// m/s.
        var speed: Double?
        var quality: FixQuality
    }

    /// What a fix has come to.
    struct Progress {
        var moving = 0.0
        var rejections: [Navigator.Rejection] = []
        /// Positions went on somewhere else: the track has a gap there.
        var hasJumped = false
    }

    private(set) var filter: WayFilter
    private var motion: MotionTest
    private var noise: SpeedNoise
    private var pacer: PaceFilter
    private var chords: ChordMeter?
    private var audit = SpeedAudit()
    /// The speed is another sensor's, or none: positions alone count until the two agree again.
    private var isSpeedWrong = false
    private var agreement = Agreement()
    private(set) var estimate = WayEstimate()
    private var odds: Double

    private var lastPosition: SIMD2<Double>
    private var lastSpeed: Double?
    private var lastVelocity: SIMD2<Double>?
    private var lastHeading: SIMD2<Double>?
    private var headingAge = 0.0
    private var speedMissing = 0.0
    private var speedOutlierTime = 0.0
    /// The way since the positions were last believed, where no course was told.
    private var unplaced = 0.0
    private var positionOutlierTime = 0.0
    /// How much faster the positions' error changes than was assumed: innovations over what they should be.
    private var restlessness = 1.0
    /// How much of the distance was measured by positions alone, metres.
    private var chordWay = 0.0
    /// The variance of what was bridged, m².
    private(set) var fixes = 1

    private struct Agreement: Codable {
        var chords = 0.0
        var doppler = 0.0
        var time = 0.0
    }

    /// Seconds: of the positions' slow error, by what is published for single receivers (half a minute to some minutes).
    private static let correlation = 60.0
    /// m²: what is new in a position within a second.
    private static let freshNoise = 0.35
    /// The squared, normalised innovation beyond which a position is an outlier: 1 in 1100 of good ones (χ², 2 degrees).
    private static let gate = 14.0
    /// While nothing has been learned, only jumps are outliers.
    private static let earlyGate = 50.0
    private static let early = 10
    /// Seconds after which outliers that go on are believed: positions in 10 s more than streets' reflections last.
    private static let patience = 12.0
    private static let speedPatience = 5.0
    private static let speedMemory = 3.0
    /// Of the learned rate of change of the positions' error.
    private static let memory = 60.0
    /// Seconds by which positions may follow the speed late.
    private static let lag = 1.0
    /// A change of velocity lies anywhere between two fixes: the standard deviation of a uniform distribution.
    private static let betweenFixes = 0.29
    /// Across the way, noise of σ² adds σ²/2v to a speed of v; of that the filter removes 0.3 itself at a fix a second, for
    /// it turns its corrections by the same noise (simulated, 0.05 to 0.3 m/s).
    private static let selfCorrected = 0.3

    init(
        at sight: Sight, noise: SpeedNoise, distance: Double, distanceVariance: Double, chordWay: Double
    ) {
        filter = WayFilter(
            at: sight.position, positionError: sight.quality.positionError, distance: distance,
            distanceVariance: distanceVariance)
        self.noise = noise
        self.chordWay = chordWay
        odds = sight.quality.speedClaim == nil ? SpeedScale.oddsWithoutError : SpeedScale.oddsWithError
        lastPosition = sight.position
        let speed = sight.speed.flatMap { $0 < RunnerLimits.fastest ? $0 : nil }
        motion = MotionTest(isMoving: (speed ?? 0) > 1)
        pacer = PaceFilter(at: speed ?? 0)
        remember(speed, heading: sight.heading, over: 0)
        if sight.speed == nil { chords = ChordMeter(at: sight.position, speed: 0, isMoving: false) }
        estimate = filter.estimate(odds: odds)
    }

    var isBySpeed: Bool { chords == nil }

    /// Smoothed, m/s; 0 while standing.
    var speed: Double {
        if let chords { return chords.isMoving ? chords.speed : 0 }
        return motion.isMoving ? pacer.speed : 0
    }

    /// The standard deviation of `speed`, m/s.
    var speedError: Double {
        if let chords { return (chords.noise / 9).squareRoot() }
        guard motion.isMoving else { return 0 }
        return (pacer.variance + pacer.speed * pacer.speed * estimate.scaleVariance).squareRoot()
    }

    /// The variance of the distance, m²: the filter's, and what its model leaves out.
    var distanceVariance: Double {
        let relative = filter.isCuttingBends ? Reckoner.smoothedError : Reckoner.modelError
        let model = relative * max(0, estimate.distance - chordWay)
        let chord = Reckoner.chordError * chordWay
        return 1.3 * estimate.variance + model * model + chord * chord
    }

    /// Relative: lag in bends, the plane of the path, what is lost at corners.
    private static let modelError = 0.0008
    /// The same where the receiver smooths its positions: what had been lost by the time that this was certain.
    private static let smoothedError = 0.01
    /// Of a chord's noise, what the next chord does not take back.
    private static let chordResidual = 0.1
    /// Relative: bends that chords cut against noise that lengthens them.
    private static let chordError = 0.014

    // A fix

    mutating func take(_ sight: Sight, over interval: Double) -> Progress {
        var progress = Progress()
        fixes += 1
        let errorTime = Reckoner.correlation * min(max(1 / restlessness, 0.5), 5)
        let positionError = sight.quality.positionError * max(1, restlessness).squareRoot()
        filter.age(by: interval, correlation: errorTime, positionError: positionError)
        let fresh = Reckoner.freshNoise * max(1, 1 / max(interval, 0.05)) * max(0.5, restlessness)
        let speed = believable(sight, over: interval, &progress)
        if let speed, !isSpeedWrong {
            if let chords { leave(chords, at: sight) }
            reckon(speed, sight, over: interval, fresh: fresh, &progress)
        } else {
            measure(sight, doppler: speed, over: interval, &progress)
        }
        lastPosition = sight.position
        odds = sight.quality.speedClaim == nil ? SpeedScale.oddsWithoutError : SpeedScale.oddsWithError
        estimate = filter.estimate(odds: odds)
        return progress
    }

    /// The speed, unless it changes faster than a runner can: then the last one, until the new one has lasted.
    private mutating func believable(_ sight: Sight, over interval: Double, _ progress: inout Progress) -> Double? {
        guard let speed = sight.speed else {
            // What a fix lacks is its neighbour's, for a moment.
            speedMissing += interval
            return speedMissing <= Reckoner.speedMemory ? lastSpeed : nil
        }
        speedMissing = 0
        guard let before = lastSpeed else { return speed < RunnerLimits.fastest ? speed : nil }
        let claim = sight.quality.speedClaim
        noise.calm(over: interval)
        let variance = noise.variance(claim: claim, dilution: sight.quality.dilution)
        let limit = RunnerLimits.acceleration * interval + 4 * variance.squareRoot() + 0.5
        let offset = sight.position - lastPosition
        let gone = (offset * offset).sum().squareRoot()
        let isBorneOut = speed <= RunnerLimits.fastest || gone > 0.5 * speed * interval
        let isSteady = abs(speed - before) <= limit || speedOutlierTime >= Reckoner.speedPatience
        guard isSteady, isBorneOut else {
            speedOutlierTime += interval
            progress.rejections.append(.speedJump)
            noise.disturb()
            return speedOutlierTime <= 2 * Reckoner.speedPatience ? before : nil
        }
        speedOutlierTime = 0
        noise.take(speed, claim: claim, over: interval)
        return speed
    }

    // By speed

    private mutating func reckon(
        _ speed: Double, _ sight: Sight, over interval: Double, fresh: Double, _ progress: inout Progress
    ) {
        let quality = sight.quality
        let variance = noise.variance(claim: quality.speedClaim, dilution: quality.dilution)
        let heading = speed < 0.3 ? (sight.heading ?? .zero) : (sight.heading ?? recentHeading)
        let velocity = heading.map { $0 * speed }
        var step = MotionTest.Way()
        step.time = interval
        step.variance = variance * SpeedNoise.growth(over: interval)
        let rectified = 1 - Reckoner.selfCorrected * min(1, interval)
        let excess = rectified * variance / (2 * max(pacer.speed, 1))
        step.length = (max(0, (lastSpeed ?? speed) - excess) + max(0, speed - excess)) * (interval / 2)
        if let velocity {
            let before = lastVelocity ?? velocity
            step.displacement = (before + velocity) * (interval / 2)
            let change = velocity - before
            filter.blur(sampling: change * (Reckoner.betweenFixes * interval), lag: change * Reckoner.lag)
        }
        settle(step, hasHeading: velocity != nil, sight, fresh: fresh, &progress)
        pacer.take(
            max(0, speed - variance / (2 * max(pacer.speed, 1))) * (1 + estimate.scale), variance: variance,
            over: interval)
        let told = (lastSpeed ?? speed) + speed
        remember(speed, heading: sight.heading, over: interval)
        lastVelocity = velocity
        if !quality.isPoor, let missed = audit.take(sight.position, way: told * interval / 2, over: interval) {
            distrustSpeed(at: sight, missed: missed, &progress)
        }
    }

    private mutating func settle(
        _ step: MotionTest.Way, hasHeading: Bool, _ sight: Sight, fresh: Double, _ progress: inout Progress
    ) {
        let offset = sight.position - filter.expected
        let verdict = motion.take(
            step, hasHeading: hasHeading, offset: motion.isMoving ? nil : offset, spread: filter.spread(noise: fresh))
        if verdict == .moving {
            let way = motion.open
            filter.advance(by: way.displacement, way: way.length, variance: way.variance)
            progress.moving = way.time
            if !hasHeading { unplaced += way.length }
        }
        guard verdict != .undecided else { return }
        let gone = motion.open
        motion.close()
        observe(sight, fresh: fresh, gone: gone, &progress)
    }

    private mutating func observe(
        _ sight: Sight, fresh: Double, gone: MotionTest.Way, _ progress: inout Progress
    ) {
        guard !sight.quality.isPoor else {
            progress.rejections.append(.poorAccuracy)
            return
        }
        if unplaced > 0, place(sight, fresh: fresh) { return }
        let surprise = filter.surprise(of: sight.position, noise: fresh)
        let isAccepted = surprise <= (fixes <= Reckoner.early ? Reckoner.earlyGate : Reckoner.gate)
        // Outliers are news of the noise, too, but most of them are not noise.
        let weight = (1 - exp(-gone.time / Reckoner.memory)) * (isAccepted ? 1 : 0.25)
        restlessness *= 1 + weight * (min(surprise / 2, 5) - 1)
        restlessness = min(max(restlessness, 0.2), 10)
        guard isAccepted else {
            progress.rejections.append(.jump)
            positionOutlierTime += gone.time
            if positionOutlierTime > Reckoner.patience {
                filter.restartPosition(at: sight.position, error: 2 * sight.quality.positionError)
                positionOutlierTime = 0
                unplaced = 0
                progress.hasJumped = true
            }
            return
        }
        positionOutlierTime = 0
        filter.observe(sight.position, noise: fresh)
    }

    /// Without a course nobody knows where the way has led to; anywhere within its length will do.
    private mutating func place(_ sight: Sight, fresh: Double) -> Bool {
        let offset = sight.position - filter.expected
        let reach = 1.5 * unplaced + 4 * filter.spread(noise: fresh).squareRoot()
        guard (offset * offset).sum() <= reach * reach else { return false }
        filter.relocate(to: sight.position, positionError: sight.quality.positionError)
        unplaced = 0
        positionOutlierTime = 0
        return true
    }

    private mutating func remember(_ speed: Double?, heading: SIMD2<Double>?, over interval: Double) {
        lastSpeed = speed
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
    private var recentHeading: SIMD2<Double>? { headingAge < 5 ? lastHeading : nil }

    // By positions

    private mutating func measure(
        _ sight: Sight, doppler: Double?, over interval: Double, _ progress: inout Progress
    ) {
        var chords =
            self.chords
            ?? ChordMeter(at: sight.position, speed: lastSpeed ?? 0, isMoving: lastSpeed != nil && motion.isMoving)
        if isSpeedWrong {
            progress.rejections.append(.speedWrong)
            agreement.doppler += (doppler ?? 0) * interval
            agreement.time += interval
        } else {
            remember(nil, heading: nil, over: interval)
        }
        if !sight.quality.isPoor, let chord = chords.take(sight.position, over: interval) {
            filter.add(way: chord.way, variance: Reckoner.chordResidual * chord.variance)
            filter.relocate(to: sight.position, positionError: sight.quality.positionError)
            chordWay += chord.way
            agreement.chords += chord.way
            progress.moving = min(chord.time, chord.way / 0.5)
        }
        self.chords = chords
        if isSpeedWrong, agreement.time >= 10 { reviewSpeed() }
    }

    /// Positions have gone a way that the speed knows nothing of.
    private mutating func distrustSpeed(
        at sight: Sight, missed: (way: Double, time: Double), _ progress: inout Progress
    ) {
        isSpeedWrong = true
        agreement = Agreement()
        filter.add(way: missed.way, variance: 0.01 * missed.way * missed.way)
        filter.relocate(to: sight.position, positionError: sight.quality.positionError)
        chordWay += missed.way
        progress.moving = missed.time
        chords = ChordMeter(at: sight.position, speed: missed.way / missed.time, isMoving: true)
        motion.close()
        positionOutlierTime = 0
        audit.restart()
    }

    private mutating func reviewSpeed() {
        let isSame = agreement.doppler > 0.7 * agreement.chords - 3 && agreement.doppler < 1.4 * agreement.chords + 3
        if isSame { isSpeedWrong = false }
        agreement = Agreement()
    }

    private mutating func leave(_ chords: ChordMeter, at sight: Sight) {
        motion = MotionTest(isMoving: chords.isMoving)
        pacer = PaceFilter(at: sight.speed ?? chords.speed)
        filter.relocate(to: sight.position, positionError: sight.quality.positionError)
        lastVelocity = nil
        lastSpeed = sight.speed
        self.chords = nil
    }

    // Gaps

    /// The way over a gap.
    struct Bridge {
        /// Metres, and its variance.
        var way: Double
        var variance: Double
        /// Along the straight line between its ends: what positions say later about that corrects the way.
        var isStraight = false
    }

    /// Fixes are back after a gap.
    /// - Returns: the way over it; nil when no runner could have gone it.
    func bridge(to sight: Sight, over interval: Double) -> Bridge? {
        let offset = sight.position - filter.expected
        let chord = (offset * offset).sum().squareRoot()
        let error = 2 * sight.quality.positionError + Reckoner.reacquisition
        guard chord <= RunnerLimits.fastestKilometre * interval + error else { return nil }
        let before: Double? = chords == nil && motion.isMoving ? lastSpeed : speed
        let after: Double? = sight.speed ?? chords?.speed
        guard let before, let after, after < RunnerLimits.fastest else {
            return Bridge(way: chord > 2 * error ? chord : 0, variance: error * error)
        }
        // Two witnesses: the speed at both ends, and the straight line. A way is not shorter than that, and for a runner
        // who waited in between, or went round, not much longer.
        let reckoned = (before + after) / 2 * interval
        let longest = 1.6 * chord + 30
        if min(before, after) < 0.5 { return Bridge(way: chord > 2 * error ? chord : 0, variance: error * error) }
        if chord > reckoned + 2 * error { return Bridge(way: chord, variance: error * error) }
        if reckoned > longest {
            let doubt = (reckoned - longest) / 2
            return Bridge(way: longest, variance: doubt * doubt + error * error)
        }
        let doubt = Reckoner.steadiness * reckoned
        let isStraight = chord > reckoned - 2 * error
        guard isStraight, chords != nil else {
            return Bridge(way: reckoned, variance: doubt * doubt, isStraight: isStraight)
        }
        let weight = doubt * doubt / (doubt * doubt + error * error)
        return Bridge(way: reckoned + weight * (chord - reckoned), variance: doubt * doubt * (1 - weight))
    }

    /// Metres by which a receiver may be off when it comes out of a tunnel.
    private static let reacquisition = 10.0
    /// How well a runner keeps his speed where nobody sees him, relative.
    private static let steadiness = 0.05

    /// Goes on after a gap, with the way that was bridged.
    mutating func resume(at sight: Sight, by bridge: Bridge) {
        let offset = sight.position - filter.expected
        let chord = (offset * offset).sum().squareRoot()
        if bridge.isStraight, chord > 0 {
            filter.advance(by: offset * (bridge.way / chord), way: bridge.way, variance: bridge.variance)
            filter.blurPosition(by: Reckoner.reacquisition)
            filter.observe(sight.position, noise: Reckoner.freshNoise)
        } else {
            filter.add(way: bridge.way, variance: bridge.variance)
            filter.relocate(to: sight.position, positionError: 3 * sight.quality.positionError)
        }
        let speed = sight.speed.flatMap { $0 < RunnerLimits.fastest ? $0 : nil }
        if let speed {
            motion = MotionTest(isMoving: speed > 0.8)
            pacer = PaceFilter(at: speed)
            chords = nil
        } else {
            chords = ChordMeter(at: sight.position, speed: self.speed, isMoving: self.speed > 0.5)
        }
        isSpeedWrong = false
        positionOutlierTime = 0
        speedOutlierTime = 0
        audit.restart()
        remember(speed, heading: sight.heading, over: 0)
        lastPosition = sight.position
        estimate = filter.estimate(odds: odds)
    }

    mutating func beginFlight() {
        filter.beginFlight()
        chordWay = 0
        estimate = filter.estimate(odds: odds)
    }

    /// What a new segment takes over.
    var legacy: (noise: SpeedNoise, chordWay: Double) { (noise, chordWay) }

    /// Whether the runner is farther from the frame's origin than that, metres.
    func isBeyond(_ reach: Double) -> Bool { (filter.expected * filter.expected).sum() > reach * reach }

    /// The frame has been turned and moved.
    mutating func transform(_ change: (SIMD2<Double>) -> SIMD2<Double>) {
        let origin = change(.zero)
        filter.transform(change)
        chords?.transform(change)
        audit.transform(change)
        lastPosition = change(lastPosition)
        lastVelocity = lastVelocity.map { change($0) - origin }
        lastHeading = lastHeading.map { change($0) - origin }
    }
}
