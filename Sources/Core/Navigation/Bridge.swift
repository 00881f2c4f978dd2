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
    /// m/s: slower is standing.
    private static let standing = 0.5

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
        guard chord <= RunnerLimits.fastestKilometre * interval + error else { return nil }
        way = chord > 2 * error ? chord : 0
        variance = error * error
        guard let before, let after, after < RunnerLimits.fastest, min(before, after) >= Bridge.standing else { return }
        // A way is not shorter than the straight line; nor much longer, for who waited in between moved as little as
        // who went round in circles.
        let reckoned = (before + after) / 2 * interval
        let longest = 1.6 * chord + 30
        if chord > reckoned + 2 * error {
            way = chord
        } else if reckoned > longest {
            way = longest
            variance += (reckoned - longest) * (reckoned - longest) / 4
        } else {
            isStraight = hasDoppler && chord > reckoned - 2 * error
            let doubt = Bridge.steadiness * Bridge.steadiness * reckoned * reckoned
            let weight = hasDoppler || chord <= reckoned - 2 * error ? 0 : doubt / (doubt + error * error)
            way = reckoned + weight * (chord - reckoned)
            variance = doubt * (1 - weight)
        }
    }
}
