// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport

extension [Double] {
    /// How much values and those `lag` places later have in common: 1 is all, 0 nothing.
    func correlation(after lag: Int) -> Double {
        let mean = mean
        let products = zip(self, dropFirst(lag)).map { ($0 - mean) * ($1 - mean) }
        return products.mean / (deviation * deviation)
    }
}
