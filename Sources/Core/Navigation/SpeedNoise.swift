// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Learns the noise of a receiver's speed from how it jitters about a straight line, a second apart.
///
/// A runner's own speed is smooth on that scale; what is left is noise. Its colour cannot be told from so little: it is
/// taken for 64 % white and 36 % correlated over 3 s.
struct SpeedNoise: Codable, Sendable {
    /// m²/s², per component, as sampled.
    private(set) var variance = 0.02
    /// What the receiver claims, on average.
    private var claimed = 0.02
    private var sum = 0.0
    private var count = 0.0
    private var span = 0.0
    private var last: Double?
    private var beforeLast: Double?
    private var learned = 0.0
    private var disturbance = 0.0

    /// Seconds: over a longer time a runner's own speed bends.
    private static let longest = 5.1
    private static let whiteShare = 0.64
    private static let correlation = 3.0
    /// What is learned is forgotten over a minute: about as long as a sky view lasts.
    private static let memory = 60.0

    /// - Parameter claim: the receiver's own estimate of its speed's error, when it may be trusted.
    mutating func take(_ speed: Double, claim: Double?, over interval: Double) {
        sum += speed
        count += 1
        span += interval
        if let claim {
            let weight = Elementary.weight(over: interval, constant: min(max(learned, 3), SpeedNoise.memory))
            claimed += weight * (claim * claim - claimed)
        }
        guard span >= 0.99 else { return }
        if span <= SpeedNoise.longest {
            learn(sum / count, of: count, over: span)
        } else {
            last = nil
            beforeLast = nil
        }
        sum = 0
        count = 0
        span = 0
    }

    private mutating func learn(_ mean: Double, of count: Double, over span: Double) {
        defer {
            beforeLast = last
            last = mean
        }
        guard let last, let beforeLast else { return }
        let bend = mean - 2 * last + beforeLast
        // The variance of a second difference over that of a sample: of means of so many samples, of which the white part
        // averages out and the slow part hardly does.
        let decay = Elementary.decay(over: span / count, constant: SpeedNoise.correlation)
        let whole = Elementary.decay(over: span, constant: SpeedNoise.correlation)
        let ahead = (1 - whole) / (1 - decay) / count
        let near = ahead * (1 - 1 / whole) / (1 - 1 / decay) / count * whole
        let same = (1 + decay - 2 * decay * ahead) / (1 - decay) / count
        let white = SpeedNoise.whiteShare * 6 / count
        let slow = (1 - SpeedNoise.whiteShare) * (6 * same - 8 * near + 2 * near * whole)
        let square = bend * bend / (white + slow)
        // A start or a stop is no noise.
        guard square <= max(16 * variance, SpeedNoise.change) else { return }
        learned += span
        let weight = Elementary.weight(over: span, constant: min(max(learned, 3), SpeedNoise.memory))
        variance = max(variance + weight * (square - variance), SpeedNoise.least)
    }

    /// m²/s²: a bend of the speed by more than 0.6 m/s in two seconds is the runner's.
    private static let change = 0.084

    /// 0.03 m/s: what good receivers reach in the open.
    private static let least = 0.0009

    /// Of what a receiver claims: claims are too high by 2 or 3, and by more they are right about an error that lasts
    /// too long to be seen as jitter (navisys-gr701w, indoors).
    private static let leastOfClaim = 0.35

    /// The variance of a speed, m²/s².
    /// - Parameters:
    ///   - claim: as for `take`. How it changes is believed, its level is learned.
    ///   - dilution: HDOP or what stands for it; Doppler suffers from bad geometry as positions do.
    func variance(claim: Double?, dilution: Double) -> Double {
        let floor =
            claim.map { $0 * SpeedNoise.leastOfClaim }
            ?? min(SpeedNoise.perDilution * dilution, SpeedNoise.mostByDilution)
        return max(jitter(claim: claim), floor * floor) + disturbance
    }

    /// That part of it which was seen, m²/s².
    func jitter(claim: Double?) -> Double {
        guard let claim else { return variance }
        return max(claim * claim * variance / max(claimed, 1e-4), SpeedNoise.least)
    }

    /// A receiver that has just told an impossible speed is not sure of the next ones either.
    mutating func disturb() { disturbance = SpeedNoise.shock }

    mutating func calm(over interval: Double) {
        disturbance =
            disturbance < 1e-4 ? 0 : disturbance * Elementary.decay(over: interval, constant: SpeedNoise.recovery)
    }

    /// m²/s², and seconds.
    private static let shock = 1.0
    private static let recovery = 5.0

    /// 0.05 m/s at a dilution of 1: the median of u-blox and SiRF logs.
    private static let perDilution = 0.05
    /// m/s: dilutions of 16 and more are said of receivers whose Doppler is good all the same.
    private static let mostByDilution = 0.3

    /// The variance of what noise of 1 m²/s² adds to the way over an interval, m².
    static func growth(over interval: Double) -> Double {
        (whiteShare * interval + (1 - whiteShare) * 2 * correlation) * interval
    }
}
