// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Foundation

/// Simulated runs, whose truth is known: how far we are from it, beside what other programs do.
struct AccuracyFigures {
    /// How many runs of each kind.
    var seeds = 40
    /// The first one's seed.
    var first: UInt64 = 1000

    private static let own = OwnNavigator.self
    private static let few: [any Estimator.Type] = [
        own, OpenTracks.self, GoldenCheetahDoppler.self, KalmanStandstill.self,
    ]

    func run() async {
        print("accuracy, \(seeds) runs of each kind: 95 % of |distance error| in %; standing, metres in 10 min\n")
        for profile in Profile.allCases {
            print(AccuracyTable.head("1 Hz, \(profile.rawValue)"))
            let results = await Results(profile: profile, self, [Self.own] + Baselines.all)
            for (index, name) in results.names.enumerated() { print(results.row(name, index)) }
            print(AccuracyTable.goal(of: profile))
            print(results.details(of: 0) + "\n")
            if profile == .ubx || profile == .nmea { await pace(results, profile) }
        }
        for rate in [0.5, 5] {
            for profile in [Profile.ubx, .nmea] {
                print(AccuracyTable.head("\(AccuracyTable.number(rate)) Hz, \(profile.rawValue)"))
                let results = await Results(rate: rate, profile: profile, self, Self.few)
                for (index, name) in results.names.enumerated() { print(results.row(name, index)) }
                print(results.details(of: 0) + "\n")
            }
        }
        print(AccuracyTable.head("1 Hz, ubx, other noise"))
        for noise in OtherNoise.allCases {
            let results = await Results(profile: .ubx, noise: noise, self, [Self.own, KalmanStandstill.self])
            print(results.row(noise.rawValue, 0))
            print(results.row("  by Kalman", 1))
        }
        print("")
    }

    private func pace(_ results: Results, _ profile: Profile) async {
        print(
            "pace, 1 Hz, \(profile.rawValue)".padded(to: AccuracyTable.nameWidth)
                + "   s/km while steady   lag of starts, s   of surges, s   split error, m, 95 %")
        for (index, name) in results.names.enumerated() {
            let lags = [Scenario.intervals, .surge].map { results.lags(in: $0, of: index).median }
            let numbers = [
                AccuracyTable.number(results.paces(of: index).mean, width: 20, places: 1),
                AccuracyTable.number(lags[0], width: 19, places: 1),
                AccuracyTable.number(lags[1], width: 15, places: 1),
                AccuracyTable.number(results.splits(of: index).quantile(0.95), width: 23, places: 1),
            ]
            print(name.padded(to: AccuracyTable.nameWidth) + numbers.joined())
        }
        if profile == .ubx {
            let goals = [(7.0, 20), (0.4, 19), (1.5, 15)].map { AccuracyTable.number($0, width: $1, places: 1) }
            print("goal".padded(to: AccuracyTable.nameWidth) + goals.joined())
        }
        print("")
    }

    /// The figures of some estimators in all scenarios.
    struct Results: Sendable {
        let names: [String]
        /// Each scenario's runs, and in each the estimators.
        private var figures: [Scenario: [[FlightFigures]]] = [:]
        private var lags: [Scenario: [[Double]]] = [:]

        init(
            rate: Double = 1, profile: Profile, noise: OtherNoise? = nil, _ size: AccuracyFigures,
            _ estimators: [any Estimator.Type]
        ) async {
            names = estimators.map { $0.name }
            let hasLags = rate == 1 && noise == nil && (profile == .ubx || profile == .nmea)
            for scenario in Scenario.allCases {
                let runs = await withTaskGroup(of: (Int, [FlightFigures], [Double]).self) { group in
                    for index in 0..<size.seeds {
                        group.addTask {
                            let trial = Trial(
                                scenario, seed: size.first + UInt64(index), rate: rate, profile: profile,
                                adjust: { noise?.adjust(&$0) })
                            let readings = estimators.map { $0.read(trial.observations) }
                            let isPaced = hasLags && (scenario == .intervals || scenario == .surge)
                            return (
                                index, readings.map { FlightFigures(trial, $0) },
                                isPaced ? readings.map { Lag.ofSpeed(trial.truth, $0) } : []
                            )
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
                }
                figures[scenario] = runs.map(\.1)
                lags[scenario] = runs.map(\.2)
            }
        }

        private func runs(in scenario: Scenario, of index: Int) -> [FlightFigures] {
            (figures[scenario] ?? []).map { $0[index] }
        }

        func errors(in scenario: Scenario, of index: Int) -> [Double] {
            runs(in: scenario, of: index).compactMap(\.errorPercent)
        }

        /// Of the runs that go on at one speed for long.
        func paces(of index: Int) -> [Double] {
            [Scenario.track5k, .road5k, .runStand5].flatMap { runs(in: $0, of: index).compactMap(\.paceError) }
        }

        func splits(of index: Int) -> [Double] {
            [Scenario.track5k, .road5k].flatMap { runs(in: $0, of: index).flatMap(\.splitErrors) }
        }

        func lags(in scenario: Scenario, of index: Int) -> [Double] { (lags[scenario] ?? []).compactMap { $0[index] } }

        func row(_ name: String, _ index: Int) -> String {
            let standing = runs(in: .stand10, of: index).compactMap(\.standing)
            return AccuracyTable.row(
                name, AccuracyTable.columns.map { errors(in: $0.scenario, of: index).map(abs).quantile(0.95) },
                standing: (standing.mean, standing.quantile(0.95)))
        }

        /// Bias, mean error, and how often the truth is within two of the standard errors that are told.
        func details(of index: Int) -> String {
            let scenarios = AccuracyTable.columns.map(\.scenario)
            var lines = [
                AccuracyTable.row("  its bias", scenarios.map { errors(in: $0, of: index).mean }, isSigned: true),
                AccuracyTable.row("  its mean |error|", scenarios.map { errors(in: $0, of: index).map(abs).mean }),
            ]
            let within = scenarios.map { scenario in
                let told = runs(in: scenario, of: index).compactMap(\.isWithinTwoSigma)
                return 100 * Double(told.count { $0 }) / Double(told.count)
            }
            if within.contains(where: \.isFinite) {
                lines.append(AccuracyTable.row("  truth within its 2σ, % of runs", within))
            }
            return lines.joined(separator: "\n")
        }
    }
}
