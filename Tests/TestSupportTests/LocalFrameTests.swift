// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel
import TestSupport
import Testing

struct LocalFrameTests {
    static let places: [(Double, Double)] = [
        (0, 0), (0, 180), (48, 11), (-33.9, 151.2), (60, -179.999), (89.9, 11), (-89.9, 180), (90, 0),
    ]

    @Test(arguments: places)
    func aPointAndItsPositionBelongTogether(_ latitude: Double, _ longitude: Double) {
        let frame = LocalFrame(latitude: Degrees(latitude), longitude: Degrees(longitude))
        for (x, y) in [(0, 0), (1, 0), (-3, 4), (2000, -1500), (-9000, 3000)] as [(Double, Double)] {
            let position = frame.position(x: x, y: y)
            #expect(abs(position.latitude.rawValue) <= 90 && abs(position.longitude.rawValue) <= 180)
            let point = frame.point(latitude: position.latitude, longitude: position.longitude)
            #expect(hypot(point.x - x, point.y - y) <= 1e-7 + 2e-6 * hypot(x, y))
        }
    }

    /// The course is integrated on the ellipsoid; the frame knows nothing of it.
    @Test(
        arguments: [(0, 180, 45), (48, 11, 200), (-33.9, 151.2, 310), (71, -179.99, 270)] as [(Double, Double, Double)])
    func lengthsAndDirectionsAreThoseOfTheEllipsoid(_ latitude: Double, _ longitude: Double, _ track: Double) {
        let course = Course(
            start: Course.Start(latitude: latitude, longitude: longitude, height: 0, track: track),
            [.run(4, for: 500)])
        let frame = LocalFrame(latitude: Degrees(latitude), longitude: Degrees(longitude))
        let end = course[course.duration]
        let point = frame.point(latitude: end.latitude, longitude: end.longitude)
        let angle = track * .pi / 180
        // The course keeps its angle to the meridians, as a ship does, and so it bends.
        #expect(abs(hypot(point.x, point.y) / end.distance.rawValue - 1) < 2e-6)
        #expect(abs(atan2(point.x, point.y) - atan2(sin(angle), cos(angle))) < 1e-3)
        let before = course[course.duration - Seconds(1)]
        let last = frame.point(latitude: before.latitude, longitude: before.longitude)
        let turned = frame.track(vx: point.x - last.x, vy: point.y - last.y, at: point.x, point.y)
        #expect(abs(turned.rawValue - track) < 1e-3)
    }

    /// Past a pole, what goes straight on comes down the other side.
    @Test func straightOnOverThePoleIsSouth() {
        let frame = LocalFrame(latitude: Degrees(89.99), longitude: Degrees(0))
        let end = frame.position(x: 0, y: 3000)
        #expect(abs(abs(end.longitude.rawValue) - 180) < 1e-9)
        #expect(abs(frame.track(vx: 0, vy: 1, at: 0, 3000).rawValue - 180) < 1e-9)
        #expect(abs(frame.track(vx: 0, vy: 1, at: 0, 0).rawValue) < 1e-9)
    }
}
