// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A symmetric matrix of six rows. A row is a vector of eight lanes, two unused: fast arithmetic, and nothing is
/// allocated.
struct Covariance: Codable, Sendable {
    var row0 = SIMD8<Double>()
    var row1 = SIMD8<Double>()
    var row2 = SIMD8<Double>()
    var row3 = SIMD8<Double>()
    var row4 = SIMD8<Double>()
    var row5 = SIMD8<Double>()

    @inline(__always)
    mutating func map(_ change: (inout SIMD8<Double>, Int) -> Void) {
        change(&row0, 0)
        change(&row1, 1)
        change(&row2, 2)
        change(&row3, 3)
        change(&row4, 4)
        change(&row5, 5)
    }

    /// Forgets what a state has to do with the others.
    mutating func clear(_ index: Int, to variance: Double) {
        map { row, i in
            if i == index { row = SIMD8<Double>() }
            row[index] = i == index ? variance : 0
        }
    }

    /// Adds noise of the given effect on two states: the outer product of `effect` with itself.
    mutating func add(_ effect: SIMD2<Double>, at first: Int, _ second: Int) {
        map { row, i in
            if i == first {
                row[first] += effect.x * effect.x
                row[second] += effect.x * effect.y
            } else if i == second {
                row[first] += effect.x * effect.y
                row[second] += effect.y * effect.y
            }
        }
    }
}
