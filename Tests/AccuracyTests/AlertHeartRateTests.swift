// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Glibc
import RunwayModel
import Testing

/// The simulated hearts and straps, and what calls on them are worth.
struct AlertHeartRateTests {
    private static let seeds: ClosedRange<UInt64> = 1...30

    private func runs(_ kind: HeartRateRun.Kind) -> [HeartRateRun] {
        AlertHeartRateTests.seeds.map { HeartRateRun(kind, seed: $0) }
    }

    @Test func heartsBeatUnevenly() {
        let runs = runs(.steady)
        let noise = runs.flatMap { run in zip(run.heart, run.plan).map { $0 - $1 } }
        // Of 3 bpm for a minute, and of 1 to 2 bpm from beat to beat.
        #expect(abs(noise.mean) < 0.3)
        #expect(abs(noise.deviation - (9 + 7.0 / 3).squareRoot()) < 0.15)
        #expect(abs(noise.correlation(after: 60) - 0.79 * exp(-1)) < 0.07)
        #expect(abs(noise.correlation(after: 1) - 0.78) < 0.03)
        let means = runs.flatMap { Array($0.means.dropFirst(10)) }
        #expect((2.5...3.1).contains(means.deviation))
        for run in runs {
            #expect(run.plan == [Double](repeating: 115, count: 1800))
            #expect(run.samples.map { $0?.rate?.rawValue } == run.heart.map { $0.rounded() })
            #expect(run.dropouts.isEmpty)
        }
    }

    @Test(arguments: [2, 5, 20] as [Double])
    func rampsRiseAndFall(_ slope: Double) {
        let runs = runs(.ramp(slope))
        for run in runs {
            #expect(run.plan[0] == 115 && abs(abs((run.plan.last ?? 0) - 115) - 20) < 1e-9)
            let steps = zip(run.plan, run.plan.dropFirst()).map { abs($1 - $0) }
            #expect(steps.allSatisfy { $0 < slope / 60 + 1e-9 })
            #expect(abs(Double(steps.count { $0 > 0 }) - 1200 / slope) < 3)
        }
        #expect(Set(runs.map { $0.plan.last ?? 0 > 115 }).count == 2)
    }

    @Test func onsetsTakeHalfAMinute() {
        for run in runs(.onset) {
            let begin = run.plan.lastIndex(of: 115) ?? 0
            #expect((120..<181).contains(begin))
            // A second is between them at most.
            let share = abs(run.plan[begin + 30] - 115) / 25
            #expect((1 - exp(-29.0 / 30)...1 - exp(-1)).contains(share))
        }
    }

