// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A Kalman filter in which the distance flown is a state of its own, so that what a position says about where the runner
/// is corrects how far he has come by just as much as the two have to do with each other.
///
/// 0, 1 position east and north, metres; 2 distance, metres; 3 relative error of the receiver's speed; 4, 5 slow error of
/// the receiver's positions, metres. The derivation is in docs/navigation.md.
struct WayFilter: Codable, Sendable {
    private var state = SIMD8<Double>()
    private var covariance = Covariance()

    /// Metres since the flight began.
    var distance: Double { state[2] }
    /// The positions say that the receiver's speed is too high, which no Doppler is: the receiver smooths its positions,
    /// and they cut every bend. They still show where the runner is, and no longer how far he has come.
    var isCuttingBends: Bool {
        let excess = -state[3]
        return excess > max(WayFilter.leastCut, WayFilter.certain * covariance.row3[3].squareRoot())
            && excess < SpeedScale.mostCut
    }
    /// Relative, and standard deviations.
    private static let leastCut = 0.02
    private static let certain = 4.5
    /// Where a fix is expected.
    var expected: SIMD2<Double> { SIMD2(state[0] + state[4], state[1] + state[5]) }

    /// - Parameters:
    ///   - positionError: the standard deviation of a position's slow error per coordinate, metres.
    ///   - distance: what has been flown before, with its variance.
    init(at position: SIMD2<Double>, positionError: Double, distance: Double = 0, distanceVariance: Double = 0) {
        state[0] = position.x
        state[1] = position.y
        state[2] = distance
        covariance.row2[2] = distanceVariance
        covariance.row3[3] = SpeedScale.wide * SpeedScale.wide
        covariance.row4[4] = positionError * positionError
        covariance.row5[5] = positionError * positionError
    }

    /// Moves on by what the receiver's speed adds up to.
    /// - Parameters:
    ///   - way: its length along the way, at least that of the displacement, metres.
    ///   - variance: of each component of the displacement and of the way, m².
    mutating func advance(by displacement: SIMD2<Double>, way: Double, variance: Double) {
        let step = SIMD8(displacement.x, displacement.y, way, 0, 0, 0, 0, 0)
        state += step * (1 + state[3])
        if isCuttingBends {
            state[2] -= way * state[3]
            covariance.clear(2, to: covariance.row2[2])
        }
        covariance.map { row, _ in row += step * row[3] }
        let scale = covariance.row3
        covariance.row0 += scale * step[0]
        covariance.row1 += scale * step[1]
        covariance.row2 += scale * step[2]
        // The noise along the heading is the way's, too.
        let length = displacement.length
        let heading = way > 0 ? displacement / max(way, length) : .zero
        covariance.row0[0] += variance
        covariance.row1[1] += variance
        covariance.row2[2] += variance
        covariance.row0[2] += variance * heading.x
        covariance.row2[0] += variance * heading.x
        covariance.row1[2] += variance * heading.y
        covariance.row2[1] += variance * heading.y
    }

    /// Adds a way of which the positions know nothing.
    mutating func add(way: Double, variance: Double) {
        state[2] += way
        covariance.row2[2] += variance
    }

    /// Positions have jumped: the place moves with them, and what their error was says nothing about what it is. How far the
    /// runner has come has not changed, nor what that has to do with where he is.
    mutating func shift(to position: SIMD2<Double>, positionError: Double) {
        state[0] = position.x
        state[1] = position.y
        restartBias(at: position, error: positionError)
    }

    /// Positions have drifted away: what their error was says nothing about what it is. It will show whether it is that or
    /// the place.
    mutating func restartBias(at position: SIMD2<Double>, error: Double) {
        state[4] = position.x - state[0]
        state[5] = position.y - state[1]
        covariance.clear(4, to: error * error)
        covariance.clear(5, to: error * error)
    }

    /// Goes where the positions are: nothing connects the place with the way that led there any more.
    mutating func relocate(to position: SIMD2<Double>, positionError: Double) {
        covariance.clear(0, to: 0)
        covariance.clear(1, to: 0)
        shift(to: position, positionError: positionError)
    }

