// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What heart-rate calls in some runs are worth.
///
/// The runner is off when the mean heart rate of the last 10 s is outside the band for 20 s or longer. The latency is the
/// time from the beginning of the first such stretch to the call, of the right kind, that comes in it or stands already,
/// which is none; a stretch without one is missed. Latencies are taken of ramps and onsets.
/// A call is false when both this mean and what the exercise asks for are inside the band; those in a dropout or in the
/// 5 s after it are counted apart.
public struct HeartRateScore: Hashable, Sendable {
    public private(set) var falseCalls = 0
    /// In which the exercise asks for what is inside the band.
    public private(set) var hours = 0.0
    public private(set) var dropouts = 0
    public private(set) var callsOnDropouts = 0
    /// In seconds.
    public private(set) var latencies: [Double] = []
    public private(set) var missed = 0

    /// Of no runs.
    public init() {}

    public init(_ run: HeartRateRun, _ calls: [AlertCall]) {
        let isTimed =
            switch run.kind {
            case .ramp, .onset: true
            case .steady, .dropout: false
            }
        self.init(plan: run.plan, means: run.means, dropouts: run.dropouts, isTimed: isTimed, calls)
    }

    /// - Parameters:
    ///   - plan: what the exercise asks for in each second, in beats per minute.
    ///   - means: of the heart rate, over the ten seconds that end with each.
    ///   - dropouts: the seconds in which the strap fails.
    ///   - isTimed: whether there is a latency to be taken.
    public init(plan: [Double], means: [Double], dropouts: [Range<Int>], isTimed: Bool, _ calls: [AlertCall]) {
        self.dropouts = dropouts.count
        hours = Double(plan.count { HeartRateScore.side($0) == .normal }) / 3600
        for call in calls {
            let second = min(means.count - 1, max(0, Int(call.time.rounded(.down))))
            guard HeartRateScore.side(means[second]) == .normal, HeartRateScore.side(plan[second]) == .normal
            else { continue }
            if dropouts.contains(where: { ($0.lowerBound..<$0.upperBound + 5).contains(second) }) {
                callsOnDropouts += 1
            } else {
                falseCalls += 1
            }
        }
        if isTimed { time(calls, HeartRateScore.stretch(means)) }
    }

    private mutating func time(_ calls: [AlertCall], _ stretch: (side: GPWSState, seconds: Range<Int>)?) {
        guard let stretch else { return }
        let (begin, end) = (Double(stretch.seconds.lowerBound), Double(stretch.seconds.upperBound))
        let call = calls.first { $0.kind == stretch.side && $0.time < end && $0.end ?? .infinity > begin }
        if let call { latencies = [max(0, call.time - begin)] } else { missed = 1 }
    }

    /// The first stretch of 20 s or more outside, and on which side.
    static func stretch(_ means: [Double]) -> (side: GPWSState, seconds: Range<Int>)? {
        var begin = 0
        for second in 1...means.count {
            let side = side(means[begin])
            if second < means.count, HeartRateScore.side(means[second]) == side { continue }
            if side != .normal, second - begin >= 20 { return (side, begin..<second) }
            begin = second
        }
        return nil
    }

    private static func side(_ rate: Double) -> GPWSState {
        let off = rate - HeartRateRun.target
        return off > HeartRateRun.tolerance ? .overspeed : off < -HeartRateRun.tolerance ? .sinkRate : .normal
    }

    public static func + (left: HeartRateScore, right: HeartRateScore) -> HeartRateScore {
        var sum = left
        sum.falseCalls += right.falseCalls
        sum.hours += right.hours
        sum.dropouts += right.dropouts
        sum.callsOnDropouts += right.callsOnDropouts
        sum.latencies += right.latencies
        sum.missed += right.missed
        return sum
    }

    /// NaN without a run inside the band.
    public var falsePerHour: Double { hours > 0 ? Double(falseCalls) / hours : .nan }
    public var stretches: Int { latencies.count + missed }
    /// Of the latencies, in seconds; NaN without one.
    public var median: Double { latencies.median }
    public var high: Double { latencies.quantile(0.9) }
}
