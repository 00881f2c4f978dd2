// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The body of `POST /v1/mute`. Without it calls are silent for ten minutes.
public struct MuteRequest: Codable, Sendable {
    public static let usual = Seconds(600)

    /// 0 ends the silence; at most a day.
    public var seconds: Seconds

    public init(_ seconds: Seconds = MuteRequest.usual) {
        self.seconds = seconds
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case seconds
    }

    public init(from decoder: any Decoder) throws {
        try UnknownKey.refuse(in: decoder, but: CodingKeys.allCases.map(\.rawValue))
        seconds = try decoder.container(keyedBy: CodingKeys.self).decode(Seconds.self, forKey: .seconds)
    }
}
