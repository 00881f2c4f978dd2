// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import JSON
import RunwayModel

/// A flight as the logbook lists it.
public struct LogbookEntry: Hashable, Sendable {
    public enum State: String, Codable, Sendable {
        /// In the air, or waiting to be resumed.
        case open
        case landed
        /// Ended by the program because it could not go on.
        case closed
    }

    public var summary: FlightSummary
    public var state: State
    /// Whether rows of its tape were lost.
    public var isIncomplete: Bool
    public var droppedRows: Int
    /// When it landed, in civil time.
    public var finishTime: UTCTime?

    public var id: FlightID { summary.id }

    public init(
        summary: FlightSummary, state: State, isIncomplete: Bool = false, droppedRows: Int = 0,
        finishTime: UTCTime? = nil
    ) {
        self.summary = summary
        self.state = state
        self.isIncomplete = isIncomplete
        self.droppedRows = droppedRows
        self.finishTime = finishTime
    }
}

extension LogbookEntry {
    /// From the columns id, state, incomplete, dropped_rows, finish_time, summary.
    init(row: Statement) throws {
        do {
            self.init(
                summary: try row.withBytes(5) { try JSON.decode(FlightSummary.self, from: $0) },
                state: State(rawValue: row.string(1) ?? "") ?? .closed, isIncomplete: row.bool(2) ?? false,
                droppedRows: Int(row.integer(3) ?? 0), finishTime: row.string(4).flatMap(UTCTime.init(iso8601:)))
        } catch {
            throw RecorderError(.unreadable, "flight \(row.string(0) ?? "") cannot be read: \(error)")
        }
    }
}

/// Flat, with the summary's own keys, but `start` is the civil time, for people; the instant is `start_instant`.
extension LogbookEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, state, start
        case isStartTrusted = "start_trusted"
        case startInstant = "start_instant"
        case finish
        case utcOffset = "utc_offset"
        case origin, mission, indoor
        case distance = "distance_m"
        case distanceError = "distance_error_m"
        case elapsed = "elapsed_s"
        case held = "held_s"
        case moving = "moving_s"
        case estimated = "estimated_m"
        case averageHeartRate = "heart_rate_avg"
        case maximumHeartRate = "heart_rate_max"
        case ascent = "ascent_m"
        case descent = "descent_m"
        case energy = "energy_kcal"
        case energySource = "energy_source"
        case remarks, reasons, incomplete
        case droppedRows = "dropped_rows"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        var summary = FlightSummary(
            id: try values.decode(FlightID.self, forKey: .id),
            origin: try values.decode(Command.Origin.self, forKey: .origin),
            mission: try values.decodeIfPresent(Mission.self, forKey: .mission),
            start: try values.decode(Instant.self, forKey: .startInstant))
        summary.startTime = try values.decodeIfPresent(UTCTime.self, forKey: .start)
        summary.isStartTrusted = try values.decode(Bool.self, forKey: .isStartTrusted)
        summary.utcOffset = try values.decode(Int.self, forKey: .utcOffset)
        summary.isIndoor = try values.decodeIfPresent(Bool.self, forKey: .indoor) ?? false
        summary.distance = try values.decode(Metres.self, forKey: .distance)
        summary.elapsed = try values.decode(Seconds.self, forKey: .elapsed)
        summary.held = try values.decodeIfPresent(Seconds.self, forKey: .held)
        summary.moving = try values.decode(Seconds.self, forKey: .moving)
        summary.estimated = try values.decode(Metres.self, forKey: .estimated)
        summary.distanceError = try values.decodeIfPresent(Metres.self, forKey: .distanceError)
        summary.averageHeartRate = try values.decodeIfPresent(BeatsPerMinute.self, forKey: .averageHeartRate)
        summary.maximumHeartRate = try values.decodeIfPresent(BeatsPerMinute.self, forKey: .maximumHeartRate)
        summary.ascent = try values.decodeIfPresent(Metres.self, forKey: .ascent)
        summary.descent = try values.decodeIfPresent(Metres.self, forKey: .descent)
        summary.energy = try values.decodeIfPresent(Kilocalories.self, forKey: .energy)
        summary.energySource = try values.decodeIfPresent(EnergySource.self, forKey: .energySource)
        summary.remarks = try values.decode([FlightSummary.Remark].self, forKey: .remarks)
        summary.reasons = try values.decode([String: Int].self, forKey: .reasons)
        self.init(
            summary: summary, state: try values.decode(State.self, forKey: .state),
            isIncomplete: try values.decode(Bool.self, forKey: .incomplete),
            droppedRows: try values.decode(Int.self, forKey: .droppedRows),
            finishTime: try values.decodeIfPresent(UTCTime.self, forKey: .finish))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(summary.id, forKey: .id)
        try values.encode(state, forKey: .state)
        try values.encodeIfPresent(summary.startTime, forKey: .start)
        try values.encode(summary.isStartTrusted, forKey: .isStartTrusted)
        try values.encode(summary.start, forKey: .startInstant)
        try values.encodeIfPresent(finishTime, forKey: .finish)
        try values.encode(summary.utcOffset, forKey: .utcOffset)
        try values.encode(summary.origin, forKey: .origin)
        try values.encodeIfPresent(summary.mission, forKey: .mission)
        if summary.isIndoor { try values.encode(true, forKey: .indoor) }
        try values.encode(summary.distance, forKey: .distance)
        try values.encode(summary.elapsed, forKey: .elapsed)
        try values.encodeIfPresent(summary.held, forKey: .held)
        try values.encode(summary.moving, forKey: .moving)
        try values.encode(summary.estimated, forKey: .estimated)
        try values.encodeIfPresent(summary.distanceError, forKey: .distanceError)
        try values.encodeIfPresent(summary.averageHeartRate, forKey: .averageHeartRate)
        try values.encodeIfPresent(summary.maximumHeartRate, forKey: .maximumHeartRate)
        try values.encodeIfPresent(summary.ascent, forKey: .ascent)
        try values.encodeIfPresent(summary.descent, forKey: .descent)
        try values.encodeIfPresent(summary.energy, forKey: .energy)
        try values.encodeIfPresent(summary.energySource, forKey: .energySource)
        try values.encode(summary.remarks, forKey: .remarks)
        try values.encode(summary.reasons, forKey: .reasons)
        try values.encode(isIncomplete, forKey: .incomplete)
        try values.encode(droppedRows, forKey: .droppedRows)
    }
}
