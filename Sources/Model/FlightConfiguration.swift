// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What the person configured of the core. It is an input like any other, so that a tape replays with it.
public struct FlightConfiguration: Hashable, Codable, Sendable {
    /// Length of a split, at least 1 m.
    public var split: Metres
    /// Seconds counted down before ROTATE: 3 gives 3, 2, 1, ROTATE. 0…10.
    public var countdown: Int
    /// How long before the target distance MINIMUMS is called.
    public var minimums: Metres
    /// A flight shorter than this is kept and marked.
    public var shortFlight: Metres
    /// Whether the flight holds by itself while the runner stands.
    public var autoHold: Bool
    public var runner: Runner
    public var gpws: GPWSConfiguration

    public init(
        split: Metres = Metres(1000), countdown: Int = 3, minimums: Metres = Metres(50),
        shortFlight: Metres = Metres(100), autoHold: Bool = false, runner: Runner = Runner(),
        gpws: GPWSConfiguration = GPWSConfiguration()
    ) {
        self.split = split
        self.countdown = countdown
        self.minimums = minimums
        self.shortFlight = shortFlight
        self.autoHold = autoHold
        self.runner = runner
        self.gpws = gpws
    }

    private enum CodingKeys: String, CodingKey {
        case split = "split_m"
        case countdown
        case minimums = "minimums_m"
        case shortFlight = "short_flight_m"
        case autoHold = "auto_hold"
        case runner, gpws
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            split: try container.decode(Metres.self, forKey: .split),
            countdown: try container.decode(Int.self, forKey: .countdown),
            minimums: try container.decode(Metres.self, forKey: .minimums),
            shortFlight: try container.decode(Metres.self, forKey: .shortFlight),
            // Tapes of version 0.1 end here.
            autoHold: try container.decodeIfPresent(Bool.self, forKey: .autoHold) ?? false,
            runner: try container.decodeIfPresent(Runner.self, forKey: .runner) ?? Runner(),
            gpws: try container.decodeIfPresent(GPWSConfiguration.self, forKey: .gpws) ?? GPWSConfiguration())
        guard split >= Metres(1), (0...10).contains(countdown) else {
            throw DecodingError.dataCorruptedError(
                forKey: .split, in: container, debugDescription: "a split below 1 m, or a countdown beyond 0 to 10")
        }
    }
}
