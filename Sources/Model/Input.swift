// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Everything that can reach the core. What is not an input does not exist for it.
public enum Input: Hashable, Sendable {
    case fix(Fix)
    case sky(Sky)
    case heartRate(HeartRateSample)
    case battery(Battery)
    case link(LinkChange)
    case command(Command)
    case configuration(FlightConfiguration)
    case clock(ClockReading)
    /// The core's timer fired. It carries nothing: `FlightComputer.step` runs the deadlines up to its instant.
    case deadline
    case restart(Restart)
    /// A reboot's gap that was unknown at the restart is known now.
    case gap(Seconds)
}

extension Input: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case fix, sky, heartRate, battery, link, command, configuration, clock, deadline, restart, gap
    }

    /// The name under which the tape files this input.
    public var kind: String {
        let key: CodingKeys =
            switch self {
            case .fix: .fix
            case .sky: .sky
            case .heartRate: .heartRate
            case .battery: .battery
            case .link: .link
            case .command: .command
            case .configuration: .configuration
            case .clock: .clock
            case .deadline: .deadline
            case .restart: .restart
            case .gap: .gap
            }
        return key.rawValue
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an input has one key, its kind"))
        }
        switch key {
        case .fix: self = .fix(try container.decode(Fix.self, forKey: key))
        case .sky: self = .sky(try container.decode(Sky.self, forKey: key))
        case .heartRate: self = .heartRate(try container.decode(HeartRateSample.self, forKey: key))
        case .battery: self = .battery(try container.decode(Battery.self, forKey: key))
        case .link: self = .link(try container.decode(LinkChange.self, forKey: key))
        case .command: self = .command(try container.decode(Command.self, forKey: key))
        case .configuration: self = .configuration(try container.decode(FlightConfiguration.self, forKey: key))
        case .clock: self = .clock(try container.decode(ClockReading.self, forKey: key))
        case .deadline: self = .deadline
        case .restart: self = .restart(try container.decode(Restart.self, forKey: key))
        case .gap: self = .gap(try container.decode(Seconds.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .fix(let value): try container.encode(value, forKey: .fix)
        case .sky(let value): try container.encode(value, forKey: .sky)
        case .heartRate(let value): try container.encode(value, forKey: .heartRate)
        case .battery(let value): try container.encode(value, forKey: .battery)
        case .link(let value): try container.encode(value, forKey: .link)
        case .command(let value): try container.encode(value, forKey: .command)
        case .configuration(let value): try container.encode(value, forKey: .configuration)
        case .clock(let value): try container.encode(value, forKey: .clock)
        case .deadline: try container.encode(true, forKey: .deadline)
        case .restart(let value): try container.encode(value, forKey: .restart)
        case .gap(let value): try container.encode(value, forKey: .gap)
        }
    }
}
