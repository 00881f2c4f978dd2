// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import RunwayConfiguration

/// `docs/runwayd.conf` is what people copy: it must say what the program does.
@Suite struct SampleTests {
    private let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs/runwayd.conf").standardizedFileURL.path

    private func lines() throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func givesTheDefaults() throws {
        #expect(try Configuration.load(path: path) == Configuration())
    }

    @Test func showsEveryKeyWithItsDefault() throws {
        let lines = try lines()
        for section in Schema.descriptions {
            // A named section stands once for each of its variants.
            let headers = lines.indices.filter {
                section.isNamed ? lines[$0].hasPrefix("#[\(section.section) ") : lines[$0] == "[\(section.section)]"
            }
            try #require(!headers.isEmpty, "[\(section.section)]")
            let body = headers.flatMap { header in
                lines[(header + 1)...].prefix { !$0.hasPrefix("[") && !$0.hasPrefix("#[") }
            }
            for key in section.keys {
                let expected = "#\(key.name)="
                let isShown = body.contains { line in
                    key.fallback.map { line == expected + $0 } ?? line.hasPrefix(expected)
                }
                #expect(isShown, "\(expected) in [\(section.section)]")
            }
        }
    }

    @Test func readsWithEverySettingSwitchedOn() throws {
        let text = try lines().map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : line
        }
        let folder = try TemporaryFolder()
        let file = try folder.write("runwayd.conf", text.joined(separator: "\n"))
        var configuration = try Configuration.load(path: file)
        #expect(configuration.sensors.map(\.name) == ["strap", "simulated"])
        #expect(configuration.missions.map(\.name) == ["tempo", "intervals"])
        let speak = "/usr/local/share/doc/runwayd/examples/speak.py"
        #expect(
            configuration.sinks == [
                .init(name: "log", output: .jsonLines(path: "-")),
                .init(name: "voice", output: .exec(command: ["/usr/bin/python3", speak, "--speed", "180"])),
                .init(name: "journal", output: .journal),
            ])
        configuration.sensors = []
        configuration.missions = []
        configuration.sinks = []
        #expect(configuration == Configuration())
    }

    /// libeconf 0.7.6 (Debian 13) stumbles over a second '#' in a comment.
    @Test func hasOneHashInALine() throws {
        for line in try lines() {
            #expect(line.filter { $0 == "#" }.count <= 1, "\(line)")
        }
    }
}
