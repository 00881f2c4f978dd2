// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport

/// Simulated runs on and off target: how often we call what is not, and how soon what is, beside what other programs do.
struct AlertFigures {
    /// How many runs on target at 1 Hz; twice as many with a step of 10 %, and half of them all at 5 Hz.
    var runs = 400
    /// The first one's seed.
    var first: UInt64 = 1000

    private static let nameWidth = 32

    func run() async throws {
        print("pace alerts, 5:00/km ± 15 s: false calls an hour; seconds from a step of 10 % to the call, median and")
        print("90 %; of others the same, and –n steps missed. \(runs) runs of half an hour on target,")
        print("\(2 * runs) with a step, at 5 Hz half as many\n")
        for rate in [1.0, 5] {
            for inventsErrors in [false, true] {
                print(head("\(AccuracyTable.number(rate)) Hz, eps \(inventsErrors ? "invented" : "true")"))
                for goal in AlertGoal.all {
                    let setup = AlertRun.Setup(noise: goal.noise, rate: rate, inventsErrors: inventsErrors)
                    print(row(goal, try await Results(setup, size: self)))
                }
                print("")
            }
        }
        try await heartRate()
    }

    private func head(_ title: String) -> String {
        let names = AlertRules.all(noise: 0).map { type(of: $0).name.leftPadded(to: 27) }
        return title.padded(to: AlertFigures.nameWidth)
            + "  false/h median   90 % missed  20 % step        goal" + names.joined()
    }

    private func row(_ goal: AlertGoal, _ results: Results) -> String {
        let own = results.own
        let numbers = [
            AccuracyTable.number(own.falsePerHour, width: 9, places: 2),
            AccuracyTable.number(own.median, width: 7, places: 1), AccuracyTable.number(own.high, width: 7, places: 1),
            "\(own.missed)".leftPadded(to: 7), AccuracyTable.number(results.large.median, width: 11, places: 1),
            "<\(AlertGoal.falsePerHour)  \(text(goal.median))/\(text(goal.high))".leftPadded(to: 12),
        ]
        let others = results.others.map { score in
            let times = "\(text(score.median, 1))/\(text(score.high, 1))"
            let missed = score.missed > 0 ? " –\(score.missed)" : ""
            return text(score.falsePerHour, 2).leftPadded(to: 11) + times.leftPadded(to: 11) + missed.padded(to: 5)
        }
        return "  \(text(goal.noise, 2)) m/s".padded(to: AlertFigures.nameWidth) + numbers.joined() + others.joined()
    }

    private func text(_ value: Double, _ places: Int? = nil) -> String { AccuracyTable.number(value, places: places) }

    /// The calls in runs of one kind, ours and other programs'.
    private struct Results: Sendable {
        var own = AlertScore()
        /// Ours at a step of 20 %.
        var large = AlertScore()
        /// Nothing where the reported errors are invented: they do not look at them.
        var others: [AlertScore]

        private init(others count: Int) {
            others = [AlertScore](repeating: AlertScore(), count: count)
        }

        init(_ setup: AlertRun.Setup, size: AlertFigures) async throws {
            let runs = setup.rate > 1 ? (size.runs + 1) / 2 : size.runs
            self = try await withThrowingTaskGroup(of: (Int, Results).self) { group in
                for index in 0..<runs {
                    group.addTask { (index, try Results(setup, seed: size.first + UInt64(index))) }
                }
                let parts = try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
                return parts.dropFirst().reduce(parts[0].1) { $0 + $1.1 }
            }
        }

        /// One run on target, two with the step and one with a large one.
        private init(_ setup: AlertRun.Setup, seed: UInt64) throws {
            let rules = setup.inventsErrors ? [] : AlertRules.all(noise: setup.noise)
            self.init(others: rules.count)
            var stepping = setup
            stepping.step = 10
            for (setup, seed) in [(setup, seed), (stepping, 2 * seed), (stepping, 2 * seed + 1)] {
                let run = AlertRun(setup, seed: seed)
                own = own + AlertScore(run, try OwnAlerts.calls(in: run))
                for (index, rule) in rules.enumerated() {
                    others[index] = others[index] + AlertScore(run, rule.calls(in: run))
                }
            }
            stepping.step = 20
            let run = AlertRun(stepping, seed: seed)
            large = AlertScore(run, try OwnAlerts.calls(in: run))
        }

        static func + (left: Results, right: Results) -> Results {
            var sum = left
            sum.own = left.own + right.own
            sum.large = left.large + right.large
            sum.others = zip(left.others, right.others).map { $0 + $1 }
            return sum
        }
    }

    private func heartRate() async throws {
        print("heart-rate alerts, 115 ± 10 bpm: seconds from when the mean of 10 s leaves the band to the call")
        let head = " median   90 % missed"
        print("".padded(to: AlertFigures.nameWidth) + head + "   " + LaufheldenHeartRate.name + head)
        let slopes: [(HeartRateRun.Kind, String)] =
            [2.0, 5, 10, 20].map { (.ramp($0), "\(text($0)) bpm a minute") } + [(.onset, "onset of an exercise")]
        for (kind, name) in slopes {
            let (own, other) = try scores(kind)
            print("  \(name)".padded(to: AlertFigures.nameWidth) + times(own) + "".padded(to: 13) + times(other))
        }
        let (own, other) = try scores(.steady)
        print("  false calls an hour, steady".padded(to: AlertFigures.nameWidth) + rate(own) + rate(other))
        for dropout in HeartRateRun.Dropout.allCases {
            let (own, other) = try scores(.dropout(dropout))
            let name = "  calls on a thousand of: \(dropout.rawValue)"
            print(name.padded(to: AlertFigures.nameWidth + 8) + share(own) + "".padded(to: 13) + share(other))
        }
        print("")
    }

    private func scores(_ kind: HeartRateRun.Kind) throws -> (own: HeartRateScore, other: HeartRateScore) {
        var (own, other) = (HeartRateScore(), HeartRateScore())
        for index in 0..<UInt64(runs) {
            let run = HeartRateRun(kind, seed: first + index)
            own = own + HeartRateScore(run, try OwnAlerts.calls(in: run))
            other = other + HeartRateScore(run, LaufheldenHeartRate.calls(in: run))
        }
        return (own, other)
    }

    private func times(_ score: HeartRateScore) -> String {
        AccuracyTable.number(score.median, width: 7, places: 1) + AccuracyTable.number(score.high, width: 7, places: 1)
            + "\(score.missed)/\(score.stretches)".leftPadded(to: 7)
    }

    private func rate(_ score: HeartRateScore) -> String {
        AccuracyTable.number(score.falsePerHour, width: 7, places: 2).padded(to: 34)
    }

    private func share(_ score: HeartRateScore) -> String {
        AccuracyTable.number(1000 * Double(score.callsOnDropouts) / Double(score.dropouts), width: 7, places: 0)
    }
}
