// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A place on the WGS 84 ellipsoid.
struct Place: Hashable, Codable, Sendable {
    var latitude: Degrees
    var longitude: Degrees
}

/// Plane coordinates in metres about an origin: a fix is projected onto the ellipsoid's tangent plane there.
///
/// Directions go through the same projection, so that neither a pole nor the antimeridian is special. Lengths shrink by
/// half the square of (distance from the origin / earth's radius): 1.2 parts in a million at 10 km.
struct LocalFrame: Codable, Sendable {
    private var origin: SIMD3<Double>
    private var east: SIMD3<Double>
    private var north: SIMD3<Double>
    /// Lengths at the origin's height over those on the ellipsoid.
    private var scale: Double

    // WGS 84: semi-major axis and first eccentricity squared (NGA.STND.0036, table 3.1 and 3.5).
    private static let semiMajorAxis = 6_378_137.0
    private static let eccentricitySquared = 6.694_379_990_14e-3

    /// - Parameter height: above the ellipsoid or the sea; it counts one part in a million for 6 m.
    init(at place: Place, height: Metres) {
        let axes = LocalFrame.axes(at: place)
        origin = axes.position
        east = axes.east
        north = axes.north
        scale = 1 + height.rawValue / LocalFrame.semiMajorAxis
    }

    /// Where a place lies, east and north of the origin, and which way a course over ground leads there.
    func project(_ place: Place, course: Degrees?) -> (position: SIMD2<Double>, heading: SIMD2<Double>?) {
        let axes = LocalFrame.axes(at: place)
        let offset = (axes.position - origin) * scale
        var position = SIMD2(LocalFrame.dot(offset, east), LocalFrame.dot(offset, north))
        let length = LocalFrame.dot(offset, offset)
        if length > LocalFrame.far * LocalFrame.far { position = LocalFrame.beyond(position, length.squareRoot()) }
        guard let course else { return (position, nil) }
        let (sine, cosine) = LocalFrame.sineAndCosine(course)
        let direction = axes.east * sine + axes.north * cosine
        let heading = SIMD2(LocalFrame.dot(direction, east), LocalFrame.dot(direction, north))
        return (position, heading)
    }

    /// Metres; beyond it the plane means nothing, and a place must be far all the same, be it on the other side of the earth.
    private static let far = 100_000.0

    private static func beyond(_ position: SIMD2<Double>, _ length: Double) -> SIMD2<Double> {
        let flat = position.length
        return flat > 1 ? position * (length / flat) : SIMD2(length, 0)
    }

    /// The coordinates in another frame of what has the given ones in this.
    func express(_ position: SIMD2<Double>, in other: LocalFrame) -> SIMD2<Double> {
        let offset = (origin - other.origin) * scale + east * position.x + north * position.y
        return SIMD2(LocalFrame.dot(offset, other.east), LocalFrame.dot(offset, other.north))
    }

    private static func axes(
        at place: Place
    ) -> (position: SIMD3<Double>, east: SIMD3<Double>, north: SIMD3<Double>) {
        let (sinLatitude, cosLatitude) = sineAndCosine(place.latitude)
        let (sinLongitude, cosLongitude) = sineAndCosine(place.longitude)
        let transverse = semiMajorAxis / (1 - eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
        return (
            SIMD3(
                transverse * cosLatitude * cosLongitude, transverse * cosLatitude * sinLongitude,
                transverse * (1 - eccentricitySquared) * sinLatitude),
            SIMD3(-sinLongitude, cosLongitude, 0),
            SIMD3(-sinLatitude * cosLongitude, -sinLatitude * sinLongitude, cosLatitude)
        )
    }

    private static func sineAndCosine(_ angle: Degrees) -> (Double, Double) {
        let radians = angle.rawValue * (.pi / 180)
        return (Elementary.sine(radians), Elementary.cosine(radians))
    }

    private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
}
