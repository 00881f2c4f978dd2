// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import JSON
import RunwayModel

/// Finds the flight that was in the air.
enum Recovery {
    static func openFlight(in database: Database) throws -> OpenFlight? {
        let numbers = try database.prepare("SELECT number FROM flight WHERE state = 'open' ORDER BY number DESC").rows {
            $0.integer(0) ?? 0
        }
        guard let newest = numbers.first else { return nil }
        if numbers.count > 1 {
            try database.prepare("UPDATE flight SET state = 'closed' WHERE state = 'open' AND number <> ?").run(newest)
        }
        return try flight(newest, in: database)
    }

    private static func flight(_ number: Int64, in database: Database) throws -> OpenFlight {
        let row = try database.prepare(
            """
            SELECT flight.summary, last_instant, uuid, last_time, last_time_trusted, incomplete,
                (SELECT max(seq) FROM tape WHERE flight = number), (SELECT max(at) FROM tape WHERE flight = number),
                (SELECT coalesce(max(seq) + 1, 0) FROM event WHERE flight = number), flight.id
            FROM flight LEFT JOIN boot ON boot.id = last_boot WHERE number = ?
            """)
        try row.bind([number])
        guard try row.step() else { throw unreadable("flight \(number)", in: database, "it has no row") }
        let summary: FlightSummary
        do {
            summary = try JSON.decode(FlightSummary.self, from: row.bytes(0) ?? [])
        } catch {
            throw unreadable("flight \(row.string(9) ?? "")", in: database, "\(error)")
        }
        let snapshot = try database.prepare("SELECT seq, at, format, body FROM snapshot WHERE flight = ?")
            .first(number) {
                OpenFlight.Snapshot(
                    sequence: Int($0.integer(0) ?? 0), at: Instant(nanoseconds: $0.integer(1) ?? 0),
                    format: $0.string(2) ?? "", body: $0.bytes(3) ?? [])
            }
        let (tail, unreadableRows) = try tail(of: number, after: snapshot?.sequence ?? -1, in: database)
        var flight = OpenFlight(
            id: summary.id, summary: summary, snapshot: snapshot, tail: tail, unreadableRows: unreadableRows,
            lastSequence: row.integer(6).map(Int.init), lastInstant: summary.start, lastBoot: row.string(2),
            lastTime: row.string(3).flatMap(UTCTime.init(iso8601:)), lastTimeTrusted: row.bool(4) ?? false,
            isIncomplete: row.bool(5) ?? false, nextEvent: Int(row.integer(8) ?? 0))
        flight.lastInstant = row.integer(1).map(Instant.init(nanoseconds:)) ?? summary.start
        if let lastRow = row.integer(7).map(Instant.init(nanoseconds:)), lastRow > flight.lastInstant {
            // An outage was being caught up with when it ended. Both labels move on together.
            flight.lastTime = flight.lastTime.map { $0 + (lastRow - flight.lastInstant) }
            flight.lastInstant = lastRow
        }
        if flight.lastBoot == nil { flight.lastBoot = tail.last?.boot }
        return flight
    }

    private static func tail(
        of number: Int64, after sequence: Int, in database: Database
    ) throws -> ([TapeEntry], unreadable: Int) {
        var tail: [TapeEntry] = []
        var unreadable = 0
        let rows = try database.prepare(
            "SELECT seq, at, uuid, body FROM tape JOIN boot ON boot.id = boot WHERE flight = ? AND seq > ? ORDER BY seq"
        )
        try rows.bind([number, sequence])
        while try rows.step() {
            do {
                tail.append(try TapeEntry(row: rows))
            } catch {
                unreadable += 1
            }
        }
        return (tail, unreadable)
    }

    private static func unreadable(_ what: String, in database: Database, _ reason: String) -> RecorderError {
        RecorderError(
            .unreadable,
            "\(database.path): \(what) was in the air and cannot be read (\(reason)); move the file aside to fly")
    }
}

extension TapeEntry {
    /// From the columns seq, at, uuid, body.
    init(row: Statement) throws {
        self.init(
            sequence: Int(row.integer(0) ?? 0), at: Instant(nanoseconds: row.integer(1) ?? 0),
            boot: row.string(2) ?? "",
            input: try row.withBytes(3) { try JSON.decode(Input.self, from: $0) })
    }
}
