// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One verb of the command line.
protocol Verb {
    static var name: String { get }
    /// Half a line, for the list of verbs.
    static var summary: String { get }
    static var help: String { get }

    /// Does what the arguments say. All of them must be taken, see `Arguments.end`.
    /// - Throws: `Failure` with the words for the person and the exit status.
    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws
}
