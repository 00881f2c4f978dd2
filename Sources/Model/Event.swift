// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Something that happened once. The core emits it; the recorder and the sinks take it.
public struct Event: Hashable, Codable, Sendable {
    public enum Body: Hashable, Sendable {
        /// `hold` says of which kind the hold is that begins or ends with it. One that begins or ends by itself is dated
        /// back to when the runner ceased to move or moved on.
        case phase(from: Phase, to: Phase, hold: HoldReason? = nil)
        case annunciation(Annunciation)
        /// A call that was due and not said.
        case withheld(Withheld)
        /// For which reasons nothing is judged from here on; none when it is judged again.
        case inhibits([Inhibit])
        case alertBegan(Alert)
        case alertEnded(Alert)
        case split(Split)
        /// ROTATE: the flight exists from here on.
        case flightBegan(FlightSummary)
        case flightEnded(FlightSummary)
        /// A command that made no sense where the flight is.
        case refused(Refusal)
    }

    public var at: Instant
    /// Civil time of `at`; nil while no clock is known.
    public var time: UTCTime?
    /// nil outside a flight.
    public var flight: FlightID?
    public var body: Body

    public init(at: Instant, time: UTCTime?, flight: FlightID?, body: Body) {
        self.at = at
        self.time = time
        self.flight = flight
        self.body = body
    }
}

extension Event {
    private enum CodingKeys: String, CodingKey {
        case at, time, flight
    }

    // The body's one key stands beside the others: {"at":…,"time":…,"flight":…,"split":{…}}.

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        at = try container.decode(Instant.self, forKey: .at)
        time = try container.decodeIfPresent(UTCTime.self, forKey: .time)
        flight = try container.decodeIfPresent(FlightID.self, forKey: .flight)
        body = try Body(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(at, forKey: .at)
        try container.encodeIfPresent(time, forKey: .time)
        try container.encodeIfPresent(flight, forKey: .flight)
        try body.encode(to: encoder)
    }
}

extension Event.Body: Codable {
    private enum CodingKeys: String, CodingKey {
        case phase, annunciation, withheld, inhibits, alertBegan, alertEnded, split, flightBegan, flightEnded, refused
    }

    private struct Change: Codable {
        var from: Phase
        var to: Phase
        var hold: HoldReason?
    }

    /// The name under which this event is filed.
    public var kind: String {
        let key: CodingKeys =
            switch self {
            case .phase: .phase
            case .annunciation: .annunciation
            case .withheld: .withheld
            case .inhibits: .inhibits
            case .alertBegan: .alertBegan
            case .alertEnded: .alertEnded
            case .split: .split
            case .flightBegan: .flightBegan
            case .flightEnded: .flightEnded
            case .refused: .refused
            }
        return key.rawValue
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an event's body has one key, its kind"))
        }
        switch key {
        case .phase:
            let change = try container.decode(Change.self, forKey: key)
            self = .phase(from: change.from, to: change.to, hold: change.hold)
        case .annunciation: self = .annunciation(try container.decode(Annunciation.self, forKey: key))
        case .withheld: self = .withheld(try container.decode(Withheld.self, forKey: key))
        case .inhibits: self = .inhibits(try container.decode([Inhibit].self, forKey: key))
        case .alertBegan: self = .alertBegan(try container.decode(Alert.self, forKey: key))
        case .alertEnded: self = .alertEnded(try container.decode(Alert.self, forKey: key))
        case .split: self = .split(try container.decode(Split.self, forKey: key))
        case .flightBegan: self = .flightBegan(try container.decode(FlightSummary.self, forKey: key))
        case .flightEnded: self = .flightEnded(try container.decode(FlightSummary.self, forKey: key))
        case .refused: self = .refused(try container.decode(Refusal.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .phase(let from, let to, let hold):
            try container.encode(Change(from: from, to: to, hold: hold), forKey: .phase)
        case .annunciation(let value): try container.encode(value, forKey: .annunciation)
        case .withheld(let value): try container.encode(value, forKey: .withheld)
        case .inhibits(let value): try container.encode(value, forKey: .inhibits)
        case .alertBegan(let value): try container.encode(value, forKey: .alertBegan)
        case .alertEnded(let value): try container.encode(value, forKey: .alertEnded)
        case .split(let value): try container.encode(value, forKey: .split)
        case .flightBegan(let value): try container.encode(value, forKey: .flightBegan)
        case .flightEnded(let value): try container.encode(value, forKey: .flightEnded)
        case .refused(let value): try container.encode(value, forKey: .refused)
        }
    }
}
