// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Tells standing from moving by a sequential test of the way that the receiver's speed adds up to.
///
/// The test is Page's: the log-likelihood ratio of walking against standing is summed from where it last favoured what
/// is believed. While it favours the other, the way is withheld; it is credited, or dropped, with the verdict.
struct MotionTest: Codable, Sendable {
    enum Verdict { case undecided, standing, moving }

    /// What has been gone since the question opened.
    struct Way: Codable {
        var displacement = SIMD2<Double>()
        var length = 0.0
        var time = 0.0
        var variance = 0.0
    }

    private(set) var isMoving: Bool
    private(set) var open = Way()

    /// m/s: slower is no motion.
    static let slowest = 0.5
    /// m/s: the slowest motion that must be told from standing: a slow walk.
    private static let walking = 0.8
    /// Natural logarithms of the likelihood ratio. A start has to be certain, for a receiver that stands makes a false one
    /// every few minutes otherwise; it is credited whole when it is. A stop withholds nothing but noise.
    private static let startEvidence = 25.0
    private static let stopEvidence = 8.0
    private static let shortestStop = 1.5

    init(isMoving: Bool) {
        self.isMoving = isMoving
    }

    /// - Parameters:
    ///   - hasHeading: whether the displacement is known, and not the length of the way alone.
    ///   - offset: how far the positions are from where they were when the runner stood; nil while moving.
    ///   - spread: its variance per coordinate.
    /// - Returns: with `standing` and `moving`, `open` holds what is to be dropped or credited until `close`.
    mutating func take(_ step: Way, hasHeading: Bool, offset: SIMD2<Double>?, spread: Double) -> Verdict {
        open.displacement += step.displacement
        open.length += step.length
        open.time += step.time
        open.variance += step.variance
        let length = hasHeading ? open.displacement.length : open.length
        let walk = MotionTest.walking * open.time
        var evidence = walk * (length - walk / 2) / open.variance
        if isMoving {
            if evidence >= 0 { return .moving }
            guard -evidence >= MotionTest.stopEvidence, open.time >= MotionTest.shortestStop else { return .undecided }
            isMoving = false
            return .standing
        }
        if evidence <= 0 { return .standing }
        if let offset {
            // Did the positions go the same way?
            let along =
                hasHeading ? offset.dot(open.displacement) : offset.length * length
            let square = length * length
            evidence += (2 * min(max(along, 0), square) - square) / (2 * spread)
        }
        guard evidence >= MotionTest.startEvidence else { return .undecided }
        isMoving = true
        return .moving
    }

    mutating func close() {
        open = Way()
    }
}
