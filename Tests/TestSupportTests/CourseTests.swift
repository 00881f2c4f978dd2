// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport
import Testing

@Suite struct CourseTests {
    private static let hilly = Course(
        start: Course.Start(latitude: -33.9, longitude: 151.2, height: 120, track: 200),
        [
            .stand(3), .run(3, for: 20), .run(5.5, for: 0.4, radius: 25), .run(4.2, for: 61.37, radius: -60),
            .turn(90, radius: 8, speed: 2), .stand(5), .run(3.3, for: 30),
        ])

    @Test(arguments: [
        hilly, .circuit([.stand(5), .run(3, for: 20), .run(4.2, for: 20), .stand(3)]),
        Course(start: Course.Start(latitude: 70, longitude: -20, height: 0), [.run(5, for: 600)]),
    ]) func theDistanceIsTheLengthOfTheWay(course: Course) {
        var (length, speed) = (0.0, 0.0)
        let steps = Int(course.duration.rawValue * 100)
        let step = course.duration.rawValue / Double(steps)
        var before = cartesian(course[.zero])
        for index in 1...steps {
            let time = Double(index) * step
            let here = cartesian(course[Seconds(time)])
            length += separation(before, here)
            speed += step * course[Seconds(time - step / 2)].speed.rawValue
            before = here
        }
        let distance = course.distance.rawValue
        #expect(distance > 50)
        #expect(abs(length / distance - 1) < 1e-6)
        #expect(abs(speed / distance - 1) < 1e-6)
    }

    @Test func aSlopeCountsHorizontallyAndGoesUp() {
        let course = Course([.run(4, for: 100, slope: 0.1)])
        var length = 0.0
        for index in 0..<10_000 {
            length += separation(
                cartesian(course[Seconds(Double(index) / 100)]), cartesian(course[Seconds(Double(index + 1) / 100)]))
        }
        let end = course[course.duration]
        #expect(end.distance.rawValue.isClose(to: 398, within: 1e-9))
        #expect(end.height.rawValue.isClose(to: 30 + 39.8, within: 1e-9))
        #expect(end.climb.rawValue.isClose(to: 0.4, within: 1e-12))
        #expect(length.isClose(to: 398 * 1.01.squareRoot(), within: 0.001))
    }

    // A degree of latitude and of longitude at 60° north, from the series for WGS 84.
    @Test(arguments: [
        (59.5, 10.0, 0.0, 111_412.278, 60.5, 10.0), (60.0, 10.0, 90.0, 55_799.979, 60.0, 11.0),
    ]) func aDegreeIsAsLongAsPublished(
        latitude: Double, longitude: Double, track: Double, length: Double, toLatitude: Double, toLongitude: Double
    ) {
        // The ramp from standing takes half a second's way.
        let course = Course(
            start: Course.Start(latitude: latitude, longitude: longitude, height: 0, track: track),
            [.run(100, for: length / 100 + 0.5)])
        let end = course[course.duration]
        #expect(end.distance.rawValue.isClose(to: length, within: 1e-6))
        #expect(end.latitude.rawValue.isClose(to: toLatitude, within: 2e-6))
        #expect(end.longitude.rawValue.isClose(to: toLongitude, within: 2e-6))
    }

    @Test func aCircleClosesAndTurnsAllTheWay() {
        let course = Course([.stand(1), .run(3, for: 2 * .pi * 60 / 3 + 0.5, radius: 60)])
        let (start, end) = (course[.zero], course[course.duration])
        #expect(end.distance.rawValue.isClose(to: 2 * .pi * 60, within: 1e-9))
        #expect(separation(cartesian(start), cartesian(end)) < 0.005)
        #expect(course[Seconds(1.5 + .pi * 60 / 3)].track.rawValue.isClose(to: 180, within: 1e-6))
    }

    @Test func speedIsSmoothAndStandingIsStill() {
        let course = CourseTests.hilly
        for index in 0..<Int(course.duration.rawValue * 100) {
            let (here, next) = (course[Seconds(Double(index) / 100)], course[Seconds(Double(index + 1) / 100)])
            #expect(abs(next.speed.rawValue - here.speed.rawValue) < 0.11)
            #expect(next.distance >= here.distance)
        }
        #expect(course[Seconds(2.9)].speed == .zero)
        #expect(course[Seconds(2.9)].distance == .zero)
        #expect(course[Seconds(22)].speed.rawValue == 3)
    }

    @Test func beforeAndAfterTheRunnerStands() {
        let course = Course([.run(3, for: 10)])
        #expect(course[Seconds(-5)].distance == .zero)
        #expect(course[Seconds(-5)].speed == .zero)
        #expect(course[Seconds(500)].distance == course.distance)
        #expect(course[Seconds(500)].speed == .zero)
    }

    @Test func aDescriptionIsRead() throws {
        let course = try Course(
            spec: """
                at:60.5:-20:100, heading:90  # to the east
                stand:5, run:3.0:20, radius:0, run:4.2:20:0.05
                outage:10,silence:4
                """)
        #expect(course.start == Course.Start(latitude: 60.5, longitude: -20, height: 100, track: 90))
        #expect(
            course.legs == [
                .stand(5), .run(3, for: 20, radius: 60), .run(4.2, for: 20, slope: 0.05),
                .run(4.2, for: 10, slope: 0.05).with(.noFix), .run(4.2, for: 4, slope: 0.05).with(.silent),
            ])
        #expect(course.duration == Seconds(59))
        #expect(
            course.lasting(Seconds(30)).legs == [.stand(5), .run(3, for: 20, radius: 60), course.legs[2].lasting(5)])
        #expect(course.lasting(Seconds(70)).legs == course.legs + [.stand(11)])
    }

    @Test(arguments: ["", "run", "run:3", "run:x:3", "run:-1:3", "run:3:0", "fly:3:3", "stand:nan", "stand:1,at:1:2"])
    func aWrongDescriptionIsRefused(spec: String) {
        #expect(throws: Course.SpecError.self) { try Course(spec: spec) }
    }
}

extension Course.Leg {
    fileprivate func lasting(_ seconds: Double) -> Course.Leg {
        var leg = self
        leg.duration = Seconds(seconds)
        return leg
    }
}

extension Double {
    func isClose(to other: Double, within tolerance: Double) -> Bool { abs(self - other) <= tolerance }
}

/// Metres from the earth's centre, by the textbook, not by what is tested.
func cartesian(_ point: Course.Point) -> [Double] {
    let (a, b) = (6_378_137.0, 6_356_752.314_245)
    let (latitude, longitude) = (point.latitude.rawValue * .pi / 180, point.longitude.rawValue * .pi / 180)
    let (north, equator) = (b * sin(latitude), a * cos(latitude))
    let root = (north * north + equator * equator).squareRoot()
    let height = point.height.rawValue
    let horizontal = (a * equator / root + height * cos(latitude))
    return [
        horizontal * cos(longitude), horizontal * sin(longitude), b * north / root + height * sin(latitude),
    ]
}

func separation(_ left: [Double], _ right: [Double]) -> Double {
    zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
}