    /// Lets time pass for the positions' slow error, a first-order Gauss-Markov process.
    mutating func age(by interval: Double, correlation: Double, positionError: Double) {
        let decay = Elementary.decay(over: interval, constant: correlation)
        let factor = SIMD8(1, 1, 1, 1, decay, decay, 1, 1)
        state *= factor
        covariance.map { row, _ in row *= factor }
        covariance.row4 *= decay
        covariance.row5 *= decay
        let added = positionError * positionError * (1 - decay * decay)
        covariance.row4[4] += added
        covariance.row5[5] += added
    }

    /// A change of velocity shows in the speed and in the positions at times that are not known exactly.
    /// - Parameters:
    ///   - sampling: how far the place may be off because the change lay between two fixes, metres.
    ///   - lag: how far the positions may be off because they follow the speed late, metres.
    mutating func blur(sampling: SIMD2<Double>, lag: SIMD2<Double>) {
        covariance.add(sampling, at: 0, 1)
        covariance.add(lag, at: 4, 5)
    }

    /// - Parameter error: by which the positions' slow error may have changed, per coordinate, metres.
    mutating func blurPosition(by error: Double) {
        covariance.row4[4] += error * error
        covariance.row5[5] += error * error
    }

    /// What the distance's error is made of: what comes of the scale's, and the rest.
    struct DistanceError: Codable {
        /// m².
        var variance: Double
        /// Metres for each unit of the scale's error, and that one's variance.
        var byScale = 0.0
        var scaleVariance = 0.0
    }

    var distanceError: DistanceError {
        DistanceError(
            variance: covariance.row2[2], byScale: covariance.row2[3] / covariance.row3[3],
            scaleVariance: covariance.row3[3])
    }

    /// The distance's error is what it was before a hold, less what has been learned of the scale since.
    mutating func restore(_ error: DistanceError) {
        let learned = error.scaleVariance - covariance.row3[3]
        let byScale = learned >= 0 ? error.byScale : 0
        covariance.clear(2, to: max(0, error.variance - byScale * byScale * learned))
        covariance.row2[3] = byScale * covariance.row3[3]
        covariance.row3[2] = covariance.row2[3]
    }

    mutating func beginFlight() {
        state[2] = 0
        covariance.clear(2, to: 0)
    }

    /// The frame has been turned and moved.
    mutating func transform(_ change: (SIMD2<Double>) -> SIMD2<Double>) {
        let position = change(SIMD2(state[0], state[1]))
        let observed = change(expected)
        state[0] = position.x
        state[1] = position.y
        state[4] = observed.x - position.x
        state[5] = observed.y - position.y
    }

    /// The squared distance of a fix from where it is expected, in units of its variance: 2 on average.
    /// - Parameter noise: the variance of what is new in each coordinate from fix to fix, m².
    func surprise(of position: SIMD2<Double>, noise: Double) -> Double {
        let offset = position - expected
        let east = covariance.row0[0] + 2 * covariance.row0[4] + covariance.row4[4] + noise
        let north = covariance.row1[1] + 2 * covariance.row1[5] + covariance.row5[5] + noise
        return offset.x * offset.x / east + offset.y * offset.y / north
    }

    /// The variance of where a fix is expected, per coordinate, m².
    func spread(noise: Double) -> Double {
        let east = covariance.row0[0] + 2 * covariance.row0[4] + covariance.row4[4]
        let north = covariance.row1[1] + 2 * covariance.row1[5] + covariance.row5[5]
        return (east + north) / 2 + noise
    }

    /// Takes a fix, coordinate by coordinate.
    mutating func observe(_ position: SIMD2<Double>, noise: Double) {
        let east = covariance.row0 + covariance.row4
        update(east, variance: east[0] + east[4] + noise, residual: position.x - state[0] - state[4])
        let north = covariance.row1 + covariance.row5
        update(north, variance: north[1] + north[5] + noise, residual: position.y - state[1] - state[5])
    }

    private mutating func update(_ gain: SIMD8<Double>, variance: Double, residual: Double) {
        let weight = gain / variance
        state += weight * residual
        covariance.map { row, index in row -= weight * gain[index] }
    }

    /// The distance and the speed's scale, given how likely it is that the receiver's speed is right.
    func estimate(odds: Double) -> WayEstimate {
        let scale = SpeedScale(
            error: state[3], variance: covariance.row3[3], covarianceWithDistance: covariance.row2[3], odds: odds)
        return scale.estimate(distance: state[2], variance: covariance.row2[2])
    }
}
