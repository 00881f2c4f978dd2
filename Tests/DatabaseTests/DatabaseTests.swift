// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import TestSupport
import Testing

@Suite struct DatabaseTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fresh(_ sql: String = "CREATE TABLE t(a)") throws -> Database {
        let database = try Database(path: folder.path("test.db"), access: .creating)
        try database.execute(sql)
        return database
    }

    @Test(arguments: [
        0.0, -0.0, 0.1, 1.0 / 3, .pi, 1e308, -1e-308, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
        Double(bitPattern: 0x4009_21FB_5444_2D19),
    ])
    func keepsDoublesBitForBit(_ value: Double) throws {
        let database = try fresh()
        try database.prepare("INSERT INTO t VALUES (?)").run(value)
        let read = try database.prepare("SELECT a FROM t").first { $0.double(0) }
        #expect(read??.bitPattern == value.bitPattern)
    }

    @Test func keepsWholeIntegersTextAndBytes() throws {
        let database = try fresh("CREATE TABLE t(a INTEGER, b TEXT, c BLOB, d TEXT, e TEXT, f BLOB) STRICT")
        try database.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)").run(
            Int64.min, "Läufer ✈︎", [0, 255, 0] as [UInt8], DatabaseValue.utf8(Array("{\"a\":1}".utf8)), "", [UInt8]())
        let statement = try database.prepare("SELECT * FROM t")
        #expect(try statement.step())
        #expect(statement.integer(0) == .min)
        #expect(statement.string(1) == "Läufer ✈︎")
        #expect(statement.bytes(2) == [0, 255, 0])
        #expect(statement.string(3) == "{\"a\":1}")
        #expect(statement.string(4) == "")
        #expect(statement.bytes(5) == [])
        #expect(try !statement.step())
    }

    @Test func readsNullAsNil() throws {
        let database = try fresh()
        try database.prepare("INSERT INTO t VALUES (?)").run(nil)
        let statement = try database.prepare("SELECT a FROM t")
        #expect(try statement.step())
        #expect(statement.integer(0) == nil && statement.double(0) == nil && statement.bool(0) == nil)
        #expect(statement.string(0) == nil && statement.bytes(0) == nil)
    }

    @Test func runsACachedStatementAgain() throws {
        let database = try fresh()
        for value in 1...3 { try database.cached("INSERT INTO t VALUES (?)").run(value) }
        #expect(try database.cached("SELECT a FROM t") === database.cached("SELECT a FROM t"))
        #expect(try database.cached("SELECT a FROM t ORDER BY a").rows { $0.integer(0) } == [1, 2, 3])
        #expect(try database.cached("SELECT a FROM t WHERE a > ? ORDER BY a").first(1) { $0.integer(0) } == 2)
        #expect(try database.cached("SELECT a FROM t WHERE a > ? ORDER BY a").first(3) { $0.integer(0) } == nil)
    }

    @Test(arguments: [0, 2])
    func refusesTheWrongNumberOfValues(_ count: Int) throws {
        let database = try fresh()
        let statement = try database.prepare("INSERT INTO t VALUES (?)")
        #expect(throws: DatabaseError.self) { try statement.bind(Array(repeating: 1, count: count)) }
    }

    @Test(arguments: ["", "SELECT 1; SELECT 2", "nonsense"])
    func compilesExactlyOneStatement(_ sql: String) throws {
        let database = try fresh()
        #expect(throws: DatabaseError.self) { _ = try database.prepare(sql) }
    }

    @Test func rollsBackAFailedTransaction() throws {
        struct Stop: Error {}
        let database = try fresh()
        #expect(throws: Stop.self) {
            try database.transaction {
                try database.execute("INSERT INTO t VALUES (1)")
                #expect(database.isInTransaction)
                throw Stop()
            }
        }
        #expect(!database.isInTransaction)
        #expect(try database.integer("SELECT count(*) FROM t") == 0)
        let answer = try database.transaction {
            try database.execute("INSERT INTO t VALUES (2)")
            return 42
        }
        #expect(answer == 42)
        #expect(try database.integer("SELECT count(*) FROM t") == 1)
    }

    @Test func survivesARollbackBySQLite() throws {
        let database = try fresh("PRAGMA max_page_count = 4; CREATE TABLE t(a)")
        let error = databaseError {
            try database.transaction {
                try database.prepare("INSERT INTO t VALUES (zeroblob(?))").run(100_000)
            }
        }
        #expect(error?.kind == .full)
        #expect(!database.isInTransaction)
        try database.transaction { try database.execute("INSERT INTO t VALUES (1)") }
        #expect(try database.integer("SELECT count(*) FROM t") == 1)
    }

    @Test func keepsStatementsAliveBeyondTheConnection() throws {
        let statement = try fresh().prepare("SELECT 7")
        #expect(try statement.step())
        #expect(statement.integer(0) == 7)
    }

    @Test func tellsABusyFile() throws {
        let first = try fresh()
        let second = try Database(path: first.path, access: .writing, busyTimeout: 0)
        try first.transaction {
            let error = databaseError { try second.execute("INSERT INTO t VALUES (1)") }
            #expect(error?.kind == .busy)
            #expect(error?.description.contains("another program is using it") == true)
        }
    }

    @Test func tellsAMissingFileAndWhy() throws {
        let error = databaseError {
            _ = try Database(path: folder.path("none.db"), access: .writing)
        }
        #expect(error?.kind == .cannotOpen)
        #expect(error?.description.contains("No such file or directory") == true)
        #expect(error?.description.contains("none.db") == true)
    }

    @Test func tellsWhatIsNoDatabase() throws {
        let path = try folder.write("text.db", "This is a text, and a rather long one at that.\n")
        let database = try Database(path: path, access: .creating)
        let error = databaseError { _ = try database.integer("SELECT count(*) FROM sqlite_schema") }
        #expect(error?.kind == .notADatabase)
        #expect(error?.advice != nil)
    }

    @Test func keepsValuesOutOfErrors() throws {
        let database = try fresh("CREATE TABLE t(a INTEGER UNIQUE) STRICT")
        let statement = try database.prepare("INSERT INTO t VALUES (?)")
        let error = databaseError { try statement.run("48.137154") }
        #expect(error?.description.contains("48.137154") == false)
        #expect(error?.description.contains("INSERT INTO t VALUES (?)") == true)
    }
}

/// What `body` throws; nil when it throws nothing or something else.
private func databaseError(_ body: () throws -> Void) -> DatabaseError? {
    do {
        try body()
        return nil
    } catch {
        return error as? DatabaseError
    }
}
