// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// The only use of the C library in the core: sine and cosine.
import Glibc
import RunwayModel

/// A place on the WGS 84 ellipsoid.
struct Place: Hashable, Codable, Sendable {
    var latitude: Degrees
    var longitude: Degrees

    /// The distance along the ellipsoid's tangent plane at the mean latitude; exact to a part in a million over the
    /// metres between two fixes, and right in order of magnitude over any jump. It knows the antimeridian.
    func distance(to other: Place) -> Metres {
        // WGS 84: semi-major axis and first eccentricity squared (NGA.STND.0036, table 3.1 and 3.5).
        let semiMajorAxis = 6_378_137.0
        let eccentricitySquared = 6.694_379_990_14e-3
        let radians = Double.pi / 180
        let mean = (latitude.rawValue + other.latitude.rawValue) / 2 * radians
        let sine = sin(mean)
        let denominator = 1 - eccentricitySquared * sine * sine
        let transverse = semiMajorAxis / denominator.squareRoot()
        let meridional = transverse * (1 - eccentricitySquared) / denominator
        let turn = (other.longitude.rawValue - longitude.rawValue).remainder(dividingBy: 360)
        let north = (other.latitude.rawValue - latitude.rawValue) * radians * meridional
        let east = turn * radians * transverse * cos(mean)
        return Metres((north * north + east * east).squareRoot())
    }
}
