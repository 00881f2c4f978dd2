// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// A new folder that goes, with all in it, when its owner lets go of it.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        var template = Array((FileManager.default.temporaryDirectory.path + "/runway-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(errno, "mkdtemp") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        // What is left behind in the temporary folder harms nobody, and a deinit cannot throw.
        try? FileManager.default.removeItem(atPath: path)
    }

    public var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    /// The path of something in the folder.
    public func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file into the folder, which may be in a new folder of its own.
    /// - Returns: its path.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}
