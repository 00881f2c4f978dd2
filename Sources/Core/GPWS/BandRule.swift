// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The plain rule: the smoothed speed against the band. It judges only after the runner was inside once.
struct BandRule: Codable, Sendable {
    private(set) var wasInside = false

    mutating func judge(_ speed: Double, _ band: PaceBand) -> BandSide {
        let side: BandSide = speed > band.fastest ? .above : speed < band.slowest ? .below : .inside
        if side == .inside { wasInside = true }
        return wasInside ? side : .inside
    }

    mutating func forget() { wasInside = false }
}
