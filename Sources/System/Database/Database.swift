// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSQLite

/// A connection to an SQLite database, used by one thread and closed by its owner.
public final class Database {
    /// What the connection may do with the file.
    public enum Access: Sendable {
        /// The file must exist. A WAL database needs a writable -shm file beside it all the same.
        case reading
        /// The file must exist.
        case writing
        /// The file is created when it is missing. Its directory must exist.
        case creating

        fileprivate var flags: CInt {
            switch self {
            case .reading: SQLITE_OPEN_READONLY
            case .writing: SQLITE_OPEN_READWRITE
            case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    public enum TransactionKind: String, Sendable {
        /// Takes its locks when it comes to need them.
        case deferred
        /// Takes the write lock at once.
        case immediate
    }

    public let path: String
    private let connection: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// - Parameters:
    ///   - path: a file's path; it is never read as a URI.
    ///   - busyTimeout: how long to wait for another program's lock, in milliseconds.
    public init(path: String, access: Access, busyTimeout: Int = 5000) throws(DatabaseError) {
        // SQLITE_OPEN_NOMUTEX: "The new database connection will use the 'multi-thread' threading mode. This means
        // that separate threads are allowed to use SQLite at the same time, as long as each thread is using a
        // different database connection." A Database is not Sendable, so that the compiler sees to it.
        let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var connection: OpaquePointer?
        let code = sqlite3_open_v2(path, &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            let error = DatabaseError.last(code, on: connection, path: path)
            // "Whether or not an error occurs when it is opened, resources associated with the database connection
            // handle should be released by passing it to sqlite3_close() when it is no longer required."
            sqlite3_close_v2(connection)
            throw error
        }
        if access != .reading, sqlite3_db_readonly(connection, "main") == 1 {
            // SQLite opens what it cannot write read-only without a word, and fails at the first write.
            sqlite3_close_v2(connection)
            throw DatabaseError(extendedCode: SQLITE_READONLY, message: "the file cannot be written", path: path)
        }
        self.path = path
        self.connection = connection
        sqlite3_busy_timeout(connection, CInt(clamping: busyTimeout))
    }

    deinit {
        // Statements that outlive the connection keep it until they are finalised.
        sqlite3_close_v2(connection)
    }

    /// Runs one or more statements, whose rows are not wanted.
    public func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        if code != SQLITE_OK { throw .last(code, on: connection, sql: sql, path: path) }
    }

    /// Compiles one statement.
    public func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try Statement(sql, on: connection, path: path)
    }

    /// Compiles one statement, once: the same text gives the same statement again, reset.
    /// - Important: it must not be asked for again while its rows are being read.
    public func cached(_ sql: String) throws(DatabaseError) -> Statement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        let statement = try Statement(sql, on: connection, path: path, isKept: true)
        statements[sql] = statement
        return statement
    }

    /// The first column of the first row; nil when there is no row or it holds NULL.
    public func integer(_ sql: String) throws(DatabaseError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The first column of the first row; nil when there is no row or it holds NULL.
    public func string(_ sql: String) throws(DatabaseError) -> String? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.string(0) : nil
    }

    /// Runs `body` in a transaction: all of it is kept, or nothing.
    /// - Throws: what `body` throws, or a `DatabaseError`. In both cases the transaction is rolled back.
    public func transaction<Result>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try execute("BEGIN \(kind.rawValue.uppercased())")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // "It is recommended that applications respond to the errors listed above by explicitly issuing a
            // ROLLBACK command. If the transaction has already been rolled back automatically by the error response,
            // then the ROLLBACK command will fail with an error, but no harm is caused by this."
            if isInTransaction { sqlite3_exec(connection, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    public var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// Rows that the last INSERT, UPDATE or DELETE changed.
    public var changes: Int { Int(sqlite3_changes64(connection)) }
}
