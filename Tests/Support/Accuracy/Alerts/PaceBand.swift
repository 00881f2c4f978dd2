// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The paces that a runner wants to keep to.
public struct PaceBand: Hashable, Sendable {
    /// Both in seconds per kilometre; the band reaches as far to either side.
    public let target: Double
    public let tolerance: Double

    public init(target: Double, tolerance: Double) {
        precondition(tolerance > 0 && tolerance < target, "a band of \(target) ± \(tolerance) s/km")
        (self.target, self.tolerance) = (target, tolerance)
    }

    /// In metres per second: faster or slower than these is outside.
    public var fastest: Double { 1000 / (target - tolerance) }
    public var slowest: Double { 1000 / (target + tolerance) }

    /// - Parameter pace: in seconds per kilometre.
    public func contains(pace: Double) -> Bool { abs(pace - target) <= tolerance }

    public var mission: Mission {
        get throws {
            try Mission(
                target: .pace(SecondsPerKilometre(target), tolerance: SecondsPerKilometre(tolerance)), distance: nil)
        }
    }
}
