// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One thing that is wrong in the configuration, where it stands, and what to do.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counts from 1; nil when the file as a whole is meant.
    public let line: Int?
    public let message: String
    public let action: String

    /// For example `runwayd.conf:12: [gpsd] port=29x47 is no port number; write 1 to 65535`.
    public var description: String { file + (line.map { ":\($0)" } ?? "") + ": \(message); \(action)" }
}

/// Everything that is wrong in the configuration.
public struct ConfigurationErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, in the order of files and lines.
    public let errors: [ConfigurationError]

    /// One line for each error.
    public var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// What is wrong with a value, apart from where it stands.
struct ValueError: Error, Hashable {
    /// Follows the value: `is no port number`.
    let message: String
    let action: String

    init(_ message: String, _ action: String) {
        self.message = message
        self.action = action
    }
}
