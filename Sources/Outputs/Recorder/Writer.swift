// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import Glibc
import RunwayModel

/// The recorder's half on the writer thread: it owns the connection.
actor Writer {
    nonisolated var unownedExecutor: UnownedSerialExecutor { WriterExecutor.shared.asUnownedSerialExecutor() }

    private let path: String
    private var lock: FileLock?
    private var database: Database?
    /// The file behind the connection. One that was moved or deleted takes writes as if nothing were the matter.
    private var file: FileIdentity?
    /// What `ping` touches: the compiler takes no step onto this thread for a method that needs nothing of it, and the
    /// watchdog would be told that all is well while the writer hangs.
    private var pings = 0
    /// Set when a failure may lie in the connection: a card that was pulled and put back needs a new one.
    private var needsReopening = false

    init(path: String) {
        self.path = path
    }

    /// Returns once what was queued before is done.
    func ping() {
        pings += 1
    }

    func open() throws -> OpenFlight? {
        try checkDirectory()
        lock = try FileLock(for: path)
        do {
            try createFile()
            let database = try Database(path: path, access: .creating)
            if try Schema.isMissing(in: database) { try Schema.create(in: database) }
            try Writer.configure(database)
            let flight = try Recovery.openFlight(in: database)
            self.database = database
            file = FileIdentity(path)
            return flight
        } catch {
            lock = nil
            throw error
        }
    }

    func commit(_ batch: Batch) -> Result<BatchWriter.Receipt, RecorderTrouble> {
        do {
            let database = try connection()
            return .success(try database.transaction { try BatchWriter.write(batch, to: database) })
        } catch {
            if let error = error as? DatabaseError, !error.isPassing { needsReopening = true }
            return .failure(RecorderTrouble(error))
        }
    }

    func read<T: Sendable>(_ body: @Sendable (Logbook) throws -> T) throws -> T {
        guard let database else { throw RecorderError(.closed, "\(path): the recorder is not open") }
        return try body(Logbook(database))
    }

    /// - Returns: what kept the write-ahead log from being folded into the file; the next open does it then.
    func close() -> RecorderTrouble? {
        defer {
            database = nil
            lock = nil
        }
        do {
            try database?.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return nil
        } catch {
            return RecorderTrouble(error)
        }
    }

    private func connection() throws -> Database {
        guard let database else { throw RecorderError(.closed, "\(path): the recorder is not open") }
        guard needsReopening || FileIdentity(path) != file else { return database }
        needsReopening = true
        let fresh = try Database(path: path, access: .writing)
        guard try !Schema.isMissing(in: fresh) else {
            throw RecorderError(.notALogbook, "\(path): the logbook was replaced by an empty file; put it back")
        }
        try Writer.configure(fresh)
        self.database = fresh
        file = FileIdentity(path)
        needsReopening = false
        return fresh
    }

    private func checkDirectory() throws {
        let end = path.lastIndex(of: "/")
        let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var status = stat()
        guard stat(directory, &status) == 0 else {
            throw RecorderError(
                .noDirectory, "\(directory): \(String(cString: strerror(errno))); make the directory for the logbook")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw RecorderError(.noDirectory, "\(directory): not a directory; name another path for the logbook")
        }
    }

    /// SQLite would make it readable for everyone; where a person ran is for the service's group at most. The -wal and
    /// -shm files take their mode from it.
    private func createFile() throws {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        if descriptor >= 0 {
            fchmod(descriptor, 0o640)
            Glibc.close(descriptor)
        } else if errno != EEXIST {
            throw RecorderError(
                .cannotCreate,
                "\(path): \(String(cString: strerror(errno))); make the directory writable for this user")
        }
    }

    private static func configure(_ database: Database) throws {
        guard try database.string("PRAGMA journal_mode = WAL") == "wal" else {
            throw RecorderError(
                .noWriteAheadLog,
                "\(database.path): the file system cannot hold a write-ahead log; put the logbook on a local one")
        }
        // "With synchronous=FULL in WAL mode, an additional sync operation of the WAL file happens after each
        // transaction commit. The extra WAL sync following each transaction helps ensure that transactions are durable
        // across a power loss."
        //
        // The log is folded into the file every 4 MB, about five minutes of a flight, and cut to 8 MB if it was longer.
        //
        // No quick_check here: it reads the whole file, minutes for years of flights on a card, while the runner
        // waits. What a resume needs is read and checked row by row.
        try database.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA wal_autocheckpoint = 1000;
            PRAGMA journal_size_limit = 8388608;
            """)
    }
}
