// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The charge of a battery: a sensor's, or that of the device on which this runs.
public struct Battery: Hashable, Codable, Sendable {
    public enum Source: String, Codable, Sendable {
        /// Of a sensor, such as a strap.
        case sensor
        /// Of the device itself.
        case device
    }

    /// The sensor's name in the configuration; of the device's battery the name that the kernel has for it, of several
    /// their names with `+` between them.
    public var sensor: String
    /// 0…100.
    public var percent: Int
    public var source: Source
    /// Whether it is being charged, or full at a charger; nil when that is not told.
    public var isCharging: Bool?

    public init(sensor: String, percent: Int, source: Source = .sensor, isCharging: Bool? = nil) {
        self.sensor = sensor
        self.percent = percent
        self.source = source
        self.isCharging = isCharging
    }

    private enum CodingKeys: String, CodingKey {
        case sensor, percent, source
        case isCharging = "charging"
    }

    // A tape that says no source is from before there was another: it means a sensor's, which is still written so.

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sensor = try container.decode(String.self, forKey: .sensor)
        percent = try container.decode(Int.self, forKey: .percent)
        source = try container.decodeIfPresent(Source.self, forKey: .source) ?? .sensor
        isCharging = try container.decodeIfPresent(Bool.self, forKey: .isCharging)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sensor, forKey: .sensor)
        try container.encode(percent, forKey: .percent)
        if source != .sensor { try container.encode(source, forKey: .source) }
        try container.encodeIfPresent(isCharging, forKey: .isCharging)
    }
}
