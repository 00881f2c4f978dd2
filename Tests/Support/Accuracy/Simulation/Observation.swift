// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// One fix as it comes, with its place on a plane of metres for those who reckon there. Plain numbers, NaN for absent
/// ones, as estimators take thousands of them a second.
public struct Observation: Sendable {
    public var fix: Fix
    /// When it is received.
    public var at: Instant
    /// The epoch in seconds, from the first one on.
    public var time: Double
    /// Metres; NaN without a position.
    public var x = Double.nan
    public var y = Double.nan
    /// Metres per second by Doppler; NaN without one.
    public var speed: Double
    /// Radians from x towards y; NaN without a track.
    public var heading: Double
    /// Of each coordinate in metres, as gpsd has it; 0 when it has none.
    public var error: Double

    /// - Parameters:
    ///   - point: where it is, if it has a position.
    public init(_ fix: Fix, at: Instant, time: Double, point: (x: Double, y: Double)?) {
        self.fix = fix
        self.at = at
        self.time = time
        if let point { (x, y) = point }
        speed = fix.speed?.rawValue ?? .nan
        // Close enough to the plane's own direction within some kilometres, except near a pole.
        heading = fix.track.map { (90 - $0.rawValue) * .pi / 180 } ?? .nan
        error = max(fix.eastError ?? .zero, fix.northError ?? .zero).rawValue
    }

    public var hasPosition: Bool { !x.isNaN }
    public var hasSpeed: Bool { !speed.isNaN && hasPosition }
    public var hasTrack: Bool { !heading.isNaN }

    /// The distance to where another one is.
    public func way(from other: Observation) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
