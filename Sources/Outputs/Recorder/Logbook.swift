// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import Glibc
import JSON
import RunwayModel

/// Reads the logbook. It shows what is committed.
public final class Logbook {
    private let database: Database

    /// The recorder's own connection.
    init(_ database: Database) {
        self.database = database
    }

    /// Opens the file read-only. A database in WAL mode wants a -shm file beside it, which SQLite makes when no one
    /// else has it open; so the user must be able to write there, unless the recorder runs.
    /// - Throws: `RecorderError` when there is no logbook, when this user may not read it, or when it is another's;
    ///   `DatabaseError` when it is damaged.
    public convenience init(path: String) throws {
        guard access(path, F_OK) == 0 else {
            throw RecorderError(.missing, "\(path): there is no logbook; it is made when runwayd first starts")
        }
        do {
            let database = try Database(path: path, access: .reading)
            guard try !Schema.isMissing(in: database) else {
                throw RecorderError(.missing, "\(path): the logbook is empty; it is made when runwayd first starts")
            }
            self.init(database)
        } catch let error as DatabaseError where [.cannotOpen, .readOnly].contains(error.kind) {
            throw RecorderError(
                .inaccessible,
                "\(path): \(error.message); this user may not read it: start runwayd and ask it, or become its user")
        }
    }

    /// All flights, the one that was recorded last first.
    public func flights() throws -> [LogbookEntry] {
        try database.cached(Logbook.select + "ORDER BY number DESC").rows { try LogbookEntry(row: $0) }
    }

    public func flight(_ id: FlightID) throws -> LogbookEntry? {
        try database.cached(Logbook.select + "WHERE id = ?").first(id.text) { try LogbookEntry(row: $0) }
    }

    /// The flight that a person means.
    /// - Parameter name: `last`, an id, or the beginning of just one id.
    /// - Throws: `RecorderError` when there is none, or more than one.
    public func find(_ name: String) throws -> LogbookEntry {
        if name == "last" {
            let last = try database.cached(Logbook.select + "ORDER BY number DESC LIMIT 1").first {
                try LogbookEntry(row: $0)
            }
            guard let last else { throw RecorderError(.noSuchFlight, "the logbook has no flight yet") }
            return last
        }
        let prefix = name.lowercased()
        guard !prefix.isEmpty, prefix.utf8.count <= 36 else { throw noSuchFlight(name) }
        // Not LIKE: its wildcards are no part of an id.
        let found = try database.cached(
            Logbook.select + "WHERE substr(id, 1, length(?1)) = ?1 ORDER BY number DESC LIMIT 2"
        ).rows(prefix) { try LogbookEntry(row: $0) }
        guard let first = found.first else { throw noSuchFlight(name) }
        guard found.count == 1 else {
            throw RecorderError(.ambiguous, "more than one flight's id begins with '\(name)'; write more of it")
        }
        return first
    }

    /// A page of the tape, in order.
    /// - Parameters:
    ///   - sequence: the last row of the page before; nil to begin.
    ///   - limit: rows at most. Fewer mean that the tape ends there.
    public func tape(of id: FlightID, after sequence: Int? = nil, limit: Int) throws -> [TapeEntry] {
        try tapeRows.rows(id.text, sequence ?? -1, limit) { row in
            do {
                return try TapeEntry(row: row)
            } catch {
                throw RecorderError(
                    .unreadable, "row \(row.integer(0) ?? 0) of flight \(id)'s tape cannot be read: \(error)")
            }
        }
    }

    /// The same as JSON lines, each as `TapeEntry` has it, without reading them.
    public func tapeLines(of id: FlightID, after sequence: Int? = nil, limit: Int) throws -> TapePage {
        var page = TapePage()
        var boot = (uuid: "", json: [UInt8]())
        let rows = try tapeRows
        try rows.bind([id.text, sequence ?? -1, limit])
        defer { rows.reset() }
        while try rows.step() {
            let uuid = rows.string(2) ?? ""
            if uuid != boot.uuid || boot.json.isEmpty { boot = (uuid, try JSON.encode(uuid)) }
            page.lines += "{\"seq\":\(rows.integer(0) ?? 0),\"at\":\(rows.integer(1) ?? 0),\"boot\":".utf8
            page.lines += boot.json
            page.lines += ",\"input\":".utf8
            rows.withBytes(3) { page.lines += $0 }
            page.lines += "}\n".utf8
            page.count += 1
            page.last = rows.integer(0).map(Int.init)
        }
        return page
    }

    public func splits(of id: FlightID) throws -> [Split] {
        try bodies(Split.self, from: "split", of: id, orderedBy: "idx")
    }

    /// In the order of their onset; one that goes on has no end.
    public func alerts(of id: FlightID) throws -> [Alert] {
        try bodies(Alert.self, from: "alert", of: id, orderedBy: "start")
    }

    public func events(of id: FlightID) throws -> [Event] {
        try bodies(Event.self, from: "event", of: id, orderedBy: "seq")
    }

    private static let select = """
        SELECT id, state, incomplete, dropped_rows, finish_time, summary FROM flight\u{20}
        """

    private var tapeRows: Statement {
        get throws {
            try database.cached(
                """
                SELECT seq, at, uuid, body FROM tape JOIN boot ON boot.id = boot
                WHERE flight = (SELECT number FROM flight WHERE id = ?) AND seq > ? ORDER BY seq LIMIT ?
                """)
        }
    }

    private func bodies<Body: Decodable>(
        _ type: Body.Type, from table: String, of id: FlightID, orderedBy column: String
    ) throws -> [Body] {
        try database.cached(
            "SELECT body FROM \(table) WHERE flight = (SELECT number FROM flight WHERE id = ?) ORDER BY \(column)"
        ).rows(id.text) { row in
            do {
                return try row.withBytes(0) { try JSON.decode(type, from: $0) }
            } catch {
                throw RecorderError(.unreadable, "\(table) of flight \(id) cannot be read: \(error)")
            }
        }
    }

    private func noSuchFlight(_ name: String) -> RecorderError {
        RecorderError(.noSuchFlight, "no flight's id begins with '\(name)'; 'runway log' lists them")
    }
}
