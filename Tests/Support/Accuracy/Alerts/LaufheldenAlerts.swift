// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Laufhelden: the pace of the last seven steps, in tenths of a minute, called at the ninth in a row that is beyond an
/// edge. What is looked at when a fix comes is the pace before it. Positions worse than 30 m do not count.
public struct LaufheldenAlerts: AlertRule {
    public static let name = "Laufhelden"
    public static let isOnPhones = true

    private let band: PaceBand
    private var edges = CountedEdges(patience: 8, order: [.sinkRate, .overspeed])
    private var last: Observation?
    private var steps: [Double] = []
    /// In minutes per kilometre.
    private var pace = 0.0

    public init(band: PaceBand = AlertRun.band) {
        self.band = band
    }

    public mutating func take(_ new: Observation) -> GPWSState? {
        guard new.hasPosition, new.error * 1.41 <= 30 else { return nil }
        let call = judge()
        if let last {
            steps.append(new.way(from: last))
            if steps.count > 7 { steps.removeFirst() }
            pace = Double(steps.count) / 60 / (steps.reduce(0, +) / 1000)
        }
        last = new
        return call == .normal ? nil : call
    }

    private mutating func judge() -> GPWSState? {
        let shown = (pace * 10).rounded() / 10
        let (fastest, slowest) = ((band.target - band.tolerance) / 60, (band.target + band.tolerance) / 60)
        return edges.take { $0 == .overspeed ? shown <= fastest : shown >= slowest }
    }
}
