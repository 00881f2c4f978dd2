// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport
import Testing

@testable import RunwayCore

/// By hand, and step by step.
struct WayFilterTests {
    /// What the filter has without the belief that the speed is right.
    static let none = -1000.0

    struct Shift: Sendable {
        /// Of the observed position, from where it is expected.
        var residual: SIMD2<Double>
        var distance: Double
        var scale: Double
        var expected: SIMD2<Double>
    }

    /// Positions that err by 3 m (9 m²), 10 m east with a variance of 1 m² and a scale of 10 %: 10² · 0.1² + 1 = 2 m² of
    /// the way and of the place, 0.1 of the scale with either. A fix with 1 m² of its own is 2 + 9 + 1 = 12 m² from where
    /// it is expected, so 2/12 of a residual along the way is the distance's, 0.1/12 the scale's, 11/12 the next
    /// position's. Across it: 1 + 9 + 1 = 11 m², and none of the distance's.
    static let shifts: [Shift] = [
        Shift(residual: .zero, distance: 10, scale: 0, expected: SIMD2(10, 0)),
        Shift(residual: SIMD2(6, 0), distance: 11, scale: 0.05, expected: SIMD2(15.5, 0)),
        Shift(residual: SIMD2(-6, 0), distance: 9, scale: -0.05, expected: SIMD2(4.5, 0)),
        Shift(residual: SIMD2(0, 11), distance: 10, scale: 0, expected: SIMD2(10, 10)),
        Shift(residual: SIMD2(12, -11), distance: 12, scale: 0.1, expected: SIMD2(21, -10)),
    ]

    @Test(arguments: shifts)
    func aStepOfPositionsChangesTheDistanceByItsShare(_ shift: Shift) {
        var filter = WayFilter(at: .zero, positionError: 3)
        filter.advance(by: SIMD2(10, 0), way: 10, variance: 1)
        #expect(filter.distance == 10 && filter.expected == SIMD2(10, 0))
        #expect(abs(filter.spread(noise: 1) - 11.5) < 1e-12)
        #expect(abs(filter.surprise(of: SIMD2(16, 11), noise: 1) - (36 / 12 + 121 / 11)) < 1e-12)
        filter.observe(SIMD2(10, 0) + shift.residual, noise: 1)
        let estimate = filter.estimate(odds: WayFilterTests.none)
        #expect(abs(filter.distance - shift.distance) < 1e-12)
        #expect(abs(estimate.scale - shift.scale) < 1e-12)
        #expect(abs((filter.expected - shift.expected).x) < 1e-12 && abs((filter.expected - shift.expected).y) < 1e-12)
        #expect(abs(estimate.variance - (2 - 4 / 12.0)) < 1e-12)
        #expect(abs(estimate.scaleVariance - (0.01 - 0.01 / 12)) < 1e-12)
    }

    @Test func aWayThatNoPositionKnowsIsAdded() {
        var filter = WayFilter(at: .zero, positionError: 3, distance: 500, distanceVariance: 4)
        filter.add(way: 40, variance: 9)
        filter.relocate(to: SIMD2(70, 5), positionError: 5)
        #expect(filter.distance == 540 && filter.expected == SIMD2(70, 5))
        filter.observe(SIMD2(80, 5), noise: 1)
        let estimate = filter.estimate(odds: WayFilterTests.none)
        #expect(estimate.distance == 540 && estimate.variance == 13)
    }

    @Test func positionsThatJumpLeaveTheWay() {
        var filter = WayFilter(at: .zero, positionError: 3)
        filter.advance(by: SIMD2(10, 0), way: 10, variance: 1)
        filter.restartBias(at: SIMD2(200, 100), error: 6)
        #expect(filter.distance == 10 && filter.expected == SIMD2(200, 100))
        #expect(abs(filter.spread(noise: 0) - (2 + 1) / 2 - 36) < 1e-12)
    }

    /// The slow error is forgotten with its time, and comes back to what it is on the average.
    @Test(arguments: [0.1, 1, 60] as [Double])
    func theSlowErrorAges(_ step: Double) {
        var filter = WayFilter(at: .zero, positionError: 3)
        filter.restartBias(at: SIMD2(6, 0), error: 0)
        for _ in 0..<Int((60 / step).rounded()) { filter.age(by: step, correlation: 60, positionError: 2) }
        #expect(abs(filter.expected.x - 6 * 0.367_879_441) < 1e-8)
        #expect(abs(filter.spread(noise: 0) - 4 * (1 - 0.135_335_283)) < 1e-8)
    }

    @Test func theFlightBeginsWithNothing() {
        var filter = WayFilter(at: .zero, positionError: 3)
        filter.advance(by: SIMD2(0, 100), way: 100, variance: 1)
        filter.beginFlight()
        filter.observe(SIMD2(0, 130), noise: 1)
        let estimate = filter.estimate(odds: WayFilterTests.none)
        #expect(estimate.distance == 0 && estimate.variance == 0)
    }

    @Test func aTurnedFrameChangesNothing() {
        var filter = WayFilter(at: .zero, positionError: 3)
        filter.advance(by: SIMD2(10, 0), way: 10, variance: 1)
        filter.observe(SIMD2(13, 2), noise: 1)
        let (expected, estimate) = (filter.expected, filter.estimate(odds: 2))
        filter.transform { SIMD2($0.y - 1000, 500 - $0.x) }
        #expect(abs(filter.expected.x - (expected.y - 1000)) < 1e-9)
        #expect(abs(filter.expected.y - (500 - expected.x)) < 1e-9)
        #expect(filter.estimate(odds: 2).distance == estimate.distance)
    }
}
