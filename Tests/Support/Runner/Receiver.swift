// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// A simulated receiver that is carried along a course: what it reports at each of its epochs.
public struct Receiver: Sendable {
    /// Errors of the receiver, drawn from a seeded generator.
    public struct Noise: Hashable, Sendable {
        /// The standard deviation of each horizontal coordinate; the height's is twice that.
        public var position: Metres
        /// How long position errors last: their correlation falls to 1/e in this time (AR(1)).
        public var correlation: Seconds
        /// The standard deviation of the speed, independent from epoch to epoch, along and across the track.
        public var speed: MetresPerSecond

        public init(
            position: Metres = Metres(3), correlation: Seconds = Seconds(30),
            speed: MetresPerSecond = MetresPerSecond(0.05)
        ) {
            self.position = position
            self.correlation = correlation
            self.speed = speed
        }
    }

    public var course: Course
    /// The time of the first epoch.
    public var start: UTCTime
    /// Epochs a second.
    public var rate: Int
    public var noise: Noise?
    public var seed: UInt64
    /// Satellites used while there is a fix, 4 … 12.
    public var satellites: Int
    public var hdop: Double
    /// The geoid's height above the ellipsoid.
    public var geoid: Metres

    /// - Precondition: the rate divides 100, as the sentences carry hundredths of seconds.
    public init(
        _ course: Course, start: UTCTime = .thisSecond(), rate: Int = 1, noise: Noise? = nil, seed: UInt64 = 1,
        satellites: Int = 9, hdop: Double = 0.9, geoid: Metres = Metres(18)
    ) {
        precondition(rate > 0 && 100 % rate == 0, "a rate of \(rate) Hz")
        precondition((4...12).contains(satellites), "\(satellites) satellites")
        self.course = course
        self.start = start
        self.rate = rate
        self.noise = noise
        self.seed = seed
        self.satellites = satellites
        self.hdop = hdop
        self.geoid = geoid
    }

    /// All epochs of the course, from its start to its end. The same for the same seed.
    public func epochs() -> [Epoch] {
        var errors = Errors(noise, rate: rate, seed: seed)
        let count = Int((course.duration.rawValue * Double(rate)).rounded(.down)) + 1
        return (0..<count).map { index in
            let truth = course[Seconds(Double(index) / Double(rate))]
            return epoch(index, truth, errors.next())
        }
    }

    private func epoch(_ index: Int, _ truth: Course.Point, _ error: Errors.Draw) -> Epoch {
        let time = UTCTime(nanoseconds: start.nanoseconds + Int64(index) * 1_000_000_000 / Int64(rate))
        var epoch = Epoch(number: index, time: time, truth: truth)
        epoch.isSilent = truth.reception == .silent
        guard truth.reception == .good else { return epoch }

        let latitude = truth.latitude.rawValue.radians
        let (meridian, normal) = Ellipsoid.radii(latitude: latitude)
        epoch.mode = 3
        epoch.latitude = truth.latitude.rawValue + (error.north / meridian).degrees
        epoch.longitude = truth.longitude.rawValue + (error.east / (normal * cos(latitude))).degrees
        epoch.height = truth.height.rawValue + error.up
        epoch.geoid = geoid.rawValue
        let along = truth.speed.rawValue + error.along
        epoch.speed = hypot(along, error.across)
        let track = truth.track.rawValue + atan2(error.across, along).degrees
        epoch.track = track - 360 * (track / 360).rounded(.down)
        epoch.climb = truth.climb.rawValue
        epoch.satellites = satellites
        (epoch.hdop, epoch.vdop) = (hdop, hdop * 1.5)
        return epoch
    }

    private struct Errors {
        struct Draw {
            var (north, east, up, along, across) = (0.0, 0.0, 0.0, 0.0, 0.0)
        }

        private let noise: Noise?
        private let memory: Double
        private var generator: SplitMix64
        private var last: Draw?

        init(_ noise: Noise?, rate: Int, seed: UInt64) {
            self.noise = noise
            memory = noise.map { exp(-1 / (Double(rate) * $0.correlation.rawValue)) } ?? 0
            generator = SplitMix64(seed: seed)
        }

        mutating func next() -> Draw {
            guard let noise else { return Draw() }
            let sigma = noise.position.rawValue
            // Stationary from the first epoch on.
            let fresh = last == nil ? sigma : sigma * (1 - memory * memory).squareRoot()
            var draw = last ?? Draw()
            draw.north = memory * draw.north + fresh * generator.gaussian()
            draw.east = memory * draw.east + fresh * generator.gaussian()
            draw.up = memory * draw.up + 2 * fresh * generator.gaussian()
            draw.along = noise.speed.rawValue * generator.gaussian()
            draw.across = noise.speed.rawValue * generator.gaussian()
            last = draw
            return draw
        }
    }
}

extension UTCTime {
    /// The system clock's time, rounded down to a whole second.
    public static func thisSecond() -> UTCTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTCTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000)
    }
}
