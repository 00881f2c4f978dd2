// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// A folder of its own for one test, removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "runway-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, making the folders above it.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}
