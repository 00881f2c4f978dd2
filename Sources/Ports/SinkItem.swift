// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a sink is offered.
public enum SinkItem: Sendable {
    /// Something that happened once.
    case event(Event)
    /// The levels as they stand; a newer one makes an older one worthless.
    case levels(FlightState)
}

/// For sinks that pass items on as JSON: `{"event":{…}}` or `{"levels":{…}}`.
extension SinkItem: Encodable {
    private enum CodingKeys: String, CodingKey {
        case event, levels
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .event(let event): try container.encode(event, forKey: .event)
        case .levels(let levels): try container.encode(levels, forKey: .levels)
        }
    }
}
