// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Judges the receiver's speed by what a runner can do, and learns its noise.
struct SpeedGate: Codable, Sendable {
    /// The last one that was believed, m/s.
    private(set) var last: Double?
    private(set) var noise: SpeedNoise
    private var missing = 0.0
    private var outlierTime = 0.0

    /// Seconds after which a speed that no runner can have reached is believed, for it has lasted.
    private static let patience = 5.0
    /// Seconds for which a fix that lacks its speed has its neighbour's.
    private static let memory = 3.0

    init(_ first: Double?, noise: SpeedNoise) {
        last = first.flatMap { $0 < RunnerLimits.fastest ? $0 : nil }
        self.noise = noise
    }

    /// - Parameter gone: how far the positions have moved over the interval, metres.
    /// - Returns: the speed to reckon with, the last one for a moment if this one cannot be; and whether it cannot.
    mutating func take(
        _ speed: Double?, quality: FixQuality, gone: Double, over interval: Double
    ) -> (speed: Double?, isOutlier: Bool) {
        guard let speed else {
            missing += interval
            if missing > SpeedGate.memory { last = nil }
            return (last, false)
        }
        missing = 0
        guard let before = last else {
            last = speed < RunnerLimits.fastest ? speed : nil
            return (last, false)
        }
        noise.calm(over: interval)
        let error = noise.variance(claim: quality.speedClaim, dilution: quality.dilution).squareRoot()
        let isSteady = abs(speed - before) <= RunnerLimits.acceleration * interval + 4 * error + 0.5
        let isBorneOut = speed <= RunnerLimits.fastest || gone > 0.5 * speed * interval
        guard isBorneOut, isSteady || outlierTime >= SpeedGate.patience else {
            outlierTime += interval
            noise.disturb()
            return (outlierTime <= 2 * SpeedGate.patience ? before : nil, true)
        }
        outlierTime = 0
        noise.take(speed, claim: quality.speedClaim, over: interval)
        last = speed
        return (speed, false)
    }
}
