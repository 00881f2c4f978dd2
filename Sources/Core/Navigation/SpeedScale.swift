// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The best of what the filter knows.
struct WayEstimate: Codable, Sendable {
    /// Metres, and its variance.
    var distance = 0.0
    var variance = 0.0
    /// The relative error of the receiver's speed, and its variance.
    var scale = 0.0
    var scaleVariance = 0.0
}

/// Two beliefs about a receiver's speed, weighed by what the positions say: it is right, or it has been processed and is a
/// few per cent off.
///
/// The filter learns the scale with a wide prior. What it would have learned with a narrow one follows in closed form,
/// for the posterior is Gaussian: the narrow prior over the wide one is one more measurement, of 0, and its likelihood is
/// the Bayes factor between the two.
struct SpeedScale {
    var error: Double
    var variance: Double
    var covarianceWithDistance: Double
    /// The logarithm of the prior odds that the speed is right.
    var odds: Double

    /// A speed that is right: carrier Doppler has no scale of its own, and 0.15 % covers a runner's height and the plane
    /// of his path.
    static let narrow = 0.0015
    /// A processed one: a phone under-read by 4.5 % on all of 18 walks with a measuring wheel, and receivers do so on bends.
    static let wide = 0.1
    /// How much smoothed positions cut off bends at most; a speed that is too high by more is no speed in m/s.
    static let mostCut = 0.3
    /// The prior odds e^4.5 = 90 : 1 for a receiver that tells its speed's error, e^2 = 7 : 1 for others.
    static func odds(for quality: FixQuality) -> Double { quality.speedClaim == nil ? 2 : 4.5 }

    func estimate(distance: Double, variance distanceVariance: Double) -> WayEstimate {
        let narrow = SpeedScale.narrow * SpeedScale.narrow
        let wide = SpeedScale.wide * SpeedScale.wide
        let noise = 1 / (1 / narrow - 1 / wide)
        let sum = variance + noise
        let low = error > -SpeedScale.mostCut ? max(0, error) : error
        let logOdds = odds + 0.5 * (Elementary.log(wide / narrow) + Elementary.log(noise / sum) - low * low / sum)
        let weight = 1 / (1 + Elementary.exp(-logOdds))
        let distanceChange = -covarianceWithDistance / sum * error
        let scaleChange = -variance / sum * error
        let between = weight * (1 - weight)
        return WayEstimate(
            distance: distance + weight * distanceChange,
            variance: distanceVariance - weight * covarianceWithDistance * covarianceWithDistance / sum
                + between * distanceChange * distanceChange,
            scale: error + weight * scaleChange,
            scaleVariance: variance - weight * variance * variance / sum + between * scaleChange * scaleChange)
    }
}
