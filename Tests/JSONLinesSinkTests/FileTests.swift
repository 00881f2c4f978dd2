// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import JSONLinesSink

@Suite struct FileTests {
    @Test func appendsToAFile() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("events.jsonl", "{}\n")
        let events = (0..<50).map { event($0, length: 50) }
        try await onLoop {
            let sink = try JSONLinesSink(.path(path))
            let feeder = Feeder(sink, events)
            feeder.start()
            try await eventually("all events are taken") { feeder.left == 0 }
            #expect(sink.trouble == nil)
            try await eventually("the last line is out") { sink.heldBytes == 0 }
            #expect(sink.offer(.levels(levels(7))))
            sink.stop()
        }
        let text = { @Sendable in try String(contentsOfFile: path, encoding: .utf8) }
        try await onLoop { try await eventually("the levels are out") { try text().contains("\"levels\"") } }
        let lines = try text().split(separator: "\n")
        #expect(lines.first == "{}")
        #expect(try lines.dropFirst().dropLast().map { try ReadLine(String($0)).event } == events)
    }

    @Test func missingFolderIsAStateThatIsTriedAgain() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("sub/events.jsonl")
        try await onLoop {
            let sink = try JSONLinesSink(.path(path))
            let feeder = Feeder(sink, [event(1)])
            feeder.start()
            try await eventually("the trouble") { sink.trouble == "\(path): No such file or directory" }
            #expect(feeder.left == 1)
            try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
            try await eventually("the event is taken") { feeder.left == 0 && sink.trouble == nil }
            sink.stop()
        }
    }

    @Test func fullDiskIsTroubleAndOneLine() async throws {
        try await onLoop {
            let sink = try JSONLinesSink(.path("/dev/full"))
            let feeder = Feeder(sink, (0..<100).map { event($0) })
            feeder.start()
            try await eventually("the trouble") { sink.trouble == "/dev/full: No space left on device" }
            #expect(feeder.left == 99)
            #expect(!sink.offer(.event(event(1))))
            #expect(sink.heldBytes < 200)
            sink.stop()
        }
    }

    @Test func deviceThatCannotBePolledIsWrittenTo() async throws {
        try await onLoop {
            let sink = try JSONLinesSink(.path("/dev/null"))
            let feeder = Feeder(sink, (0..<10).map { event($0) })
            feeder.start()
            try await eventually("all events are taken") { feeder.left == 0 }
            #expect(sink.trouble == nil)
            sink.stop()
        }
    }

    @Test func socketsAndFoldersAreNamedAsWrong() async throws {
        let folder = try TemporaryFolder()
        try await onLoop {
            let sink = try JSONLinesSink(.path(folder.path))
            sink.start {}
            try await eventually("the trouble") { sink.trouble == "\(folder.path): Is a directory" }
            sink.stop()
        }
    }
}
