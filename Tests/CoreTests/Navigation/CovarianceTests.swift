// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport
import Testing

@testable import RunwayCore

struct CovarianceTests {
    private static func rows(_ covariance: Covariance) -> [[Double]] {
        var rows: [[Double]] = []
        var copy = covariance
        copy.map { row, _ in rows.append((0..<6).map { row[$0] }) }
        return rows
    }

    private static func covariance(of filter: WayFilter) throws -> [[Double]] {
        rows(try #require(Mirror(reflecting: filter).descendant("covariance") as? Covariance))
    }

    @Test func clearingForgetsWhatAStateHasToDoWithOthers() {
        var covariance = Covariance()
        covariance.map { row, i in for j in 0..<6 { row[j] = Double(10 * min(i, j) + max(i, j)) } }
        covariance.clear(1, to: 7)
        #expect(
            CovarianceTests.rows(covariance) == [
                [0, 0, 2, 3, 4, 5], [0, 7, 0, 0, 0, 0], [2, 0, 22, 23, 24, 25], [3, 0, 23, 33, 34, 35],
                [4, 0, 24, 34, 44, 45], [5, 0, 25, 35, 45, 55],
            ])
    }

    @Test func noiseOfTwoStatesIsAdded() {
        var covariance = Covariance()
        covariance.add(SIMD2(2, -3), at: 0, 4)
        covariance.add(SIMD2(1, 1), at: 0, 1)
        #expect(
            CovarianceTests.rows(covariance) == [
                [5, 1, 0, 0, -6, 0], [1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0],
                [-6, 0, 0, 0, 9, 0], [0, 0, 0, 0, 0, 0],
            ])
    }

    /// Whatever happens to a filter, a variance is none below zero, and no two states covary more than they vary.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func itStaysACovariance(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var filter = WayFilter(at: .zero, positionError: 4)
        func vector(_ size: Double) -> SIMD2<Double> { SIMD2(random.gaussian(), random.gaussian()) * size }
        for step in 0..<25_000 {
            switch random.uniform() {
            case ..<0.45:
                let displacement = vector(4 * random.uniform())
                let length = (displacement * displacement).sum().squareRoot()
                filter.advance(
                    by: displacement, way: length * (1 + 0.1 * random.uniform()),
                    variance: random.uniform() < 0.1 ? 0 : random.uniform())
            case ..<0.9:
                filter.age(by: 0.1 + 2 * random.uniform(), correlation: 60, positionError: 1 + 8 * random.uniform())
                filter.observe(filter.expected + vector(4), noise: 0.05 + random.uniform())
            case ..<0.95: filter.blur(sampling: vector(1), lag: vector(3))
            case ..<0.97: filter.blurPosition(by: 10)
            case ..<0.98: filter.add(way: 10, variance: 30)
            case ..<0.99: filter.restartBias(at: filter.expected + vector(100), error: 8)
            case ..<0.995: filter.relocate(to: filter.expected + vector(100), positionError: 4)
            case ..<0.9955: filter.beginFlight()
            default: filter.transform { SIMD2($0.x - 10, $0.y + 20) }
            }
            guard step.isMultiple(of: 5) else { continue }
            let rows = try CovarianceTests.covariance(of: filter)
            for i in 0..<6 {
                guard rows[i][i] >= 0 else {
                    Issue.record("step \(step): the variance of \(i) is \(rows[i][i])")
                    return
                }
                for j in 0..<i {
                    let size = (rows[i][i] * rows[j][j]).squareRoot()
                    guard abs(rows[i][j] - rows[j][i]) <= 1e-9 * size + 1e-12,
                        abs(rows[i][j]) <= size * (1 + 1e-6) + 1e-9
                    else {
                        Issue.record("step \(step): \(i), \(j): \(rows[i][j]) and \(rows[j][i]), at most \(size)")
                        return
                    }
                }
            }
        }
    }
}
