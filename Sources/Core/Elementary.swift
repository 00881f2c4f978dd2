// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// The core's only use of the C library.
import Glibc

/// What the standard library lacks of elementary functions.
enum Elementary {
    static func exp(_ x: Double) -> Double { Glibc.exp(x) }
    /// The natural logarithm.
    static func log(_ x: Double) -> Double { Glibc.log(x) }
    /// - Parameter angle: radians.
    static func sine(_ angle: Double) -> Double { sin(angle) }
    static func cosine(_ angle: Double) -> Double { cos(angle) }

    /// How much of something is left after a time, when it decays by e in each `constant` seconds.
    static func decay(over time: Double, constant: Double) -> Double { Glibc.exp(-time / constant) }
    /// How much a first-order filter with that time constant takes of a new value.
    static func weight(over time: Double, constant: Double) -> Double { 1 - Glibc.exp(-time / constant) }
}

extension SIMD2<Double> {
    func dot(_ other: SIMD2<Double>) -> Double { (self * other).sum() }
    var squaredLength: Double { dot(self) }
    var length: Double { squaredLength.squareRoot() }
}
