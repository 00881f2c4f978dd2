// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// RunnerUp's coach: each second the pace of the last 20 s, from the steps' summed length; of the last 20 such paces the
/// mean, without the highest and the lowest of them once there are 20; compared with the band after 20 s and then after
/// every 30 s, beginning with the second that follows.
public struct RunnerUpCoach: AlertRule {
    public static let name = "RunnerUp"
    public static let isOnPhones = true
    private static let seconds = 20

    private let band: PaceBand
    private var last: Observation?
    private var distance = 0.0
    /// The last 21 s, a second apart.
    private var way: [(time: Double, distance: Double)] = []
    private var paces: [Double] = []
    private var grace = 20

    public init(band: PaceBand = AlertRun.band) {
        self.band = band
    }

    public mutating func take(_ new: Observation) -> GPWSState? {
        distance += last.map { new.way(from: $0) } ?? 0
        last = new
        way.append((new.time, distance))
        guard way.count > 1 else { return nil }
        if way.count > RunnerUpCoach.seconds + 1 { way.removeFirst() }
        paces.append(1000 * (new.time - way[0].time) / (distance - way[0].distance))
        if paces.count > RunnerUpCoach.seconds { paces.removeFirst() }
        guard grace == 0 else {
            grace -= 1
            return nil
        }
        grace = 30
        let pace = trimmedMean
        return band.contains(pace: pace) ? nil : pace < band.target ? .overspeed : .sinkRate
    }

    private var trimmedMean: Double {
        let outer = 5 * paces.count / 100
        return Array(paces.sorted().dropFirst(outer).dropLast(outer)).mean
    }
}
