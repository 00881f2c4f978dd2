// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Judges positions by how far they lie from where they are expected, and learns from that how fast their error changes.
struct PositionGate: Codable, Sendable {
    enum Verdict { case accepted, outlier, moved }

    /// The squared innovations over what they should be.
    private var restlessness = 1.0
    private var judged = 0
    private var outlierTime = 0.0

    /// The squared, normalised innovation beyond which a position is an outlier: 1 in 1100 of good ones (χ², 2 degrees).
    private static let gate = 14.0
    /// While nothing has been learned, only jumps are outliers.
    private static let earlyGate = 50.0
    private static let early = 9
    /// Seconds after which outliers that go on are believed: longer than most reflections last.
    private static let patience = 12.0
    /// Seconds over which the restlessness is learned.
    private static let memory = 60.0
    /// Seconds over which the error of single receivers' positions changes: half a minute to some minutes.
    private static let correlation = 60.0
    /// m²: what is new in a position within a second.
    private static let fresh = 0.35

    /// Over which time the slow error changes, seconds. A quiet receiver's is slower, not smaller.
    var errorTime: Double { PositionGate.correlation * min(max(1 / restlessness, 0.5), 5) }
    /// By how much the slow error is larger than what was assumed.
    var errorScale: Double { max(1, restlessness).squareRoot() }

    /// The variance of what is new in each coordinate, m². More fixes in a second bring no more news.
    func freshNoise(over interval: Double) -> Double {
        PositionGate.fresh * max(1, 1 / max(interval, 0.05)) * max(0.5, restlessness)
    }

    /// - Parameters:
    ///   - surprise: the squared, normalised innovation.
    ///   - interval: since the one before it, seconds.
    mutating func take(_ surprise: Double, over interval: Double) -> Verdict {
        judged += 1
        let isAccepted = surprise <= (judged <= PositionGate.early ? PositionGate.earlyGate : PositionGate.gate)
        // Outliers are news of the noise, too, but most of them are not noise.
        let weight = Elementary.weight(over: interval, constant: PositionGate.memory) * (isAccepted ? 1 : 0.25)
        restlessness *= 1 + weight * (min(surprise / 2, 5) - 1)
        restlessness = min(max(restlessness, 0.2), 10)
        guard !isAccepted else {
            settle()
            return .accepted
        }
        outlierTime += interval
        guard outlierTime > PositionGate.patience else { return .outlier }
        settle()
        return .moved
    }

    /// The positions are believed as they are.
    mutating func settle() { outlierTime = 0 }
}
