// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// The geodesy that truth is made with: WGS 84, independent of the product's.
enum Ellipsoid {
    static let semiMajorAxis = 6_378_137.0
    static let flattening = 1 / 298.257_223_563
    static let eccentricitySquared = flattening * (2 - flattening)

    /// The radii of curvature in metres, north–south and east–west, at a latitude in radians.
    static func radii(latitude: Double) -> (meridian: Double, normal: Double) {
        let sine = sin(latitude)
        let w2 = 1 - eccentricitySquared * sine * sine
        let normal = semiMajorAxis / w2.squareRoot()
        return (normal * (1 - eccentricitySquared) / w2, normal)
    }

    /// Earth-centred coordinates in metres of a position in radians and a height in metres.
    static func cartesian(latitude: Double, longitude: Double, height: Double) -> (x: Double, y: Double, z: Double) {
        let normal = radii(latitude: latitude).normal
        let horizontal = (normal + height) * cos(latitude)
        return (
            horizontal * cos(longitude), horizontal * sin(longitude),
            (normal * (1 - eccentricitySquared) + height) * sin(latitude)
        )
    }
}

extension Double {
    var radians: Double { self * .pi / 180 }
    var degrees: Double { self * 180 / .pi }
}
