// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import JournalSink

@Suite struct JournalSocketTests {
    /// The number is in the text, which the journal gets.
    private static func call(_ number: Int) -> Event {
        Event(
            at: Instant(nanoseconds: Int64(number)), time: nil, flight: nil,
            body: .annunciation(Annunciation(.countdown, .advisory, "\(number)")))
    }

    private static func numbers(_ entries: [[String: String]]) -> [Int] {
        entries.compactMap { $0["RUNWAYD_TEXT"].flatMap { Int($0) } }
    }

    @Test func eventsArriveAndLevelsDoNot() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let journal = try JournalReader(folder.path("socket"))
            let sink = try JournalSink(path: journal.path) { Issue.record("logged: \($1)") }
            let feeder = Feeder(sink, (1...5).map { Self.call($0) })
            #expect(sink.offer(.levels(levels(1))))
            feeder.start()
            #expect(feeder.left == 0)
            #expect(Self.numbers(try journal.all()) == [1, 2, 3, 4, 5])
            #expect(sink.trouble == nil)
            sink.stop()
            #expect(!sink.offer(.event(Self.call(6))))
        }
    }

    @Test func oneThatDoesNotReadIsWaitedFor() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let journal = try JournalReader(folder.path("socket"))
            let sink = try JournalSink(path: journal.path) { Issue.record("logged: \($1)") }
            let feeder = Feeder(sink, (1...2000).map { Self.call($0) })
            feeder.start()
            #expect(sink.trouble == "the journal does not read")
            #expect(feeder.left > 1000)
            let before = clock()
            try await pause(Seconds(0.3))
            // Waiting costs nothing.
            #expect(Double(clock() - before) / Double(CLOCKS_PER_SEC) < 0.25)
            var got: [Int] = []
            try await eventually("all of them") {
                got += Self.numbers(try journal.all())
                return got.count == 2000
            }
            #expect(got == Array(1...2000))
            #expect(sink.trouble == nil)
            sink.stop()
        }
    }

    @Test func oneThatIsTooLongIsLeftOutAndCounted() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let journal = try JournalReader(folder.path("socket"))
            let sink = try JournalSink(path: journal.path) { Issue.record("logged: \($1)") }
            let feeder = Feeder(sink, [Self.call(1), event(2, length: 4_000_000), Self.call(3)])
            feeder.start()
            #expect(feeder.left == 0)
            #expect(sink.skipped == 1)
            #expect(Self.numbers(try journal.all()) == [1, 3])
            sink.stop()
        }
    }

    @Test func withoutAJournalEachEventIsALine() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            var lines: [String] = []
            let sink = try JournalSink(path: folder.path("socket")) { lines.append("\($0) \($1)") }
            let feeder = Feeder(sink, [Self.call(1)])
            feeder.start()
            #expect(lines == ["6 Call: 1"])
            #expect(sink.trouble == nil)
            // It comes later, and goes again.
            let journal = try JournalReader(folder.path("socket"))
            feeder.add(Self.call(2))
            #expect(Self.numbers(try journal.all()) == [2])
            journal.leave()
            unlink(journal.path)
            feeder.add(Self.call(3))
            #expect(lines == ["6 Call: 1", "6 Call: 3"])
            sink.stop()
        }
    }

    @Test func aJournalThatIsStartedAnewIsFound() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let first = try JournalReader(folder.path("socket"))
            let sink = try JournalSink(path: first.path) { Issue.record("logged: \($1)") }
            let feeder = Feeder(sink, [Self.call(1)])
            feeder.start()
            first.leave()
            feeder.add(Self.call(2))
            #expect(feeder.left == 1)
            #expect(sink.trouble == "nobody listens on \(first.path)")
            unlink(first.path)
            let second = try JournalReader(folder.path("socket"))
            try await eventually("the second") { feeder.left == 0 }
            #expect(sink.trouble == nil)
            #expect(Self.numbers(try second.all()) == [2])
            // Without anything in between it is found at once.
            second.leave()
            unlink(second.path)
            let third = try JournalReader(folder.path("socket"))
            feeder.add(Self.call(3))
            #expect(Self.numbers(try third.all()) == [3])
            sink.stop()
        }
    }

    @Test func oneThatDiesWithAFullQueueIsLeft() async throws {
        try await onLoop {
            let folder = try TemporaryFolder()
            let first = try JournalReader(folder.path("socket"))
            let sink = try JournalSink(path: first.path) { Issue.record("logged: \($1)") }
            let feeder = Feeder(sink, (1...2000).map { Self.call($0) })
            feeder.start()
            let left = feeder.left
            #expect(left > 0)
            first.leave()
            unlink(first.path)
            let second = try JournalReader(folder.path("socket"))
            var got: [Int] = []
            try await eventually("the others, by the second") {
                got += Self.numbers(try second.all())
                return got.count == left
            }
            #expect(got == Array((2001 - left)...2000))
            sink.stop()
        }
    }
}
