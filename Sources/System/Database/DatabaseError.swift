// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSQLite
import Glibc

/// A call to SQLite that failed.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code, for example `SQLITE_IOERR_FSYNC`.
    public let extendedCode: CInt
    /// SQLite's own words.
    public let message: String
    /// The statement with its parameters unbound: values are no business of logs.
    public let sql: String?
    /// The database's file.
    public let path: String
    /// errno of the system call behind it, where there was one; else 0.
    public let systemError: CInt

    public init(extendedCode: CInt, message: String, sql: String? = nil, path: String, systemError: CInt = 0) {
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
        self.path = path
        self.systemError = systemError
    }

    /// The primary result code, for example `SQLITE_IOERR`.
    public var code: CInt { extendedCode & 0xFF }

    /// What the codes come down to, for those who must react.
    public enum Kind: Sendable {
        case full, readOnly, inputOutput, cannotOpen, busy, corrupt, notADatabase, other
    }

    public var kind: Kind {
        switch code {
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
        case SQLITE_IOERR: .inputOutput
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB: .notADatabase
        default: .other
        }
    }

    /// The file, what is wrong with it, and what to do.
    public var description: String {
        var text = "\(path): \(message) (SQLite \(extendedCode)"
        if systemError != 0 { text += ", \(String(cString: strerror(systemError)))" }
        text += ")"
        if let advice { text += "; " + advice }
        // Where the file is to blame, the statement says nothing.
        if advice == nil, let sql { text += " in: \(sql)" }
        return text
    }

    /// What the person can do about it; nil where the fault is the program's.
    public var advice: String? {
        switch kind {
        case .full: "free space on its file system"
        case .inputOutput: "the disk or card failed to read or write: look into the kernel's log and replace it"
        case .readOnly: "make the file and its directory writable for this user, or mount the file system writable"
        case .corrupt:
            "the file is damaged: move it aside with its -wal file, and save what is left with sqlite3's .recover"
        case .notADatabase: "the file is no SQLite database: move it aside or name another path"
        case .cannotOpen: "see that the directory exists and that this user may read and write in it"
        case .busy: "another program is using it: end that program, or try again"
        case .other: nil
        }
    }

    /// What SQLite remembers of the last call on this connection that failed.
    static func last(
        _ extendedCode: CInt, on connection: OpaquePointer?, sql: String? = nil, path: String
    ) -> DatabaseError {
        let message =
            connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(extendedCode))
        let involvesSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(extendedCode & 0xFF)
        return DatabaseError(
            extendedCode: extendedCode, message: message, sql: sql, path: path,
            systemError: involvesSystem ? sqlite3_system_errno(connection) : 0)
    }
}