    @Test func strapsFail() {
        func failures(_ dropout: HeartRateRun.Dropout) -> [(sample: HeartRateSample?, heart: Double)] {
            runs(.dropout(dropout)).flatMap { run in
                run.dropouts.flatMap { $0.map { (run.samples[$0], run.heart[$0]) } }
            }
        }
        #expect(failures(.silence).allSatisfy { $0.sample == nil })
        #expect(failures(.zero).allSatisfy { $0.sample != nil && $0.sample?.rate == nil })
        #expect(failures(.noContact).allSatisfy { $0.sample?.contact == false && $0.sample?.rate != nil })
        for (dropout, factor) in [(HeartRateRun.Dropout.halfRate, 0.5), (.doubleRate, 2)] {
            let failures = failures(dropout)
            #expect(
                failures.allSatisfy { failure in
                    let rate = (factor * failure.heart).rounded()
                    return failure.sample?.rate?.rawValue == (rate > 240 ? nil : rate)
                })
            #expect(failures.contains { $0.sample?.rate != nil })
        }
        for run in runs(.dropout(.frozen)) {
            for dropout in run.dropouts {
                #expect(Set(run.samples[dropout.lowerBound - 1..<dropout.upperBound]).count == 1)
            }
        }
        for dropout in HeartRateRun.Dropout.allCases where dropout != .staleReturn {
            let lengths = runs(.dropout(dropout)).flatMap { $0.dropouts.map { Double($0.count) } }
            let longest: Double = dropout == .halfRate || dropout == .doubleRate ? 10 : 30
            #expect(lengths.count > 300 && lengths.allSatisfy { (2...longest).contains($0) })
            #expect(abs(lengths.mean - (2 + longest) / 2) < 1)
        }
    }

    @Test func aStrapReturnsWithWhatItHad() {
        for run in runs(.dropout(.staleReturn)) {
            #expect(run.dropouts.count == 7)
            for dropout in run.dropouts {
                let (end, last) = (dropout.upperBound, run.samples[dropout.lowerBound - 1])
                #expect(run.samples[dropout.lowerBound..<end - 2].allSatisfy { $0 == nil })
                #expect(run.samples[end - 2..<end].allSatisfy { $0 == last })
                // What it had was outside, and what is now is inside.
                #expect(abs((last?.rate?.rawValue ?? 115) - 115) > 10)
                #expect(abs(run.plan[end - 2] - 115) < 0.1 && abs(run.plan[dropout.lowerBound - 1] - 115) > 24)
            }
        }
    }

    // The score, counted by hand.

    private static let inside = [Double](repeating: 115, count: 3600)
    /// Outside for 15 s, and later for a minute.
    private static let off = inside.enumerated().map { second, rate in
        (100..<115).contains(second) || (200..<260).contains(second) ? 126 : rate
    }

    private func score(_ calls: [AlertCall]) -> HeartRateScore {
        HeartRateScore(
            plan: AlertHeartRateTests.inside, means: AlertHeartRateTests.off, dropouts: [500..<510], isTimed: true,
            calls)
    }

    @Test func latencyIsFromTheFirstLongStretch() {
        #expect(score([AlertCall(.overspeed, at: 207)]).latencies == [7])
        // One that stands already, however it came.
        #expect(score([AlertCall(.overspeed, at: 104)]).latencies == [0])
        #expect(score([AlertCall(.overspeed, at: 104, end: 201)]).latencies == [0])
        #expect(score([AlertCall(.overspeed, at: 104, end: 150), AlertCall(.overspeed, at: 203)]).latencies == [3])
        for missing in [AlertCall(.sinkRate, at: 207), AlertCall(.overspeed, at: 260)] {
            #expect(score([missing]).missed == 1 && score([missing]).latencies.isEmpty)
        }
        let untimed = HeartRateScore(
            plan: AlertHeartRateTests.inside, means: AlertHeartRateTests.off, dropouts: [], isTimed: false, [])
        #expect(untimed.stretches == 0)
    }

    @Test func callsInsideAreFalseAndThoseOnDropoutsApart() {
        let times: [Double] = [99.9, 100, 300, 499.9, 500, 514.9, 515]
        let score = score(times.map { AlertCall(.overspeed, at: $0) })
        #expect(score.falseCalls == 4 && score.callsOnDropouts == 2 && score.dropouts == 1)
        #expect(score.hours == 1 && score.falsePerHour == 4)
        // Before the mean is outside, what the exercise asks for may be.
        let early = HeartRateScore(
            plan: AlertHeartRateTests.off, means: AlertHeartRateTests.inside, dropouts: [], isTimed: false,
            [AlertCall(.overspeed, at: 210)])
        #expect(early.falseCalls == 0 && early.hours == 3525.0 / 3600)
        let both = score + early
        #expect(both.falseCalls == 4 && both.hours == score.hours + early.hours && both.dropouts == 1)
    }

    // Laufhelden

    private func laufhelden(_ values: [Double?], contact: Bool? = nil) -> [GPWSState?] {
        var rule = LaufheldenHeartRate()
        return values.map { value in
            rule.take(
                HeartRateSample(sensor: "a", rate: value.map { BeatsPerMinute($0) }, contact: contact))
        }
    }

    @Test func laufheldenCallsTheFifthInARow() {
        let five: [GPWSState?] = [nil, nil, nil, nil, .overspeed]
        #expect(laufhelden([125, 125, 125, 125, 125]) == five)
        #expect(laufhelden([125, 125, 125, 125, 125], contact: false) == five)
        #expect(laufhelden([124, 124, 124, 124, 124, 124]).allSatisfy { $0 == nil })
        #expect(laufhelden([105, 104, 103, 102, 101]).last == .some(.sinkRate))
        #expect(laufhelden([125, 125, 125, 125, 124, 125]).allSatisfy { $0 == nil })
        // 0 is passed over.
        #expect(laufhelden([125, 125, nil, 125, 125, 125]).last == .some(.overspeed))
        let back = laufhelden([125, 125, 125, 125, 125, 124, 124, 124, 124, 124])
        #expect(back == five + [nil, nil, nil, nil, .normal])
        // In silence the last value is shown.
        var rule = LaufheldenHeartRate()
        _ = rule.take(HeartRateSample(sensor: "a", rate: BeatsPerMinute(130)))
        #expect((0..<4).map { _ in rule.take(nil) } == [nil, nil, nil, .overspeed])
    }
}
