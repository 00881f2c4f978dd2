// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Gpsd
import RunwayModel
import Testing

/// gpsd's own test logs: what its daemon printed for the recorded sentences of many receivers.
enum RecordedLogs {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/data/gpsd-logs").standardized

    static var files: [URL] {
        let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return all.filter { $0.pathExtension == "chk" }.sorted { $0.path < $1.path }
    }

    static var areMissingByAccident: Bool { files.isEmpty && ProcessInfo.processInfo.environment["CI"] == "true" }
}

struct RecordedLogTests {
    @Test func theLogsAreThereWhereTheyMustBe() {
        #expect(!RecordedLogs.areMissingByAccident)
    }

    @Test(
        .enabled(if: !RecordedLogs.files.isEmpty, "no recorded logs beside the package"), arguments: RecordedLogs.files)
    func readsEveryLog(file: URL) throws {
        let bytes = Array(try Data(contentsOf: file))
        var stream = GpsdStream()
        var assembler = LineAssembler(limit: GpsdParser.lineLimit)
        var outputs: [GpsdStream.Output] = []
        var expected = (reports: 0, fixes: 0, malformed: 0)
        bytes.withUnsafeBufferPointer { bytes in
            var chunk = bytes
            while case .complete(let line)? = assembler.next(from: &chunk) {
                guard line.first == UInt8(ascii: "{") else { continue }
                let report = stream.parse(line)
                expected.reports += 1
                if case .fix = report { expected.fixes += 1 }
                if report == .malformed { expected.malformed += 1 }
                stream.take(report, at: Instant(nanoseconds: 0), into: &outputs)
            }
        }
        stream.flush(into: &outputs)
        #expect(expected.reports > 0 && expected.malformed == 0)
        let fixes = outputs.compactMap { if case .fix(let fix) = $0.input { fix } else { nil } }
        // Nothing is lost without being counted, and no time is delivered twice in a row.
        #expect(fixes.count + stream.counters.duplicates + stream.counters.otherReceivers >= expected.fixes)
        for (left, right) in zip(fixes, fixes.dropFirst()) where left.time != nil { #expect(left.time != right.time) }
        #expect(fixes.allSatisfy { $0.mode >= .twoDimensional || $0.latitude == nil })
    }
}
