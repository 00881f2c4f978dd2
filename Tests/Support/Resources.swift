// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// Whether this is a CI run (CI=true), where nothing may be skipped.
public let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] == "true"

/// Where the package's and the shared files are.
public enum Resources {
    /// The folder of Package.swift.
    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The data beside the package, `../shared/data`, which a checkout need not have.
    public static let sharedData = packageRoot.deletingLastPathComponent().appendingPathComponent("shared/data")

    /// A program of this package, built along with the running one.
    public static func program(_ name: String) throws -> String {
        let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let path = own.deletingLastPathComponent().appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
        return path
    }

    /// A file that must be there is not.
    public struct Missing: Error, CustomStringConvertible {
        public let path: String
        public var description: String { "\(path) is missing (and with CI=true nothing is skipped)" }
    }
}

/// Finds something in the shared data.
///
/// - Parameter path: below `../shared/data`.
/// - Returns: nil, after saying that it is skipped, when it is not there.
/// - Throws: `Resources.Missing` instead when CI=true.
public func sharedData(_ path: String) throws -> URL? {
    let url = Resources.sharedData.appendingPathComponent(path)
    if FileManager.default.fileExists(atPath: url.path) { return url }
    if isContinuousIntegration { throw Resources.Missing(path: url.path) }
    print("skipped: \(url.path) is missing")
    return nil
}

/// Whether a test that needs something in the shared data is to run; for `.enabled(if:)`. With CI=true it is, and fails.
public func isSharedDataExpected(_ path: String) -> Bool {
    isContinuousIntegration
        || FileManager.default.fileExists(atPath: Resources.sharedData.appendingPathComponent(path).path)
}
