// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import RunwayCore

struct LocalFrameTests {
    struct Degree: Sendable {
        var latitude: Double
        /// Metres in a degree of latitude and of longitude.
        var north: Double
        var east: Double
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> Place {
        Place(latitude: Degrees(latitude), longitude: Degrees(longitude))
    }

    private static func frame(_ latitude: Double, _ longitude: Double, height: Double = 0) -> LocalFrame {
        LocalFrame(at: place(latitude, longitude), height: Metres(height))
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// The ellipsoid's radii of curvature, a(1 − e²)/w³ and a cos φ/w with w² = 1 − e² sin² φ, times π/180.
    static let degrees: [Degree] = [
        Degree(latitude: 0, north: 110_574.2758, east: 111_319.4908),
        Degree(latitude: 48, north: 111_190.3226, east: 74_625.3536),
        Degree(latitude: -33, north: 110_904.4571, east: 93_453.2147),
        Degree(latitude: 60, north: 111_412.2875, east: 55_800.0016),
        Degree(latitude: 89.9, north: 111_693.9761, east: 194.9427),
    ]

    @Test(arguments: degrees)
    func aDegreeIsAsLongAsTheEllipsoidHasIt(_ degree: Degree) {
        let frame = LocalFrameTests.frame(degree.latitude, 11)
        func point(_ north: Double, _ east: Double) -> SIMD2<Double> {
            frame.project(LocalFrameTests.place(degree.latitude + north, 11 + east), course: nil).position
        }
        let northward = (point(0.001, 0) - point(-0.001, 0)) * 500
        let eastward = (point(0, 0.001) - point(0, -0.001)) * 500
        #expect(abs(northward.y - degree.north) < 0.001)
        #expect(abs(eastward.x - degree.east) < 0.001)
        #expect(abs(northward.x) < 0.001 && abs(eastward.y) < 0.001)
        #expect(LocalFrameTests.length(point(0, 0)) == 0)
    }

    @Test(arguments: [0, 1000, 4000] as [Double])
    func aDegreeIsLongerOnAMountain(_ height: Double) {
        let frame = LocalFrameTests.frame(0, 0, height: height)
        let east = frame.project(LocalFrameTests.place(0, 0.001), course: nil).position.x
        #expect(abs(east - 111.3194908 * (1 + height / 6_378_137)) < 1e-6)
    }

    /// A thousandth of the square of what lies between: 1.2 parts in a million at 10 km.
    @Test func lengthsShrinkByLittleFarFromTheOrigin() {
        let frame = LocalFrameTests.frame(0, 0)
        let far = frame.project(LocalFrameTests.place(0, 0.0905), course: nil).position.x
        let farther = frame.project(LocalFrameTests.place(0, 0.0906), course: nil).position.x
        #expect(abs((farther - far) / 11.13194908 - 1 + 1.25e-6) < 1e-7)
    }

    @Test(arguments: [179.9999, -179.9999] as [Double])
    func theAntimeridianIsNoBoundary(_ longitude: Double) {
        let frame = LocalFrameTests.frame(60, longitude)
        let across = frame.project(LocalFrameTests.place(60, -longitude), course: Degrees(90))
        let east = longitude > 0 ? 11.16 : -11.16
        #expect(abs(across.position.x - east) < 1e-4 && abs(across.position.y) < 1e-4)
        #expect(abs((across.heading?.x ?? 0) - 1) < 1e-9)
    }

    struct Heading: Sendable {
        var latitude: Double
        var longitude: Double
        var course: Double
        var heading: SIMD2<Double>
    }

    /// From eleven metres beside a pole, seen from the meridian of Greenwich at the same distance from it.
    static let headings: [Heading] = [
        Heading(latitude: 89.9999, longitude: 0, course: 0, heading: SIMD2(0, 1)),
        Heading(latitude: 89.9999, longitude: 0, course: 90, heading: SIMD2(1, 0)),
        Heading(latitude: 89.9999, longitude: 90, course: 0, heading: SIMD2(-1, 0)),
        Heading(latitude: 89.9999, longitude: 90, course: 90, heading: SIMD2(0, 1)),
        Heading(latitude: 89.9999, longitude: -90, course: 0, heading: SIMD2(1, 0)),
        Heading(latitude: 89.9999, longitude: 180, course: 0, heading: SIMD2(0, -1)),
        Heading(latitude: 89.9999, longitude: 180, course: 270, heading: SIMD2(1, 0)),
        Heading(latitude: -89.9999, longitude: 90, course: 180, heading: SIMD2(-1, 0)),
        Heading(latitude: -89.9999, longitude: 180, course: 0, heading: SIMD2(0, -1)),
    ]

    @Test(arguments: headings)
    func headingsHoldNearAPole(_ heading: Heading) {
        let frame = LocalFrameTests.frame(heading.latitude, 0)
        let seen = frame.project(
            LocalFrameTests.place(heading.latitude, heading.longitude), course: Degrees(heading.course))
        #expect(LocalFrameTests.length((seen.heading ?? .zero) - heading.heading) < 1e-5)
    }

    @Test func aPoleIsAPlaceLikeAnyOther() {
        let frame = LocalFrameTests.frame(89.9999, 0)
        func point(_ longitude: Double) -> SIMD2<Double> {
            frame.project(LocalFrameTests.place(89.9999, longitude), course: nil).position
        }
        #expect(LocalFrameTests.length(point(90) - SIMD2(11.1694, 11.1694)) < 1e-3)
        #expect(LocalFrameTests.length(point(180) - SIMD2(0, 22.3388)) < 1e-3)
        #expect(LocalFrameTests.length(point(-90) - SIMD2(-11.1694, 11.1694)) < 1e-3)
    }

    struct Far: Sendable {
        var latitude: Double
        var longitude: Double
        /// Through the earth, kilometres.
        var way: Double
    }

    static let farPlaces: [Far] = [
        Far(latitude: 0, longitude: 180, way: 12_756),
        Far(latitude: 0, longitude: 90, way: 9020),
        Far(latitude: 0, longitude: 2, way: 222.6),
        Far(latitude: 90, longitude: 0, way: 9004.9),
        Far(latitude: 1e-9, longitude: 180, way: 12_756),
    ]

    @Test(arguments: farPlaces)
    func theOtherSideOfTheEarthIsFar(_ far: Far) {
        let point = LocalFrameTests.frame(0, 0).project(
            LocalFrameTests.place(far.latitude, far.longitude), course: nil
        ).position
        #expect(abs(LocalFrameTests.length(point) / 1000 - far.way) < 1)
    }

    @Test(arguments: [SIMD2(0, 0), SIMD2(9000, 0), SIMD2(-3000, 8000), SIMD2(0, -9900)] as [SIMD2<Double>])
    func aPointIsTheSameInAnotherFrame(_ point: SIMD2<Double>) {
        for (first, second) in [
            (LocalFrameTests.frame(48, 11, height: 500), LocalFrameTests.frame(48.05, 11.1, height: 500)),
            (LocalFrameTests.frame(0, 179.99), LocalFrameTests.frame(0.01, -179.95)),
            (LocalFrameTests.frame(89.99, 0), LocalFrameTests.frame(89.97, 120)),
        ] {
            let there = first.express(point, in: second)
            #expect(LocalFrameTests.length(second.express(there, in: first) - point) < 0.1)
            #expect(LocalFrameTests.length(first.express(point, in: first) - point) < 1e-9)
        }
    }

    /// What lies where both frames see it has the coordinates that each of them gives it.
    @Test func otherFramesAgreeAboutAPlace() {
        let (first, second) = (LocalFrameTests.frame(48, 11), LocalFrameTests.frame(48.02, 11.03))
        let place = LocalFrameTests.place(48.025, 11.02)
        let expressed = first.express(first.project(place, course: nil).position, in: second)
        #expect(LocalFrameTests.length(expressed - second.project(place, course: nil).position) < 0.02)
    }
}
