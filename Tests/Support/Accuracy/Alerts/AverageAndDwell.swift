// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// What many would write: an exponential average over 10 s of the Doppler speed, beyond an edge for 5 s; back when 2 %
/// inside it.
public struct AverageAndDwell: AlertRule {
    public static let name = "average, dwell"
    public static let isOnPhones = false

    private let band: PaceBand
    private var mean: Double?
    private var time = 0.0
    private var state = GPWSState.normal
    private var side = GPWSState.normal
    private var since = 0.0

    public init(band: PaceBand = AlertRun.band) {
        self.band = band
    }

    public mutating func take(_ new: Observation) -> GPWSState? {
        guard new.hasSpeed else { return nil }
        // A second weighs 2/(10 + 1), so that the mean age is that of a plain average over 10 s.
        let weight = 1 - pow(9.0 / 11, new.time - time)
        let speed = mean.map { $0 + weight * (new.speed - $0) } ?? new.speed
        (mean, time) = (speed, new.time)
        switch state {
        case .overspeed where speed < band.fastest * 0.98: state = .normal
        case .sinkRate where speed > band.slowest * 1.02: state = .normal
        default: break
        }
        let now: GPWSState = speed > band.fastest ? .overspeed : speed < band.slowest ? .sinkRate : .normal
        if now != side { (side, since) = (now, time) }
        guard side != .normal, side != state, time - since >= 5 else { return nil }
        state = side
        return state
    }
}
