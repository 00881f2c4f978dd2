// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import ExecSink

/// What a child reads.
@Suite struct ProtocolTests {
    @Test func helloThenLevelsThenEvents() async throws {
        try await onLoop {
            let trial = try Trial("exec cat > \"$0\"")
            let feeder = Feeder(trial.sink, (1...50).map { event($0) })
            #expect(trial.sink.trouble == "/bin/sh is not started yet")
            #expect(trial.sink.offer(.levels(levels(6))))
            #expect(trial.sink.offer(.levels(levels(7))))
            feeder.start()
            try await eventually("all events") { try trial.events().count == 50 }
            #expect(trial.sink.trouble == nil)
            let lines = try trial.lines()
            #expect(
                lines.first
                    == "{\"hello\":{\"protocol\":1,\"program\":\"runwayd\",\"version\":\"1.2\",\"sink\":\"trial\"}}")
            #expect(try ReadLine(lines[1]).levels == levels(7))
            #expect(try lines.dropFirst(2).map { try ReadLine($0).event } == (1...50).map { event($0) })
            await trial.end()
            #expect(trial.logged.isEmpty)
        }
    }

    @Test func levelsFollowEachOther() async throws {
        try await onLoop {
            let trial = try Trial("exec cat > \"$0\"")
            trial.sink.start {}
            try await eventually("the hello") { try trial.lines().count == 1 }
            for number in 1...3 { #expect(trial.sink.offer(.levels(levels(number)))) }
            try await eventually("the levels") { try trial.lines().count == 4 }
            #expect(try trial.lines().dropFirst().map { try ReadLine($0).number } == [1, 2, 3])
            await trial.end()
        }
    }

    @Test func aSlowReaderGetsEveryEventWholeAndTheNewestLevels() async throws {
        try await onLoop {
            // dash reads byte by byte.
            let trial = try Trial("while read -r line; do printf '%s\\n' \"$line\"; done > \"$0\"")
            let feeder = Feeder(trial.sink, (0..<60).map { event($0, length: $0 % 9 == 0 ? 20_000 : 500) })
            feeder.start()
            try await eventually("the pipe is full") { trial.sink.trouble == "/bin/sh does not read" }
            for number in 1...500 { #expect(trial.sink.offer(.levels(levels(number)))) }
            try await eventually("all lines") { try trial.lines().count > 61 }
            #expect(try trial.events() == Array(0..<60))
            let numbers = try trial.lines().compactMap { try ReadLine($0).levels.map { Int($0.at.nanoseconds) } }
            #expect(numbers == [500])
            #expect(feeder.refusals > 0)
            await trial.end()
        }
    }

    @Test func stopEndsTheInputAfterWhatWaited() async throws {
        try await onLoop {
            let trial = try Trial("cat > \"$0\"; echo end >> \"$0\"")
            trial.sink.start {}
            try await eventually("the hello") { try trial.lines().count == 1 }
            #expect(trial.sink.offer(.event(event(1))))
            #expect(trial.sink.offer(.levels(levels(2))))
            await trial.end()
            let lines = try trial.lines()
            #expect(try lines.dropFirst().dropLast().map { try ReadLine($0).number } == [1, 2])
            #expect(lines.last == "end")
            #expect(!trial.sink.offer(.event(event(3))))
            #expect(trial.sink.trouble == nil)
        }
    }

    @Test func leavesOutWhatIsNoJSON() async throws {
        try await onLoop {
            let trial = try Trial("exec cat > \"$0\"")
            trial.sink.start {}
            try await eventually("the hello") { try trial.lines().count == 1 }
            let split = Split(
                index: 1, distance: Metres(.nan), duration: Seconds(1), end: Instant(nanoseconds: 1), heartRate: nil,
                isEstimated: false)
            let bad = Event(at: Instant(nanoseconds: 1), time: nil, flight: nil, body: .split(split))
            #expect(trial.sink.offer(.event(bad)))
            #expect(trial.sink.skipped == 1)
            #expect(trial.sink.offer(.event(event(2))))
            await trial.end()
            #expect(try trial.events() == [2])
        }
    }
}
