// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import Testing

/// `docs/missions.md` is what runners copy from: each SPEC in it is one.
struct MissionPageTests {
    private func lines() throws -> [String] {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/missions.md").standardizedFileURL
        return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func theTableOfSpecs() throws {
        let rows = try lines().drop { $0 != "| SPEC | aims at |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(rows.count == 7)
        for row in rows {
            let spec = String(row.split(separator: "`")[1])
            #expect(throws: Never.self, "\(spec)") { try Mission(spec: spec) }
        }
    }

    @Test func theExamples() throws {
        let examples = try lines().filter { $0.hasPrefix("    ") }.compactMap { line -> String? in
            if let quoted = line.split(separator: "'").dropFirst().first { return String(quoted) }
            for mark in ["spec=", "--mission "] where line.contains(mark) {
                return line.components(separatedBy: mark).last
            }
            return line.contains(" + ") ? line : nil
        }
        #expect(examples.count == 6)
        for spec in examples where spec != "intervals" {
            #expect(throws: Never.self, "\(spec)") { try Mission(spec: spec) }
        }
    }
}
