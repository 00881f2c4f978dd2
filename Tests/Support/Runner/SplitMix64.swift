// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// A small random generator, the same everywhere for the same seed (Steele, Lea and Flood 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Evenly distributed in 0 ..< 1, with 53 bits.
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Normally distributed with mean 0 and standard deviation 1 (Box and Muller).
    public mutating func gaussian() -> Double {
        let radius = (-2 * log(1 - uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }
}
