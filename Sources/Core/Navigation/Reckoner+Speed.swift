// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// By the receiver's speed, with positions as its check.
extension Reckoner {
    /// Seconds by which positions may follow the speed late.
    private static let lag = 1.0
    /// A change of velocity lies anywhere between two fixes: the standard deviation of a uniform distribution.
    private static let betweenFixes = 0.29
    /// Across the way, noise of σ² adds σ²/2v to a speed of v; of that the filter removes 0.3 itself at a fix a second, for
    /// it turns its corrections by the same noise (simulated, 0.05 to 0.3 m/s).
    private static let selfCorrected = 0.3
    /// m/s: a receiver tells no course when it is slower.
    private static let courseless = 0.3

    mutating func reckon(
        from before: Double, to speed: Double, _ sight: Sight, over interval: Double, _ progress: inout Progress
    ) {
        let variance = speeds.noise.variance(claim: sight.quality.speedClaim, dilution: sight.quality.dilution)
        let heading = sight.heading ?? (speed < Reckoner.courseless ? .zero : recentHeading)
        let velocity = heading.map { $0 * speed }
        let jitter = speeds.noise.jitter(claim: sight.quality.speedClaim)
        let rectified = jitter / (2 * max(pacer.speed, 1))
        let excess = rectified * (1 - Reckoner.selfCorrected * min(1, interval))
        var step = MotionTest.Way()
        step.time = interval
        step.variance = variance * SpeedNoise.growth(over: interval)
        step.length = (max(0, before - excess) + max(0, speed - excess)) * (interval / 2)
        if let velocity {
            let last = lastVelocity ?? velocity
            step.displacement =
                (last + velocity) * (interval / 2 * arc(from: last, to: velocity, jitter: jitter, over: interval))
            let change = velocity - last
            filter.blur(sampling: change * (Reckoner.betweenFixes * interval), lag: change * Reckoner.lag)
        }
        test(step, hasHeading: velocity != nil, sight, &progress)
        let corrected = max(0, speed - rectified) * (1 + estimate.scale)
        pacer.take(corrected, variance: variance, over: interval)
        progress.pace = PaceSample(
            interval: interval, speed: corrected, variance: variance,
            progress: velocity.flatMap { along($0, sight.position - lastPosition) },
            placeError: sight.quality.positionError * positions.errorScale)
        remember(sight.heading, speed: speed, over: interval)
        lastVelocity = velocity
        if !sight.quality.isPoor,
            let missed = audit.take(sight.position, way: (before + speed) * (interval / 2), over: interval)
        {
            distrustSpeed(at: sight, missed: missed, &progress)
        }
    }

    /// How far an offset leads along the course, metres; nil without one.
    private func along(_ velocity: SIMD2<Double>, _ offset: SIMD2<Double>) -> Double? {
        let course = (lastVelocity ?? velocity) + velocity
        let length = course.length
        return length > 0 ? offset.dot(course) / length : nil
    }

    /// The chord of an arc over the mean of the velocities at its ends: tan(h)/h for half the change of course h. Within a
    /// second it is 1, and a sharp turn is a corner and no arc.
    private func arc(from last: SIMD2<Double>, to velocity: SIMD2<Double>, jitter: Double, over interval: Double)
        -> Double
    {
        let lengths = last.length * velocity.length
        guard interval > 1.5, lengths > 1 else { return 1 }
        // tan²(θ/2) = (1 - cos θ)/(1 + cos θ), of which noise makes σ²/2v²; tan(h)/h = 1 + h²/3 + …
        let cosine = last.dot(velocity) / lengths
        guard cosine > Reckoner.corner else { return 1 }
        return 1 + max(0, (1 - cosine) / (1 + cosine) - jitter / lengths) / 3
    }

    /// The cosine of 50°.
    private static let corner = 0.64

    /// Does the runner move? What he went while that was open counts, or does not, with the answer.
    private mutating func test(
        _ step: MotionTest.Way, hasHeading: Bool, _ sight: Sight, _ progress: inout Progress
    ) {
        let fresh = positions.freshNoise(over: step.time)
        let verdict = motion.take(
            step, hasHeading: hasHeading, offset: motion.isMoving ? nil : sight.position - filter.expected,
            spread: filter.spread(noise: fresh))
        guard verdict != .undecided else { return }
        let way = motion.open
        motion.close()
        if verdict == .moving {
            filter.advance(by: way.displacement, way: way.length, variance: way.variance)
            progress.moving = way.time
            if !hasHeading { unplaced += way.length }
        }
        guard !sight.quality.isPoor else {
            progress.rejections.append(.poorAccuracy)
            return
        }
        observe(sight, noise: fresh, over: way.time, &progress)
    }

    private mutating func observe(_ sight: Sight, noise: Double, over interval: Double, _ progress: inout Progress) {
        if unplaced > 0, place(sight, noise: noise) { return }
        switch positions.take(filter.surprise(of: sight.position, noise: noise), over: interval) {
        case .accepted:
            stray = nil
            filter.observe(sight.position, noise: noise)
        case .outlier:
            progress.rejections.append(.jump)
            if stray == nil { stray = Stray(position: sight.position, reckoned: filter.expected) }
        case .moved:
            progress.rejections.append(.jump)
            if stray?.stood(until: sight.position, reckoned: filter.expected) == true {
                distrustSpeed(at: sight, missed: nil, &progress)
            } else {
                progress.hasJumped = true
                let error = 2 * sight.quality.positionError
                if stray?.hasLeapt == true {
                    filter.shift(to: sight.position, positionError: error)
                } else {
                    filter.restartBias(at: sight.position, error: error)
                }
            }
            unplaced = 0
            stray = nil
        }
    }

    /// Where positions were, and where they were expected, when they ceased to agree.
    struct Stray: Codable {
        var position: SIMD2<Double>
        var reckoned: SIMD2<Double>

        /// Metres.
        private static let far = 20.0
        private static let leap = 15.0

        /// Whether positions left at one step. If not, they drifted away, and it may be the place that is wrong.
        var hasLeapt: Bool { (position - reckoned).length > Stray.leap }

        /// Whether the speed has gone on and on since, and the positions have not: it is stuck.
        func stood(until newPosition: SIMD2<Double>, reckoned newReckoned: SIMD2<Double>) -> Bool {
            let said = (newReckoned - reckoned).length
            return said > Stray.far && (newPosition - position).length < said / 4
        }
    }

    /// Without a course nobody knows where the way has led to; anywhere within its length will do.
    private mutating func place(_ sight: Sight, noise: Double) -> Bool {
        let offset = sight.position - filter.expected
        let reach = 1.5 * unplaced + 4 * filter.spread(noise: noise).squareRoot()
        guard offset.squaredLength <= reach * reach else { return false }
        filter.relocate(to: sight.position, positionError: sight.quality.positionError)
        unplaced = 0
        positions.settle()
        return true
    }

    /// Positions have gone a way that the speed knows nothing of, or none where it does.
    private mutating func distrustSpeed(
        at sight: Sight, missed: (way: Double, time: Double)?, _ progress: inout Progress
    ) {
        trial = SpeedTrial()
        if let missed {
            filter.add(way: missed.way, variance: 0.01 * missed.way * missed.way)
            chordWay += missed.way
            progress.moving = missed.time
        }
        filter.relocate(to: sight.position, positionError: sight.quality.positionError)
        chords = ChordMeter(
            at: sight.position, speed: missed.map { $0.way / $0.time } ?? 0, isMoving: missed != nil)
        motion.close()
        positions.settle()
        audit = SpeedAudit()
    }
}
