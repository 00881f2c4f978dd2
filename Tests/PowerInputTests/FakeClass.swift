// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport

/// A folder that looks as the kernel's class does.
final class FakeClass: Sendable {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    convenience init(_ supplies: [String: String]) throws {
        self.init(try FakeClass())
        for (name, attributes) in supplies { try add(name, attributes) }
    }

    private init(_ other: FakeClass) {
        folder = other.folder
    }

    var path: String { folder.path }

    /// Writes attributes as `type=Battery capacity=50`; `~` stands for a space in a value.
    func add(_ name: String, _ attributes: String) throws {
        for attribute in attributes.split(separator: " ") {
            let parts = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = String(parts[1].map { $0 == "~" ? " " : $0 })
            try folder.write("\(name)/\(parts[0])", value + "\n")
        }
    }
}
