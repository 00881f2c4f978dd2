// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The body of `POST /v1/start`. All of it may be left out.
public struct StartRequest: Codable, Sendable {
    /// A mission SPEC, or the name of a mission in the configuration; without it the mission set before holds.
    public var mission: String?
    /// Skips the countdown.
    public var now: Bool?

    public init(mission: String? = nil, now: Bool? = nil) {
        self.mission = mission
        self.now = now
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
    /// A mission SPEC or the name of a configured mission; nil clears the mission.
    public var mission: String?

    public init(mission: String?) {
        self.mission = mission
    }
}
