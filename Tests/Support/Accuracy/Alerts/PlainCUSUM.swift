// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Page's cumulative sum over the Doppler speed's relative error beyond the band: it calls when the sum passes a
/// threshold, and again only after it has fallen back to nothing.
public struct PlainCUSUM: AlertRule {
    public static let name = "plain CUSUM"
    public static let isOnPhones = false

    private let band: PaceBand
    private let threshold: Double
    private var time: Double?
    private var sums: (fast: Double, slow: Double) = (0, 0)
    private var isCalled = (fast: false, slow: false)

    /// - Parameter threshold: of the sum, in seconds.
    public init(threshold: Double, band: PaceBand = AlertRun.band) {
        (self.threshold, self.band) = (threshold, band)
    }

    /// The threshold that was chosen by hand for a deviation of the Doppler speed in metres per second: as low as it can
    /// be with about one false call in two hours, where there is such a one.
    public static func threshold(for noise: Double) -> Double {
        switch noise {
        case ..<0.12: 0.2
        case ..<0.17: 0.5
        case ..<0.25: 0.8
        default: 1.5
        }
    }

    public mutating func take(_ new: Observation) -> GPWSState? {
        guard new.hasSpeed else { return nil }
        let interval = new.time - (time ?? new.time)
        time = new.time
        let error = new.speed * band.target / 1000 - 1
        let width = band.tolerance / band.target
        let isFast = PlainCUSUM.add((error - width) * interval, to: &sums.fast, threshold, &isCalled.fast)
        let isSlow = PlainCUSUM.add((-error - width) * interval, to: &sums.slow, threshold, &isCalled.slow)
        return isFast ? .overspeed : isSlow ? .sinkRate : nil
    }

    /// - Returns: whether it is to be called.
    private static func add(
        _ excess: Double, to sum: inout Double, _ threshold: Double, _ isCalled: inout Bool
    ) -> Bool {
        sum = max(0, sum + excess)
        if sum == 0 { isCalled = false }
        guard sum > threshold else { return false }
        // Otherwise the longer it was called for, the longer it would not be called again.
        sum = threshold
        defer { isCalled = true }
        return !isCalled
    }
}
