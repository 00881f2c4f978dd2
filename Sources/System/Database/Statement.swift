// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSQLite

/// A compiled SQL statement, finalised by its owner. Parameters count from 1 in SQL, columns from 0.
public final class Statement {
    public let sql: String
    private let handle: OpaquePointer
    private let path: String

    init(_ sql: String, on connection: OpaquePointer, path: String, isKept: Bool = false) throws(DatabaseError) {
        var handle: OpaquePointer?
        let flags = isKept ? CUnsignedInt(SQLITE_PREPARE_PERSISTENT) : 0
        let (code, isWhole) = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(connection, text, -1, flags, &handle, &tail)
            return (code, tail.map { $0.pointee == 0 } ?? true)
        }
        guard code == SQLITE_OK else { throw .last(code, on: connection, sql: sql, path: path) }
        guard let handle, isWhole else {
            sqlite3_finalize(handle)
            throw DatabaseError(extendedCode: SQLITE_MISUSE, message: "not one statement", sql: sql, path: path)
        }
        self.sql = sql
        self.handle = handle
        self.path = path
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Gives every parameter its value, in order; nil is NULL. Values are copied.
    /// - Throws: `DatabaseError` with `SQLITE_RANGE` when their number is not that of the parameters.
    public func bind(_ values: [(any DatabaseBindable)?]) throws(DatabaseError) {
        reset()
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw DatabaseError(
                extendedCode: SQLITE_RANGE, message: "\(values.count) values do not fit the parameters", sql: sql,
                path: path)
        }
        for (index, value) in values.enumerated() {
            let code = bind(value?.databaseValue ?? .null, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: DatabaseValue, at index: CInt) -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .real(let value): return sqlite3_bind_double(handle, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bindText($0, at: index) }
            }
        case .utf8(let value):
            return value.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bindText($0, at: index) }
            }
        case .blob(let value):
            return value.withUnsafeBytes { bytes in
                // A nil pointer would bind NULL.
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(handle, index, 0)
                    : runway_sqlite_bind_blob(handle, index, bytes.baseAddress, CInt(clamping: bytes.count))
            }
        }
    }

    private func bindText(_ bytes: UnsafeBufferPointer<CChar>, at index: CInt) -> CInt {
        // A nil pointer would bind NULL.
        bytes.isEmpty
            ? runway_sqlite_bind_text(handle, index, "", 0)
            : runway_sqlite_bind_text(handle, index, bytes.baseAddress, CInt(clamping: bytes.count))
    }

    /// Goes to the next row.
    /// - Returns: false when there is none.
    /// - Important: `reset` a statement whose rows were not all read: it holds its transaction open.
    public func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// Makes it ready to run again, and forgets the values.
    public func reset() {
        // It repeats the code of the last step, which was thrown there.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Binds the values and runs it to its end.
    public func run(_ values: (any DatabaseBindable)?...) throws(DatabaseError) {
        try bind(values)
        defer { reset() }
        while try step() {}
    }

    /// Binds the values and collects what `read` makes of each row.
    public func rows<Row>(
        _ values: (any DatabaseBindable)?..., read: (Statement) throws -> Row
    ) throws -> [Row] {
        try bind(values)
        defer { reset() }
        var rows: [Row] = []
        while try step() { rows.append(try read(self)) }
        return rows
    }

    /// Binds the values and reads the first row; nil when there is none.
    public func first<Row>(
        _ values: (any DatabaseBindable)?..., read: (Statement) throws -> Row
    ) throws -> Row? {
        try bind(values)
        defer { reset() }
        return try step() ? try read(self) : nil
    }

    private func failure(_ code: CInt) -> DatabaseError {
        .last(code, on: sqlite3_db_handle(handle), sql: sql, path: path)
    }
}

/// The columns of the row that `step` went to. Each is nil where the row holds NULL.
extension Statement {
    public func integer(_ column: Int) -> Int64? {
        isNull(column) ? nil : sqlite3_column_int64(handle, CInt(column))
    }

    public func double(_ column: Int) -> Double? {
        isNull(column) ? nil : sqlite3_column_double(handle, CInt(column))
    }

    public func bool(_ column: Int) -> Bool? {
        integer(column).map { $0 != 0 }
    }

    public func string(_ column: Int) -> String? {
        isNull(column) ? nil : withBytes(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A BLOB, or text in UTF-8.
    public func bytes(_ column: Int) -> [UInt8]? {
        isNull(column) ? nil : withBytes(column) { [UInt8]($0) }
    }

    /// The bytes in place: they are valid inside `body` only, and empty for NULL.
    public func withBytes<Result>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        // The pointer first, then the size: the manual's safe order.
        let pointer = sqlite3_column_blob(handle, CInt(column))
        let count = Int(sqlite3_column_bytes(handle, CInt(column)))
        return try body(UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
    }

    private func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(handle, CInt(column)) == SQLITE_NULL
    }
}
