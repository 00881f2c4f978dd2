// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The way over a gap, by two witnesses: the speed at both its ends, and the straight line between them.
struct Bridge: Sendable {
    /// Metres, and its variance.
    var way: Double
    var variance: Double
    /// Along the straight line: what positions say later about its end corrects the way.
    var isStraight = false

    /// Metres by which a receiver may be off when it comes out of a tunnel.
    static let reacquisition = 10.0
    /// How well a runner keeps his speed where nobody sees him, relative.
    private static let steadiness = 0.05

    /// - Parameters:
    ///   - chord: the straight line, metres.
    ///   - before: the speed at its beginning, m/s; nil when it is not known.
    ///   - after: that at its end.
    ///   - hasDoppler: whether the speeds are measured, and not by positions themselves.
    /// - Returns: nil when no runner could have gone it.
    init?(
        chord: Double, over interval: Double, before: Double?, after: Double?, hasDoppler: Bool, positionError: Double
    ) {
        let error = 2 * positionError + Bridge.reacquisition
        let fastest = max(RunnerLimits.fastestKilometre, 1.2 * min(before ?? 0, after ?? 0))
        guard chord <= fastest * interval + error else { return nil }
        // Who stood at either end, or did not say, has gone the line, if it is one; what is within the error is none.
        way = chord > error ? chord : 0
        variance = chord > error ? error * error : chord * chord / 4
        guard let before, let after, after < RunnerLimits.fastest, min(before, after) >= MotionTest.slowest else {
            return
        }
        let reckoned = (before + after) / 2 * interval
        if chord > reckoned + 2 * error {
            way = chord
            variance = error * error
        } else if chord > reckoned - 2 * error {
            isStraight = hasDoppler
            let doubt = Bridge.steadiness * Bridge.steadiness * reckoned * reckoned
            let weight = hasDoppler ? 0 : doubt / (doubt + error * error)
            way = reckoned + weight * (chord - reckoned)
            variance = doubt * (1 - weight)
        } else {
            // Who went round about has gone as far as his speed says, who waited as far as the line: in between, and no more
            // than a way round.
            let longest = min(reckoned, 2 * chord + 30)
            way = (longest + chord) / 2
            variance = error * error + (reckoned - chord) * (reckoned - chord) / 4
        }
    }
}
