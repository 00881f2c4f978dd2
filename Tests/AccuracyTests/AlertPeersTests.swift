// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Testing

/// What others do on simulated runs is near what was found before with another program and other noise.
struct AlertPeersTests {
    private func score(_ noise: Double, runs: UInt64, _ rule: () -> some AlertRule) -> AlertScore {
        var sum = AlertScore()
        for seed in 1...runs {
            for step in [0, 10] as [Double] {
                let run = AlertRun(AlertRun.Setup(noise: noise, step: step), seed: seed)
                sum = sum + AlertScore(run, rule().calls(in: run))
            }
        }
        return sum
    }

    @Test(
        arguments: [
            (0.05, 0...0, 5.3, 8.2), (0.1, 0...1, 5.3, 9.3), (0.15, 0...1, 11, 18), (0.2, 0...2, 16, 29),
            (0.3, 0.2...3.5, 26, 50),
        ] as [(Double, ClosedRange<Double>, Double, Double)])
    func plainCUSUM(_ noise: Double, _ falsePerHour: ClosedRange<Double>, _ median: Double, _ high: Double) {
        let score = score(noise, runs: 24) { PlainCUSUM(threshold: PlainCUSUM.threshold(for: noise)) }
        #expect(falsePerHour.contains(score.falsePerHour))
        #expect(abs(score.median / median - 1) < 0.3)
        #expect(abs(score.high / high - 1) < 0.4)
    }

    @Test func averageAndDwell() {
        let score = score(0.2, runs: 24) { AverageAndDwell() }
        #expect((10...30).contains(score.falsePerHour))
        #expect(abs(score.median - 10) < 1.5)
    }

    @Test func programsOnPhones() {
        let runnerUp = score(0.2, runs: 24) { RunnerUpCoach() }
        let laufhelden = score(0.2, runs: 24) { LaufheldenAlerts() }
        #expect(abs(runnerUp.median - 26.5) < 5)
        #expect(abs(laufhelden.median - 12.5) < 4)
        for score in [runnerUp, laufhelden] { #expect((14...60).contains(score.falsePerHour)) }
        #expect((0.05...0.5).contains(Double(laufhelden.missed) / Double(laufhelden.steps)))
    }
}
