// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// A folder of its own for one test, removed with it.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "runway-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        // Nothing depends on its removal, and a deinit has nobody to tell.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder; it need not exist.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file, making the folders above it.
    /// - Returns: its path.
    @discardableResult
    public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = file(name)
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }
}
