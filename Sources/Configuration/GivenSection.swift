// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import IniFile

/// A section as it stands in the files, merged: of a key that stands in several files the last one counts.
struct GivenSection {
    struct Entry {
        let value: String
        let file: String
        let line: Int
    }

    /// The header's words: `sensor strap`.
    let header: String
    /// The first word.
    let kind: String
    /// What follows it; empty when nothing does.
    let name: String
    /// Where its header stands first.
    let file: String
    let line: Int
    private(set) var entries: [String: Entry] = [:]

    init(_ section: IniFile.Section) {
        header = section.name
        let words = section.name.split(separator: " ", maxSplits: 1)
        kind = String(words[0])
        name = words.count > 1 ? String(words[1]) : ""
        file = section.file
        line = section.line
        merge(section)
    }

    /// A single key that stands in no file.
    init(_ section: String, key: String, value: String) {
        header = section
        kind = section
        name = ""
        file = "--set"
        line = 1
        entries[key] = Entry(value: value, file: file, line: line)
    }

    mutating func merge(_ section: IniFile.Section) {
        for entry in section.entries {
            entries[entry.key] = Entry(value: entry.value, file: section.file, line: entry.line)
        }
    }

    /// Gives each key's value to `target`, and reports what is wrong, unknown or missing.
    func set<Target>(
        _ keys: [Key<Target>], in target: inout Target, _ errors: inout [ConfigurationError],
        ignoring others: Set<String> = []
    ) {
        for (name, entry) in entries where !others.contains(name) && !keys.contains(where: { $0.name == name }) {
            let action = Suggestion.action(for: name, among: keys.map(\.name)) { "\($0)=" }
            errors.append(error("[\(header)] \(name)= is not known", action, entry))
        }
        for key in keys {
            guard let entry = entries[key.name] else {
                if key.fallback == nil {
                    errors.append(error(ValueError("has no \(key.name)=", "write \(key.name)=, \(key.help)")))
                }
                continue
            }
            do throws(ValueError) {
                guard !entry.value.isEmpty else {
                    let action = key.fallback.map { "remove the line for the default, \($0)" } ?? "write \(key.help)"
                    throw ValueError("is empty", action)
                }
                try key.set(&target, entry.value)
            } catch {
                let shown = entry.value.count > 60 ? entry.value.prefix(60) + "…" : entry.value[...]
                errors.append(self.error("[\(header)] \(key.name)=\(shown) \(error.message)", error.action, entry))
            }
        }
    }

    /// An error of the section as a whole.
    func error(_ error: ValueError) -> ConfigurationError {
        ConfigurationError(file: file, line: line, message: "[\(header)] \(error.message)", action: error.action)
    }

    private func error(_ message: String, _ action: String, _ entry: Entry) -> ConfigurationError {
        ConfigurationError(file: entry.file, line: entry.line, message: message, action: action)
    }
}
