// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

/// Against a mixture of two Gaussians, reckoned from priors and likelihood, outside of this program.
struct SpeedScaleTests {
    struct Case: Sendable {
        // What the filter has with its wide prior: the scale, its standard deviation, its covariance with the distance.
        var error: Double
        var deviation: Double
        var covariance: Double
        var odds: Double
        // The mixture, of a distance of 1000 m with a variance of 25 m².
        var distance: Double
        var variance: Double
        var scale: Double
        var scaleVariance: Double
    }

    private static func estimate(
        _ error: Double, _ deviation: Double, _ covariance: Double, odds: Double
    ) -> WayEstimate {
        let scale = SpeedScale(
            error: error, variance: deviation * deviation, covarianceWithDistance: covariance, odds: odds)
        return scale.estimate(distance: 1000, variance: 25)
    }

    static let cases: [Case] = [
        Case(
            error: 0, deviation: 0.01, covariance: 0.04, odds: 4.5, distance: 1000, variance: 9.36971, scale: 0,
            scaleVariance: 2.3107e-6),
        Case(
            error: 0.01, deviation: 0.01, covariance: 0.04, odds: 4.5, distance: 996.09519, variance: 9.40869,
            scale: 0.000238, scaleVariance: 2.5543e-6),
        Case(
            error: 0.02, deviation: 0.01, covariance: 0.04, odds: 4.5, distance: 992.23773, variance: 9.95398,
            scale: 0.0005943, scaleVariance: 5.9624e-6),
        Case(
            error: 0.03, deviation: 0.01, covariance: 0.04, odds: 4.5, distance: 989.24865, variance: 21.24998,
            scale: 0.0031216, scaleVariance: 7.6562e-5),
        Case(
            error: 0.045, deviation: 0.01, covariance: 0.04, odds: 4.5, distance: 999.24879, variance: 36.99205,
            scale: 0.043122, scaleVariance: 1.7495e-4),
        Case(
            error: 0.045, deviation: 0.01, covariance: 0.04, odds: 2, distance: 999.93582, variance: 26.06859,
            scale: 0.0448396, scaleVariance: 1.0668e-4),
        Case(
            error: 0.045, deviation: 0.02, covariance: 0.09, odds: 2, distance: 992.46568, variance: 29.02357,
            scale: 0.0115141, scaleVariance: 4.7948e-4),
        Case(
            error: 0.05, deviation: 0.09, covariance: 0.4, odds: 2, distance: 997.83872, variance: 8.37364,
            scale: 0.0062341, scaleVariance: 1.2822e-3),
        // One-sided: no speed is too high.
        Case(
            error: -0.045, deviation: 0.01, covariance: 0.04, odds: 2, distance: 1017.3662, variance: 13.69009,
            scale: -0.0015845, scaleVariance: 2.9313e-5),
    ]

    @Test(arguments: cases)
    func theTwoBeliefsAreWeighed(_ example: Case) {
        let estimate = SpeedScaleTests.estimate(
            example.error, example.deviation, example.covariance, odds: example.odds)
        #expect(abs(estimate.distance - example.distance) < 1e-5)
        #expect(abs(estimate.variance - example.variance) < 1e-5)
        #expect(abs(estimate.scale - example.scale) < 1e-7)
        #expect(abs(estimate.scaleVariance / example.scaleVariance - 1) < 1e-4)
    }

    @Test func whatSpeedsAreTooHighByIsNoEvidence() {
        // The weight of the narrow belief, from how much of the error is left.
        func left(_ error: Double) -> Double {
            SpeedScaleTests.estimate(error, 0.01, 0.04, odds: 2).scale / error
        }
        let small = left(-0.01)
        for error in [-0.02, -0.05, -0.1] { #expect(abs(left(error) - small) < 1e-12) }
        #expect(left(0.02) > small + 0.02 && left(0.05) > 0.95)
    }

    @Test func whoIsCertainOfTheSpeedKeepsIt() {
        for odds in [-1000.0, 1000] {
            let estimate = SpeedScaleTests.estimate(0.03, 0.01, 0.04, odds: odds)
            #expect(abs(estimate.scale - (odds < 0 ? 0.03 : 0.03 * 0.00225 / 0.10225)) < 1e-4)
            #expect(abs(estimate.distance - (odds < 0 ? 1000 : 1000 - 0.04 / 1.0225e-4 * 0.03)) < 0.02)
        }
    }

    @Test func aReceiverThatTellsItsErrorIsTrustedMore() {
        var fix = Fix(receiver: "a", mode: .threeDimensional)
        #expect(SpeedScale.odds(for: FixQuality(fix, last: nil, interval: 1)) == 2)
        fix.speedError = MetresPerSecond(0.2)
        #expect(SpeedScale.odds(for: FixQuality(fix, last: nil, interval: 1)) == 4.5)
    }
}
