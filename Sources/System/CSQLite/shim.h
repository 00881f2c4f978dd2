// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// SQLite. Swift imports all that is used but SQLITE_TRANSIENT, a cast.
#pragma once
#include <sqlite3.h>

/// Binds a copy of the bytes: SQLITE_TRANSIENT is a cast that Swift cannot import.
static inline int runway_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds a copy of the bytes.
static inline int runway_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
