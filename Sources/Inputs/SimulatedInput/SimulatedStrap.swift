// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a simulated strap sends, second by second. A value without a clock.
struct SimulatedStrap {
    /// A notification of the heart-rate service holds nine intervals; older ones are lost with a real strap too.
    static let intervalsPerSample = 9

    private enum Link {
        case connecting, up, down
    }

    private let name: String
    private let curve: HeartRateCurve
    private var link = Link.connecting
    private var lastBeat = Seconds.zero
    private var hasReportedBattery = false

    init(name: String, curve: HeartRateCurve) {
        self.name = name
        self.curve = curve
    }

    /// What the strap sends once `time` has passed since the start. To be called with rising times.
    mutating func inputs(at time: Seconds) -> [Input] {
        guard let rate = curve.rate(at: time) else {
            defer { link = link == .connecting ? .connecting : .down }
            return link == .up ? [change(.down, "closed")] : []
        }
        var inputs: [Input] = []
        if link != .up {
            link = .up
            lastBeat = time
            inputs.append(change(.up))
            if !hasReportedBattery {
                hasReportedBattery = true
                inputs.append(.battery(Battery(sensor: name, percent: 80)))
            }
        }
        let sample = HeartRateSample(
            sensor: name, rate: BeatsPerMinute(rate.rawValue.rounded()), rrIntervals: beats(until: time), contact: true)
        inputs.append(.heartRate(sample))
        return inputs
    }

    /// The intervals of the beats since the last call, in milliseconds.
    private mutating func beats(until time: Seconds) -> [Double] {
        var intervals: [Double] = []
        while let rate = curve.rate(at: lastBeat) {
            let interval = Seconds(60 / rate.rawValue)
            guard lastBeat + interval <= time else { break }
            lastBeat = lastBeat + interval
            intervals.append(interval.rawValue * 1000)
        }
        return Array(intervals.suffix(SimulatedStrap.intervalsPerSample))
    }

    private func change(_ state: LinkChange.State, _ reason: String? = nil) -> Input {
        .link(LinkChange(kind: .heartRate, name: name, state: state, reason: reason))
    }
}
