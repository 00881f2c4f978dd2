// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayModel
import RunwayPorts

/// One item as a line: `{"event":{…}}` or `{"levels":{…}}`.
struct JSONLine: Encodable {
    let item: SinkItem

    private enum CodingKeys: String, CodingKey {
        case event, levels
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch item {
        case .event(let event): try container.encode(event, forKey: .event)
        case .levels(let levels): try container.encode(levels, forKey: .levels)
        }
    }

    /// - Throws: `EncodingError` when the item holds a number that is not finite.
    func bytes() throws -> [UInt8] {
        try JSON.encode(self) + [UInt8(ascii: "\n")]
    }
}
