// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One point of a flight's track, as exports write it.
public struct TrackPoint: Hashable, Codable, Sendable {
    public var time: UTCTime
    /// WGS 84, −90…90, north positive.
    public var latitude: Degrees
    /// WGS 84, −180…180, east positive.
    public var longitude: Degrees
    /// Above mean sea level.
    public var altitude: Metres?
    public var heartRate: BeatsPerMinute?
    /// Over ground.
    public var speed: MetresPerSecond?

    public init(
        time: UTCTime, latitude: Degrees, longitude: Degrees, altitude: Metres? = nil,
        heartRate: BeatsPerMinute? = nil, speed: MetresPerSecond? = nil
    ) {
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.heartRate = heartRate
        self.speed = speed
    }

    private enum CodingKeys: String, CodingKey {
        case time
        case latitude = "lat"
        case longitude = "lon"
        case altitude = "alt_msl"
        case heartRate = "heart_rate"
        case speed = "speed_mps"
    }
}
