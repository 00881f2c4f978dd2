// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import JSON
import RunwayModel

/// Writes a batch into the tables. Writing it twice leaves what writing it once leaves.
struct BatchWriter {
    struct Receipt: Sendable {
        var rows = 0
        /// Rows that hold a number which JSON cannot express. They are left out and the flight is marked.
        var unwritable = 0
    }

    private let database: Database
    private let flight: Int64
    private var receipt = Receipt()
    private var boots: [String: Int64] = [:]

    /// To be called within a transaction.
    static func write(_ batch: Batch, to database: Database) throws -> Receipt {
        var writer = try BatchWriter(database, batch)
        for item in batch.items {
            switch item {
            case .tape(let entry): try writer.insert(entry)
            case .event(let event, let sequence): try writer.insert(event, sequence)
            }
        }
        if let summary = batch.summary { try writer.store(summary) }
        if let snapshot = batch.snapshot { try writer.store(snapshot) }
        if let label = batch.label { try writer.store(label) }
        try writer.mark(dropped: batch.dropped)
        return writer.receipt
    }

    private init(_ database: Database, _ batch: Batch) throws {
        self.database = database
        let found = try database.cached("SELECT number FROM flight WHERE id = ?").first(batch.flight.text) {
            $0.integer(0) ?? 0
        }
        if let found, !batch.isOpening {
            flight = found
            return
        }
        flight = try BatchWriter.open(batch.base, in: database)
        try store(batch.base)
        if found == nil, !batch.isOpening {
            // The file was replaced under way: what came before is not in it.
            try database.cached("UPDATE flight SET incomplete = 1 WHERE number = ?").run(flight)
        }
    }

    /// Makes the flight's row, or opens the one that has its id. One flight is open at most.
    private static func open(_ summary: FlightSummary, in database: Database) throws -> Int64 {
        let id = summary.id.text
        try database.cached(
            "INSERT INTO flight(id, state, summary) VALUES (?, 'open', '') ON CONFLICT(id) DO UPDATE SET state = 'open'"
        ).run(id)
        try database.cached("UPDATE flight SET state = 'closed' WHERE state = 'open' AND id <> ?").run(id)
        return try database.cached("SELECT number FROM flight WHERE id = ?").first(id) { $0.integer(0) ?? 0 } ?? 0
    }

    private mutating func insert(_ entry: TapeEntry) throws {
        guard let body = try encoded(entry.input) else { return }
        // A row that is there already stays as it is.
        try database.cached(
            """
            INSERT INTO tape(flight, seq, at, boot, kind, body) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        ).run(flight, entry.sequence, entry.at.nanoseconds, try boot(entry.boot), entry.input.kind, body)
        receipt.rows += 1
    }

    private mutating func insert(_ event: Event, _ sequence: Int) throws {
        switch event.body {
        case .split(let split): try store(split)
        case .alertBegan(let alert), .alertEnded(let alert): try store(alert)
        case .flightEnded(let summary): try land(summary, event)
        case .phase, .annunciation, .withheld, .inhibits, .flightBegan, .refused: break
        }
        guard let body = try encoded(event) else { return }
        try database.cached(
            "INSERT INTO event(flight, seq, at, kind, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        ).run(flight, sequence, event.at.nanoseconds, event.body.kind, body)
        receipt.rows += 1
    }

    private mutating func store(_ split: Split) throws {
        guard let body = try encoded(split) else { return }
        try database.cached(
            """
            INSERT INTO split(flight, idx, distance_m, duration_s, heart_rate, finish, body)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT DO UPDATE SET distance_m = ?3, duration_s = ?4, heart_rate = ?5, finish = ?6, body = ?7
            """
        ).run(
            flight, split.index, split.distance.rawValue, split.duration.rawValue, split.heartRate?.rawValue,
            split.end.nanoseconds, body)
    }

    private mutating func store(_ alert: Alert) throws {
        guard let body = try encoded(alert) else { return }
        try database.cached(
            """
            INSERT INTO alert(flight, start, kind, severity, finish, reason, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT DO UPDATE SET severity = ?4, finish = ?5, reason = ?6, body = ?7
            """
        ).run(
            flight, alert.start.nanoseconds, alert.kind.rawValue, alert.severity.rawValue, alert.end?.nanoseconds,
            alert.reason?.rawValue, body)
    }

    private mutating func land(_ summary: FlightSummary, _ event: Event) throws {
        try store(summary)
        try database.cached("UPDATE flight SET state = ?, finish = ?, finish_time = ? WHERE number = ?").run(
            summary.remarks.contains(.closedByRecovery) ? "closed" : "landed", event.at.nanoseconds,
            event.time?.iso8601Exact, flight)
        // It serves a resume and nothing else.
        try database.cached("DELETE FROM snapshot WHERE flight = ?").run(flight)
    }

    private mutating func store(_ summary: FlightSummary) throws {
        guard let body = try encoded(summary) else { return }
        try database.cached(
            """
            UPDATE flight SET origin = ?, mission = ?, start = ?, start_time = ?, start_trusted = ?, utc_offset = ?,
                distance_m = ?, elapsed_s = ?, moving_s = ?, estimated_m = ?, heart_rate_avg = ?, heart_rate_max = ?,
                summary = ?
            WHERE number = ?
            """
        ).run(
            summary.origin.rawValue, summary.mission?.spec, summary.start.nanoseconds,
            summary.startTime?.iso8601Exact, summary.isStartTrusted, summary.utcOffset, summary.distance.rawValue,
            summary.elapsed.rawValue, summary.moving.rawValue, summary.estimated.rawValue,
            summary.averageHeartRate?.rawValue, summary.maximumHeartRate?.rawValue, body, flight)
    }

    private func store(_ snapshot: OpenFlight.Snapshot) throws {
        try database.cached(
            """
            INSERT INTO snapshot(flight, seq, at, format, body) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET seq = ?2, at = ?3, format = ?4, body = ?5
            """
        ).run(flight, snapshot.sequence, snapshot.at.nanoseconds, snapshot.format, snapshot.body)
    }

    private mutating func store(_ label: Batch.Label) throws {
        try database.cached(
            "UPDATE flight SET last_instant = ?, last_boot = ?, last_time = ?, last_time_trusted = ? WHERE number = ?"
        ).run(label.instant.nanoseconds, try boot(label.boot), label.time?.iso8601Exact, label.isTrusted, flight)
    }

    private func mark(dropped: Int) throws {
        let lost = dropped + receipt.unwritable
        guard lost > 0 else { return }
        try database.cached(
            "UPDATE flight SET incomplete = 1, dropped_rows = dropped_rows + ? WHERE number = ?"
        ).run(lost, flight)
    }

    /// nil when it cannot be written, which is counted: one bad number must not keep all that follows off the disk.
    private mutating func encoded(_ value: some Encodable) throws -> DatabaseValue? {
        do {
            return .utf8(try JSON.encode(value))
        } catch is EncodingError {
            receipt.unwritable += 1
            return nil
        }
    }

    private mutating func boot(_ uuid: String) throws -> Int64 {
        if let id = boots[uuid] { return id }
        try database.cached("INSERT INTO boot(uuid) VALUES (?) ON CONFLICT DO NOTHING").run(uuid)
        let id = try database.cached("SELECT id FROM boot WHERE uuid = ?").first(uuid) { $0.integer(0) ?? 0 } ?? 0
        boots[uuid] = id
        return id
    }
}
