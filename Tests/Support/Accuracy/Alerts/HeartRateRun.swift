// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel
import TestSupport

/// A simulated recording to judge heart-rate alerts by: what a heart does, and what a strap says of it once a second.
/// The same for the same seed.
public struct HeartRateRun: Sendable {
    public enum Kind: Hashable, Sendable {
        /// Half an hour in the middle of the band.
        case steady
        /// From the middle of the band to 20 bpm off it, up or down, by so many bpm a minute.
        case ramp(Double)
        /// To 25 bpm off the middle, up or down, as at the onset and the end of an exercise: with a time constant of 30 s.
        case onset
        /// Half an hour in the middle of the band, with this every minute or two. After `staleReturn` the strap had been
        /// off while the heart rate came back into the band.
        case dropout(Dropout)
    }

    /// What goes wrong with a strap, for some seconds.
    public enum Dropout: String, CaseIterable, Sendable {
        case silence
        /// 0, which is none.
        case zero
        /// It says that it has no contact, and some number.
        case noContact = "no contact"
        /// The last value again and again.
        case frozen
        case halfRate = "half rate"
        case doubleRate = "double rate"
        /// Silence, and then first the value from before it.
        case staleReturn = "stale return"
    }

    /// In beats per minute; low enough that twice of it is a heart rate still.
    public static let target = 115.0
    public static let tolerance = 10.0
    static let start = Instant(nanoseconds: 0)

    public let kind: Kind
    /// What the runner's exercise asks for, and what the heart truly does, second by second, in beats per minute.
    public let plan: [Double]
    public let heart: [Double]
    /// What the strap says in each second; nil when it is silent.
    public private(set) var samples: [HeartRateSample?] = []
    /// The seconds in which the strap fails.
    public private(set) var dropouts: [Range<Int>] = []

    public static var mission: Mission {
        get throws {
            try Mission(
                target: .heartRate(BeatsPerMinute(target), tolerance: BeatsPerMinute(tolerance)), distance: nil,
                isIndoor: true)
        }
    }

    public init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        var mixer = SplitMix64(seed: seed)
        var random = SplitMix64(seed: mixer.next())
        plan = HeartRateRun.plan(kind, using: &random)
        let beats = [Noise(3, .correlated(60)), Noise(random.uniform(1, 2), .white)]
        heart = zip(plan, beats.errors(count: plan.count, step: 1, using: &random)).map { max(30, $0 + $1) }
        samples = heart.map { HeartRateRun.sample($0) }
        if case .dropout(let dropout) = kind { fail(dropout, using: &random) }
    }

    /// The mean of the heart rate over the last 10 s: what is called off the band, and not single beats.
    public var means: [Double] {
        heart.indices.map { Array(heart[max(0, $0 - 9)...$0]).mean }
    }

    /// - Parameter rate: beyond 240 it is no value.
    private static func sample(_ rate: Double?, contact: Bool? = true) -> HeartRateSample {
        HeartRateSample(sensor: "strap", rate: rate.map { BeatsPerMinute($0.rounded()) }, contact: contact)
    }

    private static func plan(_ kind: Kind, using random: inout SplitMix64) -> [Double] {
        let side = random.uniform() < 0.5 ? -1.0 : 1
        let begin = random.uniform(120, 180)
        switch kind {
        case .steady: return [Double](repeating: target, count: 1800)
        case .ramp(let slope):
            return (0..<Int(begin + 20 / slope * 60 + 120)).map { second in
                target + side * min(20, max(0, Double(second) - begin) * slope / 60)
            }
        case .onset:
            return (0..<Int(begin + 180)).map { second in
                target + side * 25 * (1 - exp(-max(0, Double(second) - begin) / 30))
            }
        case .dropout(.staleReturn):
            return (0..<1800).map { target + side * Excursion.height(at: Double($0 % Excursion.period)) }
        case .dropout: return [Double](repeating: target, count: 1800)
        }
    }

    /// Out of the band and back, again and again. The strap is off from `leaves` to `returns`.
    private enum Excursion {
        static let period = 240
        static let leaves = 150
        static let returns = 210

        static func height(at time: Double) -> Double {
            let up = 25 * (1 - exp(-max(0, time - 90) / 10))
            return time < Double(leaves) ? up : up * exp(-(time - Double(leaves)) / 10)
        }
    }

    private mutating func fail(_ dropout: Dropout, using random: inout SplitMix64) {
        guard dropout != .staleReturn else { return returnStale() }
        let lengths: ClosedRange<Double> = dropout == .halfRate || dropout == .doubleRate ? 2...10 : 2...30
        var begin = 60
        while begin < heart.count - 60 {
            let end = begin + Int(random.uniform(lengths.lowerBound, lengths.upperBound + 1))
            dropouts.append(begin..<end)
            for second in begin..<end {
                samples[second] =
                    switch dropout {
                    case .silence, .staleReturn: nil
                    case .zero: HeartRateRun.sample(nil)
                    case .noContact: HeartRateRun.sample(random.uniform(40, 200), contact: false)
                    case .frozen: samples[begin - 1]
                    case .halfRate: HeartRateRun.sample(heart[second] / 2)
                    case .doubleRate: HeartRateRun.sample(heart[second] * 2)
                    }
            }
            begin = end + Int(random.uniform(60, 120))
        }
    }

    private mutating func returnStale() {
        for cycle in stride(from: 0, to: heart.count - Excursion.period, by: Excursion.period) {
            let (leaves, returns) = (cycle + Excursion.leaves, cycle + Excursion.returns)
            dropouts.append(leaves..<returns + 2)
            for second in leaves..<returns { samples[second] = nil }
            for second in returns..<returns + 2 { samples[second] = samples[leaves - 1] }
        }
    }
}
