// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What the calls in some runs are worth.
///
/// A call is false when the true mean pace of the last 15 s is inside the band, unless the runner is off target just
/// then. The latency is the time from the step to the first OVERSPEED while the runner is off target; a step without one
/// is missed.
public struct AlertScore: Hashable, Sendable {
    /// Calls that were false in the runs on target, and how many hours these are.
    public private(set) var falseCalls = 0
    public private(set) var hours = 0.0
    /// Calls that were false before and after steps.
    public private(set) var falseCallsAroundSteps = 0
    /// In seconds, of the steps that were called.
    public private(set) var latencies: [Double] = []
    public private(set) var missed = 0

    /// Of no runs.
    public init() {}

    public init(_ run: AlertRun, _ calls: [AlertCall]) {
        self.init(speeds: run.moments.map(\.speed), rate: run.setup.rate, stepTime: run.stepTime, calls)
    }

    /// - Parameters:
    ///   - speeds: the true ones, `rate` a second.
    ///   - stepTime: when the runner leaves the target, for `AlertRun.timeOff`.
    public init(speeds: [Double], rate: Double, stepTime: Double?, _ calls: [AlertCall]) {
        let width = max(1, Int(15 * rate))
        var latency: Double?
        var wrong = 0
        for call in calls {
            let index = min(speeds.count - 1, Int((call.time * rate).rounded()))
            let mean = Array(speeds[max(0, index - width)...index]).mean
            let isOff = stepTime.map { call.time >= $0 && call.time < $0 + AlertRun.timeOff } ?? false
            if isOff {
                if call.kind == .overspeed, latency == nil { latency = stepTime.map { call.time - $0 } }
            } else if AlertRun.band.contains(pace: 1000 / max(0.1, mean)) {
                wrong += 1
            }
        }
        if stepTime == nil {
            falseCalls = wrong
            hours = Double(speeds.count) / rate / 3600
        } else {
            falseCallsAroundSteps = wrong
            if let latency { latencies = [latency] } else { missed = 1 }
        }
    }

    public static func + (left: AlertScore, right: AlertScore) -> AlertScore {
        var sum = left
        sum.falseCalls += right.falseCalls
        sum.hours += right.hours
        sum.falseCallsAroundSteps += right.falseCallsAroundSteps
        sum.latencies += right.latencies
        sum.missed += right.missed
        return sum
    }

    /// NaN without a run on target.
    public var falsePerHour: Double { hours > 0 ? Double(falseCalls) / hours : .nan }
    public var steps: Int { latencies.count + missed }
    /// Of the latencies, in seconds; NaN without one.
    public var median: Double { latencies.median }
    public var high: Double { latencies.quantile(0.9) }
}
