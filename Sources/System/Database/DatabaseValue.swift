// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A value as SQLite stores it.
public enum DatabaseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    /// SQLite stores NaN as NULL; every other value comes back bit for bit.
    case real(Double)
    case text(String)
    /// Text that is at hand as UTF-8.
    case utf8([UInt8])
    case blob([UInt8])
}

/// What can be bound to a statement's parameter.
public protocol DatabaseBindable {
    var databaseValue: DatabaseValue { get }
}

extension DatabaseValue: DatabaseBindable {
    public var databaseValue: DatabaseValue { self }
}

extension Int64: DatabaseBindable {
    public var databaseValue: DatabaseValue { .integer(self) }
}

extension Int: DatabaseBindable {
    public var databaseValue: DatabaseValue { .integer(Int64(self)) }
}

extension Bool: DatabaseBindable {
    public var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }
}

extension Double: DatabaseBindable {
    public var databaseValue: DatabaseValue { .real(self) }
}

extension String: DatabaseBindable {
    public var databaseValue: DatabaseValue { .text(self) }
}

/// Bytes become a BLOB; `DatabaseValue.utf8` makes them text.
extension [UInt8]: DatabaseBindable {
    public var databaseValue: DatabaseValue { .blob(self) }
}
