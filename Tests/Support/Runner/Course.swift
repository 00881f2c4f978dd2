// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// What a simulated runner truly does: a start and legs, one after the other. Position, speed, track, altitude and
/// distance are known exactly at each time.
///
/// Speed changes smoothly, over the first second of a leg. The distance is the horizontal length of the way at the
/// runner's own height: a line integral of the speed, in closed form. The position is integrated from it on WGS 84, to
/// better than a micrometre per kilometre.
public struct Course: Sendable {
    /// What the receiver makes of a leg.
    public enum Reception: Hashable, Sendable {
        case good
        /// The receiver reports, without a fix.
        case noFix
        /// The receiver is silent.
        case silent
    }

    /// A part of the way with one speed and one curvature.
    public struct Leg: Hashable, Sendable {
        public var duration: Seconds
        /// Reached within the first second, by a smooth ramp from the speed before.
        public var speed: MetresPerSecond
        /// Of the bend: positive to the right, negative to the left; nil straight on.
        public var radius: Metres?
        /// Metres up per metre forward.
        public var slope: Double
        public var reception: Reception

        public init(
            duration: Seconds, speed: MetresPerSecond, radius: Metres? = nil, slope: Double = 0,
            reception: Reception = .good
        ) {
            self.duration = duration
            self.speed = speed
            self.radius = radius
            self.slope = slope
            self.reception = reception
        }

        public static func stand(_ duration: Double) -> Leg { Leg(duration: Seconds(duration), speed: .zero) }

        public static func run(_ speed: Double, for duration: Double, radius: Double? = nil, slope: Double = 0) -> Leg {
            Leg(
                duration: Seconds(duration), speed: MetresPerSecond(speed), radius: radius.map { Metres($0) },
                slope: slope)
        }

        /// A bend by an angle in degrees, positive to the right, at a steady speed.
        public static func turn(_ angle: Double, radius: Double, speed: Double) -> Leg {
            .run(speed, for: abs(angle).radians * radius / speed, radius: angle < 0 ? -radius : radius)
        }

        public func with(_ reception: Reception) -> Leg {
            var leg = self
            leg.reception = reception
            return leg
        }
    }

    /// Where a course begins.
    public struct Start: Hashable, Sendable {
        public var latitude: Degrees
        public var longitude: Degrees
        /// Above the ellipsoid.
        public var height: Metres
        /// The course over ground there, from true north.
        public var track: Degrees

        public init(latitude: Double, longitude: Double, height: Double = 30, track: Double = 0) {
            self.latitude = Degrees(latitude)
            self.longitude = Degrees(longitude)
            self.height = Metres(height)
            self.track = Degrees(track)
        }

        /// In the sea south of Helsinki, so that it is nobody's home.
        public static let sea = Start(latitude: 59.95, longitude: 24.9)
    }

    /// The truth at a time.
    public struct Point: Hashable, Sendable {
        /// Since the start.
        public var time: Seconds
        public var latitude: Degrees
        public var longitude: Degrees
        /// Above the ellipsoid.
        public var height: Metres
        public var speed: MetresPerSecond
        /// 0 ..< 360; while standing it is the last one.
        public var track: Degrees
        public var climb: MetresPerSecond
        /// From the start, horizontally.
        public var distance: Metres
        public var reception: Reception
    }

    public let start: Start
    public let legs: [Leg]
    public let duration: Seconds
    private let pieces: [Piece]

    /// - Precondition: each leg takes some time and no speed is negative.
    public init(start: Start = .sea, _ legs: [Leg]) {
        self.start = start
        self.legs = legs
        let origin = Piece(start: start, leg: .stand(1))
        var pieces: [Piece] = []
        for leg in legs {
            precondition(leg.duration > .zero && leg.speed >= .zero, "a leg takes time and goes forward: \(leg)")
            pieces.append(Piece(following: pieces.last, start: origin, leg: leg))
        }
        self.pieces = pieces
        duration = pieces.last.map { Seconds($0.begin + $0.duration) } ?? .zero
    }

    /// Round and round a circle of 60 m radius, 377 m long, and other bends where a leg has its own.
    public static func circuit(start: Start = .sea, radius: Double = 60, _ legs: [Leg]) -> Course {
        Course(
            start: start,
            legs.map { leg in
                var leg = leg
                leg.radius = leg.radius ?? Metres(radius)
                return leg
            })
    }

    /// The whole way.
    public var distance: Metres { self[duration].distance }

    /// The truth at a time since the start; before it and after the end the runner stands there.
    public subscript(time: Seconds) -> Point {
        let time = time.rawValue
        let index = pieces.partitioningIndex { $0.begin > time }
        guard index > 0 else {
            return Piece(start: start, leg: pieces.first?.leg ?? .stand(1)).point(
                after: 0, at: time, isMoving: false)
        }
        let piece = pieces[index - 1]
        let elapsed = time - piece.begin
        return piece.point(after: min(elapsed, piece.duration), at: time, isMoving: elapsed <= piece.duration)
    }
}

extension Course: CustomStringConvertible {
    public var description: String { "\(legs.count) legs, \(duration.rawValue) s" }
}

extension Array {
    /// The first index whose element satisfies the predicate, when all after it do too.
    fileprivate func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
