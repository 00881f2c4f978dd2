// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Judges the pace against its band.
struct PaceDetector: Codable, Sendable {
    private var test = PaceTest()
    private var rule = BandRule()
    private var side = BandSide.inside
    private var severity = Alert.Severity.caution
    /// Whether the plain rule has not seen the runner inside the band yet.
    var isWaiting: Bool { !rule.wasInside }

    /// A new band, or the flight's beginning.
    mutating func forget() { self = PaceDetector() }

    /// Nothing of what was measured so far says anything about what comes.
    mutating func reset() {
        test.reset()
        side = .inside
        severity = .caution
    }

    mutating func take(_ sample: PaceSample, _ band: PaceBand) {
        test.take(sample, inside: side == .inside ? band : nil)
    }

    /// - Parameters:
    ///   - speed: smoothed, m/s, and its standard error.
    ///   - pace: what the band was made of.
    mutating func judge(
        _ speed: MetresPerSecond, error: MetresPerSecond, _ pace: SecondsPerKilometre, _ band: PaceBand,
        _ settings: GPWSConfiguration
    ) -> Finding {
        switch settings.detector {
        case .band: enter(rule.judge(speed.rawValue, band))
        case .sequential:
            _ = rule.judge(speed.rawValue, band)
            if side != .inside, test.isBack(from: side, band) { enter(.inside) }
            if side == .inside { enter(test.verdict(band, calm: settings.calm.rawValue)) }
        }
        // Surely beyond twice the band: it does not become a caution again until it is back.
        if side == .above, speed.rawValue - error.rawValue > band.muchTooFast { severity = .warning }
        if side == .below, speed.rawValue + error.rawValue < band.muchTooSlow { severity = .warning }
        let value = (speed.pace ?? SecondsPerKilometre(0)).rawValue
        return Finding(
            side: side, severity: severity, target: .pace, value: value, deviation: value - pace.rawValue,
            error: speed > .zero ? value * (error / speed) : 0)
    }

    private mutating func enter(_ new: BandSide) {
        guard new != side else { return }
        side = new
        severity = .caution
        // What has led here says nothing about what leads away.
        test.reset()
    }
}
