// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Keeps a second recorder off the file, as long as it lives: two would write one flight. The kernel frees it when the
/// process dies.
///
/// It stands on a file of its own: closing any descriptor of the database's file would drop SQLite's locks on it.
struct FileLock: ~Copyable {
    private let descriptor: CInt

    init(for path: String) throws(RecorderError) {
        let lockPath = path + ".lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else {
            throw RecorderError(
                .cannotCreate,
                "\(lockPath): \(String(cString: strerror(errno))); make the directory writable for this user")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw RecorderError(
                .inUse,
                code == EWOULDBLOCK
                    ? "\(path): another recorder writes to it; end that runwayd, or name another path"
                    : "\(lockPath): \(String(cString: strerror(code)))")
        }
        // Last, or a throw behind it would close it a second time.
        self.descriptor = descriptor
    }

    deinit {
        // Closing alone would not do: a child that has been forked and not yet executed has a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
