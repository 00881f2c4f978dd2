// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The body of `POST /v1/inhibit`.
public struct InhibitRequest: Codable, Sendable {
    /// Whether all alerts and calls are switched off.
    public var on: Bool

    public init(on: Bool) {
        self.on = on
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case on
    }

    public init(from decoder: any Decoder) throws {
        try UnknownKey.refuse(in: decoder, but: CodingKeys.allCases.map(\.rawValue))
        on = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .on)
    }
}
