// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One notification of a heart-rate sensor.
public struct HeartRateSample: Hashable, Codable, Sendable {
    /// The sensor's name in the configuration.
    public var sensor: String
    /// 1…240; nil when the sensor sent no usable value (0, 255 or beyond 240).
    public var rate: BeatsPerMinute?
    /// RR intervals in milliseconds, oldest first; any number of them, none included.
    public var rrIntervals: [Double]
    /// Skin contact; nil when the sensor does not tell.
    public var contact: Bool?

    public init(sensor: String, rate: BeatsPerMinute?, rrIntervals: [Double] = [], contact: Bool? = nil) {
        self.sensor = sensor
        self.rate = rate.flatMap { (1...240).contains($0.rawValue) ? $0 : nil }
        self.rrIntervals = rrIntervals
        self.contact = contact
    }

    private enum CodingKeys: String, CodingKey {
        case sensor
        case rate = "bpm"
        case rrIntervals = "rr"
        case contact
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sensor: try container.decode(String.self, forKey: .sensor),
            rate: try container.decodeIfPresent(BeatsPerMinute.self, forKey: .rate),
            rrIntervals: try container.decode([Double].self, forKey: .rrIntervals),
            contact: try container.decodeIfPresent(Bool.self, forKey: .contact))
    }
}
