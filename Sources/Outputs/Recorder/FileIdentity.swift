// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Which file it is that lies at a path.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// nil when there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
