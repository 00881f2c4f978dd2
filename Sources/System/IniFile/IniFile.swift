// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CEconf

/// An INI file: `[section]` headers, `key = value` lines, comments after `#`. Read by libeconf.
///
/// libeconf passes over some faults in silence: of two lines with one key the first wins, a section without keys
/// vanishes, a line without `=` becomes part of the value above it, and in version 0.5 `econf_getKeys` hides a key
/// whose neighbour above has the same name, even across a section header. Its versions differ in lines with several
/// `#`. So the lines are looked over first (`IniLines`): what would get lost is refused, and libeconf is asked for the
/// value of each key that stands in the file.
public enum IniFile {
    public struct Section: Hashable, Sendable {
        /// The words of the header, with one space between them.
        public let name: String
        /// The path that was given to `read`.
        public let file: String
        /// Of the header; counts from 1.
        public let line: Int
        /// In the order of the file. Each key stands once.
        public let entries: [Entry]
    }

    public struct Entry: Hashable, Sendable {
        public let key: String
        /// Without surrounding spaces and double quotes; may be empty.
        public let value: String
        /// Counts from 1.
        public let line: Int
    }

    /// Reads a file of at most 1 MiB with lines of at most 8000 bytes, UTF-8.
    /// - Returns: its sections in the order of the file. Each name stands once.
    /// - Throws: `IniError` with everything that is wrong with the file.
    public static func read(_ path: String) throws(IniError) -> [Section] {
        let lines = IniLines(try FileText.read(path))
        var problems = lines.problems
        do throws(IniError) {
            let file = try EconfFile(path)
            guard problems.isEmpty else { throw IniError(file: path, problems: problems) }
            return try lines.sections.map { section throws(IniError) in
                let entries = try section.keys.map { key throws(IniError) in
                    let value =
                        key.isEmpty ? "" : try file.value(section: section.header, key: key.name, line: key.line)
                    return Entry(key: key.name, value: value, line: key.line)
                }
                return Section(name: section.name, file: path, line: section.line, entries: entries)
            }
        } catch {
            // libeconf stops at its first fault. Those seen here are reported with it, each line once.
            let seen = Set(problems.map(\.line))
            problems += error.problems.filter { !seen.contains($0.line) }.map(lines.explained)
            throw IniError(file: path, problems: problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
    }
}
