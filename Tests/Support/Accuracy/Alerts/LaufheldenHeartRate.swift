// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Laufhelden: each second the last value that the strap sent, contact or not, unless it was 0; called at the fifth in a
/// row that is at an edge or beyond.
public struct LaufheldenHeartRate: Sendable {
    public static let name = "Laufhelden"
    private var edges = CountedEdges(patience: 4, order: [.overspeed, .sinkRate])
    private var shown: Double?

    public init() {}

    /// Takes a second, with what the strap said in it; nil for nothing.
    /// - Returns: what is called; `normal` for a return, which is called too.
    public mutating func take(_ sample: HeartRateSample?) -> GPWSState? {
        if let sample { shown = sample.rate?.rawValue }
        guard let shown else { return nil }
        let off = shown - HeartRateRun.target
        return edges.take { $0 == .overspeed ? off >= HeartRateRun.tolerance : off <= -HeartRateRun.tolerance }
    }

    public static func calls(in run: HeartRateRun) -> [AlertCall] {
        var rule = LaufheldenHeartRate()
        var calls: [AlertCall] = []
        for (second, sample) in run.samples.enumerated() {
            guard let call = rule.take(sample) else { continue }
            if !calls.isEmpty, calls[calls.count - 1].end == nil { calls[calls.count - 1].end = Double(second) }
            if call != .normal { calls.append(AlertCall(call, at: Double(second))) }
        }
        return calls
    }
}
