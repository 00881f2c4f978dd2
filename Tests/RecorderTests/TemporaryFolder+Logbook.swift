// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import TestSupport

extension TemporaryFolder {
    var logbook: String { path("logbook.db") }

    func bytes(_ name: String = "logbook.db") -> Data? { FileManager.default.contents(atPath: path(name)) }

    /// The database and its write-ahead log as a crash would leave them now.
    static func image(of logbook: String) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: logbook + suffix) {
            try FileManager.default.copyItem(atPath: logbook + suffix, toPath: copy.logbook + suffix)
        }
        return copy
    }
}
