// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What `GET /v1/status` answers and `runway status --json` prints: the levels, and how the daemon itself fares.
public struct Status: Codable, Sendable {
    public var state: FlightState
    public var sinks: [SinkStatus]
    public var recorder: RecorderStatus
    /// Of the stream from gpsd: lines, malformed lines and so on, counted since the start.
    public var counters: [String: Int]

    public init(state: FlightState, sinks: [SinkStatus], recorder: RecorderStatus, counters: [String: Int]) {
        self.state = state
        self.sinks = sinks
        self.recorder = recorder
        self.counters = counters
    }

    private enum CodingKeys: String, CodingKey {
        case sinks, recorder, counters
    }

    // The levels' keys stand beside those of the daemon.

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        state = try FlightState(from: decoder)
        sinks = try container.decode([SinkStatus].self, forKey: .sinks)
        recorder = try container.decode(RecorderStatus.self, forKey: .recorder)
        counters = try container.decode([String: Int].self, forKey: .counters)
    }

    public func encode(to encoder: any Encoder) throws {
        try state.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sinks, forKey: .sinks)
        try container.encode(recorder, forKey: .recorder)
        try container.encode(counters, forKey: .counters)
    }
}
