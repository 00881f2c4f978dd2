// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import ExecSink

/// The programs in examples/.
@Suite struct ExampleTests {
    private static let speak = Resources.packageRoot.appendingPathComponent("examples/speak.py").path
    private static let callLog = Resources.packageRoot.appendingPathComponent("examples/call-log.sh").path
    private static let espeak = "/usr/bin/espeak-ng"

    /// A call at a second of the time line.
    private static func call(
        _ text: String, _ priority: Annunciation.Priority, interrupts: Bool? = nil, at second: Int
    ) -> Event {
        var call = Annunciation(.split, priority, text)
        call.interrupts = interrupts
        return Event(
            at: Instant(nanoseconds: Int64(second) * 1_000_000_000), time: UTCTime(iso8601: "2026-05-01T06:30:00Z"),
            flight: nil, body: .annunciation(call))
    }

    @Test func callLogWritesTheCalls() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let trial = try Trial(command: ["/bin/sh", Self.callLog, folder.path("out")], in: folder)
            let other = Event(
                at: Instant(nanoseconds: 2), time: nil, flight: nil, body: .phase(from: .takeoff, to: .cruise))
            var bare = Self.call("HOLDING", .status, at: 3)
            bare.time = nil
            let feeder = Feeder(trial.sink, [Self.call("KILOMETRE 1, 5:02 %s\\n", .advisory, at: 1), other, bare])
            #expect(trial.sink.offer(.levels(levels(1))))
            feeder.start()
            try await eventually("both calls") { try trial.lines().count == 2 }
            #expect(
                try trial.lines() == ["2026-05-01T06:30:00.000Z  KILOMETRE 1, 5:02 %s\\\\n", "(no time)  HOLDING"])
            await trial.end()
            #expect(trial.logged.isEmpty)
        }
    }

    @Test func speakKeepsUpWithAnything() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            // Takes its time for each call, as a voice does.
            let voice = try folder.write(
                "voice", "#!/bin/sh\ncat >> \(folder.path("out"))\necho >> \(folder.path("out"))\nexec sleep 0.4\n")
            chmod(voice, 0o755)
            let trial = try Trial(command: ["/usr/bin/python3", Self.speak, "--program", voice], in: folder)
            let feeder = Feeder(trial.sink, [Self.call("FIRST", .advisory, at: 1)])
            feeder.start()
            try await eventually("the first") { try trial.lines() == ["FIRST"] }
            for number in 1...300 { feeder.add(Self.call("KILOMETRE \(number)", .advisory, at: 2)) }
            feeder.add(Self.call("GPS LOST", .caution, at: 2))
            for number in 301...600 { feeder.add(Self.call("KILOMETRE \(number)", .advisory, at: 2)) }
            try await eventually("all are read") { feeder.left == 0 && trial.sink.heldBytes == 0 }
            try await eventually("what matters is spoken") { try trial.lines().contains("GPS LOST") }
            // What cuts in waits for nothing, however low its priority, and what is old by then is not spoken.
            feeder.add(Self.call("OVERSPEED", .warning, at: 3))
            feeder.add(Self.call("HOLDING", .status, interrupts: true, at: 3))
            feeder.add(Self.call("KILOMETRE 700", .advisory, at: 3))
            try await eventually("what cuts in") { try trial.lines().contains("HOLDING") }
            feeder.add(Self.call("TOO LATE", .advisory, at: 4))
            #expect(trial.sink.offer(.levels(levels(20_000_000_000))))
            await trial.end()
            let lines = try trial.lines()
            #expect(!lines.contains("TOO LATE"))
            #expect(lines.count < 10, "\(lines)")
            #expect(trial.logged.isEmpty)
        }
    }

    @Test func speakWithoutAVoiceSaysWhatIsMissing() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let trial = try Trial(
                command: ["/usr/bin/python3", Self.speak, "--program", "/nonexistent/voice"], in: folder)
            // At its start, before there is anything to speak.
            let feeder = Feeder(trial.sink, [])
            feeder.start()
            try await eventually("its end") { trial.sink.trouble == "/usr/bin/python3 exited with status 1" }
            #expect(
                trial.logged == [
                    "/nonexistent/voice cannot be found; is the package espeak-ng installed?"
                ])
            await trial.end()
        }
    }

    @Test(.enabled(if: isContinuousIntegration || FileManager.default.isExecutableFile(atPath: espeak), "no espeak-ng"))
    func espeakSaysSomething() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let trial = try Trial(command: ["/usr/bin/python3", Self.speak, "--wav", folder.path], in: folder)
            let feeder = Feeder(trial.sink, [Self.call("OVERSPEED", .warning, at: 1)])
            feeder.start()
            try await eventually("the voice") {
                FileManager.default.fileExists(atPath: folder.path("0001.wav"))
            }
            // It finishes what it says.
            await trial.end()
            let wave = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("0001.wav"))))
            #expect(wave.prefix(4).elementsEqual("RIFF".utf8))
            // 16-bit samples at 22 050 Hz after 44 bytes: a word takes a third of a second at least, and is heard.
            let samples = stride(from: 44, to: wave.count - 1, by: 2).map {
                Int(Int16(truncatingIfNeeded: Int(wave[$0]) | Int(wave[$0 + 1]) << 8))
            }
            #expect(samples.count > 7000)
            #expect(samples.count { abs($0) > 1000 } > samples.count / 10)
            #expect(trial.logged.isEmpty)
        }
    }
}
