// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// How soon and how seldom pace alerts came; see `AlertTrial`.
public struct AlertFigures: Sendable {
    /// Seconds in which a target was judged.
    public var judged = 0.0
    /// What was said, by kind.
    public var calls: [String: Int] = [:]
    public var falseCalls = 0
    public var episodes = 0
    public var missed = 0
    /// Seconds.
    public var latencies: [Double] = []

    public init() {}

    public static func + (left: AlertFigures, right: AlertFigures) -> AlertFigures {
        var sum = left
        sum.judged += right.judged
        sum.calls.merge(right.calls, uniquingKeysWith: +)
        sum.falseCalls += right.falseCalls
        sum.episodes += right.episodes
        sum.missed += right.missed
        sum.latencies += right.latencies
        return sum
    }

    public var hours: Double { judged / 3600 }

    /// nil when nothing was judged.
    public func perHour(_ count: Int) -> Double? { hours > 0 ? Double(count) / hours : nil }

    public var medianLatency: Double? {
        let sorted = latencies.sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

extension AlertFigures: Encodable {
    private enum CodingKeys: String, CodingKey {
        case hours = "hours_judged"
        case calls
        case falseCalls = "false_calls"
        case falsePerHour = "false_per_hour"
        case episodes, missed
        case median = "median_latency_s"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(hours, forKey: .hours)
        try container.encode(calls, forKey: .calls)
        try container.encode(falseCalls, forKey: .falseCalls)
        try container.encode(perHour(falseCalls), forKey: .falsePerHour)
        try container.encode(episodes, forKey: .episodes)
        try container.encode(missed, forKey: .missed)
        try container.encode(medianLatency, forKey: .median)
    }
}
