// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// On the tape an action is an object with one key, its kind: `{"stop":{}}`, `{"start":{"flight":…,"immediately":false}}`.
extension Command.Action: Codable {
    private enum CodingKeys: String, CodingKey {
        case start, stop, hold, resume, lap, setMission, acknowledge, mute, inhibit
    }

    private struct Start: Codable {
        var flight: FlightID
        var mission: Mission?
        var immediately: Bool
        /// Absent unless it is true, as on tapes of version 0.1.
        var indoor: Bool?
    }

    private struct SetMission: Codable {
        var to: Mission?
    }

    private struct Mute: Codable {
        var seconds: Seconds

        private enum CodingKeys: String, CodingKey {
            case seconds = "for_s"
        }
    }

    private struct Switch: Codable {
        var on: Bool
    }

    private struct Nothing: Codable {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an action has one key, its kind"))
        }
        switch key {
        case .start:
            let start = try container.decode(Start.self, forKey: key)
            self = .start(
                flight: start.flight, mission: start.mission, immediately: start.immediately,
                indoor: start.indoor ?? false)
        case .stop: self = .stop
        case .hold: self = .hold
        case .resume: self = .resume
        case .lap: self = .lap
        case .setMission: self = .setMission(to: try container.decode(SetMission.self, forKey: key).to)
        case .acknowledge: self = .acknowledge
        case .mute: self = .mute(for: try container.decode(Mute.self, forKey: key).seconds)
        case .inhibit: self = .inhibit(try container.decode(Switch.self, forKey: key).on)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .start(let flight, let mission, let immediately, let indoor):
            let start = Start(
                flight: flight, mission: mission, immediately: immediately, indoor: indoor ? true : nil)
            try container.encode(start, forKey: .start)
        case .stop: try container.encode(Nothing(), forKey: .stop)
        case .hold: try container.encode(Nothing(), forKey: .hold)
        case .resume: try container.encode(Nothing(), forKey: .resume)
        case .lap: try container.encode(Nothing(), forKey: .lap)
        case .setMission(let mission): try container.encode(SetMission(to: mission), forKey: .setMission)
        case .acknowledge: try container.encode(Nothing(), forKey: .acknowledge)
        case .mute(let time): try container.encode(Mute(seconds: time), forKey: .mute)
        case .inhibit(let on): try container.encode(Switch(on: on), forKey: .inhibit)
        }
    }
}
