// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// By positions alone.
extension Reckoner {
    /// Of a chord's noise, what the next chord does not take back.
    private static let chordResidual = 0.1
    /// The errors of a speed by chords are all slow, where a third of a measured speed's are.
    private static let chordCorrelation = 3.0

    /// - Parameters:
    ///   - speed: the receiver's, which is known to be wrong; nil where it tells none.
    ///   - before: what it last was while it was believed.
    mutating func measure(
        _ sight: Sight, speed: Double?, before: Double?, over interval: Double, _ progress: inout Progress
    ) {
        if chords == nil {
            chords = ChordMeter(at: lastPosition, speed: before ?? 0, isMoving: before != nil && motion.isMoving)
        }
        if trial != nil { progress.rejections.append(.speedWrong) }
        remember(nil, speed: nil, over: interval)
        let chord = sight.quality.isPoor ? nil : chords?.take(sight.position, over: interval)
        if let chord {
            filter.add(way: chord.way, variance: Reckoner.chordResidual * chord.variance)
            filter.relocate(to: sight.position, positionError: sight.quality.positionError)
            chordWay += chord.way
            progress.moving = min(chord.time, chord.way / MotionTest.slowest)
        }
        progress.pace = PaceSample(
            interval: interval, speed: self.speed, variance: Reckoner.chordCorrelation * speedError * speedError,
            progress: nil, placeError: sight.quality.positionError)
        if trial?.take((speed ?? 0) * interval, chord: chord?.way ?? 0, over: interval) == true { trial = nil }
    }

    /// The receiver's speed is back.
    mutating func leave(_ chords: ChordMeter, at sight: Sight, speed: Double) {
        // The chord that was open is not lost.
        filter.add(way: chords.openWay, variance: chords.openWay)
        chordWay += chords.openWay
        motion = MotionTest(isMoving: chords.isMoving)
        pacer = PaceFilter(at: speed)
        filter.relocate(to: sight.position, positionError: sight.quality.positionError)
        lastVelocity = nil
        self.chords = nil
    }
}
