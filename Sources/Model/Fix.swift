// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a receiver said about one epoch. A field is present only when the receiver gave it and it is finite.
public struct Fix: Hashable, Codable, Sendable {
    /// What was wrong with a fix, field by field. The raw value is the reason code under which it is counted.
    public enum Fault: String, Codable, Sendable, CaseIterable {
        /// A latitude or longitude that is no number, or that no place on Earth has.
        case badPosition
        /// A position that came without a time from a receiver that tells the time of a true one.
        case untimedPosition
        /// A mode that gpsd does not have.
        case badMode
        case badTime, badAltitude, badSpeed, badTrack, badClimb
        /// An estimate of the position's error.
        case badError
        /// An estimate of the speed's error.
        case badSpeedError
    }

    /// gpsd's `mode`. It alone decides whether a position may be used; coordinates beside a lower mode are never kept.
    public enum Mode: Int, Codable, Sendable, Comparable {
        case unknown = 0
        case noFix = 1
        case twoDimensional = 2
        case threeDimensional = 3

        public static func < (left: Mode, right: Mode) -> Bool { left.rawValue < right.rawValue }
    }

    /// The device's path as gpsd names it; empty when gpsd named none.
    public var receiver: String
    public var mode: Mode
    /// The receiver's epoch. A label, and the source of Δt while it is plausible.
    public var time: UTCTime?
    /// WGS 84, −90…90, north positive. Present together with `longitude` or not at all.
    public var latitude: Degrees?
    /// WGS 84, −180…180, east positive.
    public var longitude: Degrees?
    /// Above mean sea level.
    public var altitudeMSL: Metres?
    /// Above the WGS 84 ellipsoid.
    public var altitudeHAE: Metres?
    /// Over ground, by Doppler where the receiver measures it.
    public var speed: MetresPerSecond?
    public var track: Degrees?
    public var climb: MetresPerSecond?
    /// Estimated errors at 95 % as gpsd reports them; gpsd invents them for receivers that give none.
    public var horizontalError: Metres?
    public var eastError: Metres?
    public var northError: Metres?
    public var verticalError: Metres?
    public var speedError: MetresPerSecond?
    /// What its source said and the fix does not have, because it could not be used; nil when there is nothing of it.
    public var faults: [Fault]?

    public init(receiver: String, mode: Mode, time: UTCTime? = nil) {
        self.receiver = receiver
        self.mode = mode
        self.time = time
    }

    /// The position, when the mode allows one.
    public var position: (latitude: Degrees, longitude: Degrees)? {
        guard mode >= .twoDimensional, let latitude, let longitude else { return nil }
        return (latitude, longitude)
    }

    private enum CodingKeys: String, CodingKey {
        case receiver = "device"
        case mode
        case time
        case latitude = "lat"
        case longitude = "lon"
        case altitudeMSL = "alt_msl"
        case altitudeHAE = "alt_hae"
        case speed, track, climb
        case horizontalError = "eph"
        case eastError = "epx"
        case northError = "epy"
        case verticalError = "epv"
        case speedError = "eps"
        case faults
    }
}
