// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// How far an estimator was from the truth in one run.
public struct FlightFigures: Hashable, Sendable {
    /// Of the whole distance; nil where the runner hardly moved.
    public var errorPercent: Double?
    public var errorMetres: Double
    /// Metres in ten minutes; nil unless the runner stood all the time.
    public var standing: Double?
    /// The root mean square error of the speed in m/s, after the first half minute.
    public var speedError: Double
    /// The same of the pace, in s/km, while the runner was steady: nil if that was never.
    public var paceError: Double?
    /// Of each true kilometre, by how many metres what was counted meanwhile differs.
    public var splitErrors: [Double]
    /// The most that was counted too much from one fix to the next.
    public var jump: Double
    /// Whether the truth is within two standard errors of the distance at the end; nil where none is told.
    public var isWithinTwoSigma: Bool?

    public init(_ trial: Trial, _ readings: [Reading]) {
        self.init(truth: trial.truth, hasFix: trial.observations.map(\.hasPosition), rate: trial.rate, readings)
    }

    /// - Parameters: the truth, whether there was a fix, and what was shown, at each epoch.
    public init(truth: [Trial.Truth], hasFix: [Bool], rate: Double, _ readings: [Reading]) {
        precondition(truth.count == readings.count && !truth.isEmpty, "a reading for each fix")
        let (end, last) = (truth[truth.count - 1], readings[readings.count - 1])
        errorMetres = last.distance - end.distance
        errorPercent = end.distance > 50 ? 100 * errorMetres / end.distance : nil
        standing = end.distance < 1 ? 600 * last.distance / end.time : nil
        let settled = truth.firstIndex { $0.time >= 30 } ?? truth.count
        speedError = zip(truth, readings).dropFirst(settled).map { ($1.speed - $0.speed) * ($1.speed - $0.speed) }
            .mean.squareRoot()
        paceError =
            end.distance > 50
            ? FlightFigures.paceError(truth, hasFix, rate: rate, after: settled, readings) : nil
        splitErrors = FlightFigures.splitErrors(truth, readings)
        jump = 0
        for index in truth.indices.dropFirst() {
            let counted = readings[index].distance - readings[index - 1].distance
            let excess = counted - (truth[index].distance - truth[index - 1].distance)
            jump = index == 1 ? excess : max(jump, excess)
        }
        isWithinTwoSigma = last.sigma.map { abs(errorMetres) <= 2 * $0 }
    }

    /// Steady is a true speed above 1 m/s that was within 12 % of its mean over the last ten seconds.
    private static func paceError(
        _ truth: [Trial.Truth], _ hasFix: [Bool], rate: Double, after settled: Int, _ readings: [Reading]
    ) -> Double? {
        let width = Int(10 * rate)
        var squares: [Double] = []
        for index in truth.indices where index > settled && index >= width && hasFix[index] && truth[index].speed > 1 {
            let mean = truth[(index - width + 1)...index].reduce(0) { $0 + $1.speed } / Double(width)
            let isSteady = truth[(index - width)...index].allSatisfy {
                abs($0.speed - mean) < 0.12 * truth[index].speed
            }
            guard isSteady else { continue }
            let error = 1000 / max(0.5, readings[index].speed) - 1000 / truth[index].speed
            squares.append(error * error)
        }
        return squares.isEmpty ? nil : squares.mean.squareRoot()
    }

    private static func splitErrors(_ truth: [Trial.Truth], _ readings: [Reading]) -> [Double] {
        let kilometres = Int((truth[truth.count - 1].distance + 1e-6) / 1000)
        guard kilometres >= 2 else { return [] }
        // While the runner stands, the kilometre ends when he comes to it.
        let times = Polyline(
            x: truth.enumerated().map { $1.distance + Double($0) * 1e-9 }, y: truth.map(\.time))
        let counted = Polyline(x: truth.map(\.time), y: readings.map(\.distance))
        let marks = (0...kilometres).map { counted[times[Double($0) * 1000]] }
        return zip(marks, marks.dropFirst()).map { abs($1 - $0 - 1000) }
    }
}
