// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import Glibc

/// The logbook's tables and how a file is told from others.
enum Schema {
    /// `PRAGMA application_id`: "RWYD".
    static let applicationID: Int64 = 0x5257_5944
    /// `PRAGMA user_version`.
    static let version: Int64 = 1

    /// Finds out what the file holds, without changing it.
    /// - Returns: whether it is empty and wants its tables.
    /// - Throws: `RecorderError` for another program's file and for one of a newer version, `DatabaseError` for what is
    ///   no database.
    static func isMissing(in database: Database) throws -> Bool {
        let application = try database.integer("PRAGMA application_id")
        let version = try database.integer("PRAGMA user_version") ?? 0
        if application == 0, version == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 {
            // SQLite takes what is shorter than a page for nothing, and writes over it.
            var status = stat()
            let isEmpty = stat(database.path, &status) != 0 || status.st_size == 0
            guard try isEmpty || database.integer("PRAGMA page_count") ?? 0 > 0
            else {
                throw RecorderError(
                    .notALogbook, "\(database.path): the file is no logbook; move it aside or name another path")
            }
            return true
        }
        guard application == applicationID else {
            throw RecorderError(
                .notALogbook, "\(database.path): this is another program's database; name another path")
        }
        guard version <= Schema.version else {
            throw RecorderError(
                .newerSchema,
                "\(database.path): a newer runwayd wrote it (schema \(version), this one knows \(Schema.version)); "
                    + "install that version, or move the file aside")
        }
        return false
    }

    static func create(in database: Database) throws {
        try database.transaction {
            try database.execute(tables)
            try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    // `body` and `summary` are JSON of the model's types; the columns beside them are for queries. Instants are
    // nanoseconds, times ISO 8601 in UTC. `number` orders flights by when they were recorded, whatever the clock said.
    private static let tables = """
        CREATE TABLE boot(
            id INTEGER PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE flight(
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL CHECK (state IN ('open', 'landed', 'closed')),
            incomplete INTEGER NOT NULL DEFAULT 0,
            dropped_rows INTEGER NOT NULL DEFAULT 0,
            origin TEXT,
            mission TEXT,
            start INTEGER,
            start_time TEXT,
            start_trusted INTEGER,
            utc_offset INTEGER,
            distance_m REAL,
            elapsed_s REAL,
            moving_s REAL,
            estimated_m REAL,
            heart_rate_avg REAL,
            heart_rate_max REAL,
            summary TEXT NOT NULL,
            finish INTEGER,
            finish_time TEXT,
            last_instant INTEGER,
            last_boot INTEGER REFERENCES boot(id),
            last_time TEXT,
            last_time_trusted INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX flight_open ON flight(number) WHERE state = 'open';
        CREATE TABLE tape(
            flight INTEGER NOT NULL REFERENCES flight(number) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            boot INTEGER NOT NULL REFERENCES boot(id),
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (flight, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE split(
            flight INTEGER NOT NULL REFERENCES flight(number) ON DELETE CASCADE,
            idx INTEGER NOT NULL,
            distance_m REAL,
            duration_s REAL,
            heart_rate REAL,
            finish INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (flight, idx)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE alert(
            flight INTEGER NOT NULL REFERENCES flight(number) ON DELETE CASCADE,
            start INTEGER NOT NULL,
            kind TEXT NOT NULL,
            severity TEXT NOT NULL,
            finish INTEGER,
            reason TEXT,
            body TEXT NOT NULL,
            PRIMARY KEY (flight, start, kind)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE event(
            flight INTEGER NOT NULL REFERENCES flight(number) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (flight, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE snapshot(
            flight INTEGER PRIMARY KEY REFERENCES flight(number) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            format TEXT NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        """
}
