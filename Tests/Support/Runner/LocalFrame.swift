// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// A plane of metres that touches WGS 84 at a place: x east of it, y north of it. Lengths on it are true to a part in a
/// million within ten kilometres, anywhere: at a pole and across the antimeridian too.
public struct LocalFrame: Sendable {
    private typealias Vector = SIMD3<Double>

    private let origin: Vector
    private let east: Vector
    private let north: Vector

    /// - Parameters: where the plane touches, −90…90 and −180…180.
    public init(latitude: Degrees, longitude: Degrees) {
        let (latitude, longitude) = (latitude.rawValue.radians, longitude.rawValue.radians)
        origin = Self.cartesian(latitude, longitude)
        (east, north) = Self.axes(latitude, longitude)
    }

    /// The position at a point of the plane, −90…90 and −180…180.
    public func position(x: Double, y: Double) -> (latitude: Degrees, longitude: Degrees) {
        let (latitude, longitude) = geodetic(x, y)
        return (Degrees(latitude.degrees), Degrees(longitude.degrees))
    }

    /// The course over ground, 0 ..< 360, of a motion along the plane: meridians are not parallel to its y axis.
    public func track(vx: Double, vy: Double, at x: Double, _ y: Double) -> Degrees {
        let (latitude, longitude) = geodetic(x, y)
        let axes = Self.axes(latitude, longitude)
        let motion = vx * east + vy * north
        let track = atan2((motion * axes.east).sum(), (motion * axes.north).sum()).degrees
        return Degrees(track < 0 ? track + 360 : track)
    }

    /// The point of the plane at a position.
    public func point(latitude: Degrees, longitude: Degrees) -> (x: Double, y: Double) {
        let offset = Self.cartesian(latitude.rawValue.radians, longitude.rawValue.radians) - origin
        return ((offset * east).sum(), (offset * north).sum())
    }

    /// Bowring 1976; exact to less than a micrometre near the surface.
    private func geodetic(_ x: Double, _ y: Double) -> (latitude: Double, longitude: Double) {
        let point = origin + x * east + y * north
        let semiMajor = Ellipsoid.semiMajorAxis
        let semiMinor = semiMajor * (1 - Ellipsoid.flattening)
        let squared = Ellipsoid.eccentricitySquared
        let radius = hypot(point.x, point.y)
        let angle = atan2(point.z * semiMajor, radius * semiMinor)
        let (sine, cosine) = (sin(angle), cos(angle))
        let latitude = atan2(
            point.z + squared / (1 - squared) * semiMinor * sine * sine * sine,
            radius - squared * semiMajor * cosine * cosine * cosine)
        return (latitude, atan2(point.y, point.x))
    }

    private static func cartesian(_ latitude: Double, _ longitude: Double) -> Vector {
        let (x, y, z) = Ellipsoid.cartesian(latitude: latitude, longitude: longitude, height: 0)
        return Vector(x, y, z)
    }

    private static func axes(_ latitude: Double, _ longitude: Double) -> (east: Vector, north: Vector) {
        (
            Vector(-sin(longitude), cos(longitude), 0),
            Vector(-sin(latitude) * cos(longitude), -sin(latitude) * sin(longitude), cos(latitude))
        )
    }
}
