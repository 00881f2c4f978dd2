// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import IniFile

extension Configuration {
    public static let defaultPath = "/etc/runwayd/runwayd.conf"

    /// Reads a configuration file and the drop-ins beside it: `conf.d/*.conf`, in the order of their names. A key in a
    /// later file replaces the same key of the same section in an earlier one.
    /// - Parameter path: nil reads `defaultPath`, which may be absent; a file that is named must be there.
    /// - Throws: `ConfigurationErrors` with everything that is wrong in all files.
    public static func load(path: String? = nil) throws(ConfigurationErrors) -> Configuration {
        try load(path ?? defaultPath, mayBeMissing: path == nil)
    }

    static func load(_ path: String, mayBeMissing: Bool) throws(ConfigurationErrors) -> Configuration {
        var errors: [ConfigurationError] = []
        var sections: [GivenSection] = []
        let dropIns = dropIns(beside: path, &errors)
        for (file, mayBeMissing) in [(path, mayBeMissing)] + dropIns.map({ ($0, false) }) {
            do throws(IniError) {
                for section in try IniFile.read(file) {
                    if let index = sections.firstIndex(where: { $0.header == section.name }) {
                        sections[index].merge(section)
                    } else {
                        sections.append(GivenSection(section))
                    }
                }
            } catch {
                if error.isMissing && mayBeMissing { continue }
                errors += error.problems.map {
                    ConfigurationError(file: file, line: $0.line, message: $0.message, action: $0.action)
                }
            }
        }
        var configuration = Configuration()
        for section in sections { configuration.take(section, &errors) }
        guard errors.isEmpty else {
            let order = [path] + dropIns
            throw ConfigurationErrors(
                errors: errors.sorted {
                    let left = order.firstIndex(of: $0.file) ?? 0
                    let right = order.firstIndex(of: $1.file) ?? 0
                    return (left, $0.line ?? 0, $0.message) < (right, $1.line ?? 0, $1.message)
                })
        }
        return configuration
    }

    private mutating func take(_ section: GivenSection, _ errors: inout [ConfigurationError]) {
        guard let rule = Schema.sections.first(where: { $0.section == section.kind }) else {
            let known = Schema.sections.map { $0.isNamed ? "\($0.section) NAME" : $0.section }
            let kinds = Schema.sections.map(\.section)
            let action = Suggestion.action(for: section.kind, among: kinds) { kind in
                "[\(known.first { $0.split(separator: " ")[0] == kind } ?? kind)]"
            }
            return errors.append(section.error(ValueError("is not known", action)))
        }
        guard rule.isNamed == !section.name.isEmpty else {
            return errors.append(
                section.error(
                    rule.isNamed
                        ? ValueError("has no name", "write [\(rule.section) NAME]")
                        : ValueError("takes no name", "write [\(rule.section)]")))
        }
        guard !rule.isNamed || Configuration.isName(section.name) else {
            let action = "write letters, digits, '.', '-' and '_', at most 32"
            return errors.append(section.error(ValueError("has a name that cannot be used", action)))
        }
        rule.apply(section, to: &self, &errors)
    }

    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 32
            && text.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                    || "._-".contains(Character($0))
            }
    }

    /// The drop-ins' paths, sorted by name. No folder is no drop-in.
    private static func dropIns(beside path: String, _ errors: inout [ConfigurationError]) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = folder + "conf.d"
        guard let directory = opendir(name) else {
            let code = errno
            if code != ENOENT {
                errors.append(
                    ConfigurationError(
                        file: name, line: nil, message: "cannot be read: \(String(cString: strerror(code)))",
                        action: "give the user of this program the right to read it"))
            }
            return []
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".conf") && !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(name)/\($0)" }
    }
}
