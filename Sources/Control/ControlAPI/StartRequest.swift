// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The body of `POST /v1/start`. All of it may be left out.
public struct StartRequest: Codable, Sendable {
    /// A mission SPEC, or the name of a mission in the configuration; without it the mission set before holds.
    public var mission: String?
    /// Skips the countdown.
    public var now: Bool?
    /// Without positions, on a treadmill.
    public var indoor: Bool?

    public init(mission: String? = nil, now: Bool? = nil, indoor: Bool? = nil) {
        self.mission = mission
        self.now = now
        self.indoor = indoor
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case mission, now, indoor
    }

    public init(from decoder: any Decoder) throws {
        try UnknownKey.refuse(in: decoder, but: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mission = try container.decodeIfPresent(String.self, forKey: .mission)
        now = try container.decodeIfPresent(Bool.self, forKey: .now)
        indoor = try container.decodeIfPresent(Bool.self, forKey: .indoor)
    }
}

/// The answer to `POST /v1/start`.
public struct StartReply: Codable, Sendable {
    public var flight: FlightID

    public init(flight: FlightID) {
        self.flight = flight
    }
}

/// The body of `PUT /v1/mission`.
public struct MissionRequest: Codable, Sendable {
    /// A mission SPEC or the name of a configured mission; null clears the mission.
    public var mission: String?

    public init(mission: String?) {
        self.mission = mission
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case mission
    }

    /// The key must be there: `null` clears, and a forgotten one is no wish.
    public init(from decoder: any Decoder) throws {
        try UnknownKey.refuse(in: decoder, but: CodingKeys.allCases.map(\.rawValue))
        mission = try decoder.container(keyedBy: CodingKeys.self).decode(String?.self, forKey: .mission)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mission, forKey: .mission)
    }
}
