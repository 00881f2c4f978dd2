// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// An INI file that cannot be read, with all that is wrong with it.
public struct IniError: Error, Hashable, Sendable, CustomStringConvertible {
    public struct Problem: Hashable, Sendable {
        /// Counts from 1; nil when the file as a whole is meant.
        public let line: Int?
        public let message: String
        /// What to do about it.
        public let action: String

        init(_ line: Int?, _ message: String, _ action: String) {
            self.line = line
            self.message = message
            self.action = action
        }
    }

    /// The path that was given to `read`.
    public let file: String
    /// At least one, in the order of lines.
    public let problems: [Problem]
    /// Whether there is no such file.
    public let isMissing: Bool

    init(file: String, problems: [Problem], isMissing: Bool = false) {
        self.file = file
        self.problems = problems
        self.isMissing = isMissing
    }

    public var description: String {
        problems.map { problem in
            file + (problem.line.map { ":\($0)" } ?? "") + ": \(problem.message); \(problem.action)"
        }.joined(separator: "\n")
    }
}
