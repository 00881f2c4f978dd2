// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// A directory that is gone when its owner is.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "recorder-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var logbook: String { path + "/logbook.db" }

    func bytes(_ name: String = "logbook.db") -> Data? { FileManager.default.contents(atPath: path + "/" + name) }

    /// The database and its write-ahead log as a crash would leave them now.
    static func image(of logbook: String) throws -> TemporaryDirectory {
        let copy = try TemporaryDirectory()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: logbook + suffix) {
            try FileManager.default.copyItem(atPath: logbook + suffix, toPath: copy.logbook + suffix)
        }
        return copy
    }
}
