// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import TestSupport
import Testing

@testable import JSONLinesSink

@Suite struct FifoTests {
    @Test func slowReaderGetsEveryLineWhole() async throws {
        try await onLoop {
            let fifo = try Fifo()
            try fifo.enter()
            let sink = try JSONLinesSink(.path(fifo.path))
            // Short ones, and some that no pipe of 4096 bytes takes at once.
            let events = (0..<60).map { event($0, length: $0 % 7 == 0 ? 20_000 : 100) }
            let feeder = Feeder(sink, events)
            feeder.start()
            var lines: [String] = []
            try await eventually("all lines") {
                lines += fifo.lines(1500)
                return lines.count == events.count
            }
            #expect(try lines.map { try ReadLine($0).event } == events)
            #expect(feeder.refusals > 0)
            #expect(sink.trouble == nil)
            sink.stop()
        }
    }

    @Test func readerThatNeverReadsCostsOneLine() async throws {
        try await onLoop {
            let fifo = try Fifo()
            try fifo.enter()
            let sink = try JSONLinesSink(.path(fifo.path))
            let feeder = Feeder(sink, (0..<1000).map { event($0, length: 1000) })
            feeder.start()
            try await eventually("the pipe is full") { sink.trouble == "the reader does not keep up" }
            for number in 0..<1000 {
                #expect(!sink.offer(.event(event(number, length: 1000))))
                #expect(sink.offer(.levels(levels(number))))
            }
            // 4096 bytes are in the pipe and one line is in the sink.
            #expect((990...996).contains(feeder.left))
            #expect((1...1200).contains(sink.heldBytes))
            sink.stop()
        }
    }

    @Test func waitsForAReader() async throws {
        try await onLoop {
            let fifo = try Fifo()
            let sink = try JSONLinesSink(.path(fifo.path))
            let feeder = Feeder(sink, [event(1)])
            feeder.start()
            try await eventually("the trouble") { sink.trouble == "no reader on \(fifo.path)" }
            #expect(feeder.left == 1)
            try fifo.enter()
            try await eventually("the sink is ready") { feeder.left == 0 }
            #expect(sink.trouble == nil)
            #expect(try fifo.lines().map { try ReadLine($0).number } == [1])
            sink.stop()
        }
    }

    @Test func readerLeavesAndReturns() async throws {
        try await onLoop {
            let fifo = try Fifo()
            try fifo.enter()
            let sink = try JSONLinesSink(.path(fifo.path))
            let feeder = Feeder(sink, [event(1)])
            feeder.start()
            var lines: [String] = []
            try await eventually("the first line") {
                lines += fifo.lines()
                return lines.count == 1
            }
            fifo.leave()
            try await eventually("the reader is missed") { sink.trouble == "no reader on \(fifo.path)" }
            feeder.add(event(2))
            #expect(feeder.left == 1)
            try fifo.enter()
            try await eventually("the second line") {
                lines += fifo.lines()
                return lines.count == 2
            }
            #expect(try lines.map { try ReadLine($0).number } == [1, 2])
            #expect(sink.trouble == nil)
            sink.stop()
        }
    }

    @Test func lineThatTheReaderLeftInStartsAnew() async throws {
        try await onLoop {
            let fifo = try Fifo()
            try fifo.enter()
            let sink = try JSONLinesSink(.path(fifo.path))
            let feeder = Feeder(sink, [event(1, length: 30_000), event(2)])
            feeder.start()
            try await eventually("the line is out in part") { (1...29_000).contains(sink.heldBytes) }
            _ = fifo.lines(100)
            fifo.leave()
            try await eventually("the reader is missed") { sink.trouble == "no reader on \(fifo.path)" }
            try fifo.enter()
            var lines: [String] = []
            try await eventually("both lines") {
                lines += fifo.lines()
                return lines.count == 2
            }
            #expect(try lines.map { try ReadLine($0).event } == [event(1, length: 30_000), event(2)])
            sink.stop()
        }
    }

    @Test func aReaderThatLagsGetsTheNewestLevels() async throws {
        try await onLoop {
            let fifo = try Fifo()
            try fifo.enter()
            let sink = try JSONLinesSink(.path(fifo.path))
            sink.start {}
            try await eventually("it is open") { sink.trouble == nil }
            // More than the pipe holds.
            for number in 0..<5000 { #expect(sink.offer(.levels(levels(number)))) }
            var numbers: [Int] = []
            try await eventually("the newest levels") {
                numbers += try fifo.lines().compactMap { try ReadLine($0).number }
                return numbers.last == 4999
            }
            #expect(numbers.count < 5000)
            #expect(numbers == numbers.sorted())
            sink.stop()
        }
    }

    @Test func stopPassesOnTheLatestLevels() async throws {
        try await onLoop {
            let fifo = try Fifo()
            try fifo.enter()
            let sink = try JSONLinesSink(.path(fifo.path))
            sink.start {}
            try await eventually("it is open") { sink.trouble == nil }
            for number in 0..<3 { #expect(sink.offer(.levels(levels(number)))) }
            sink.stop()
            #expect(!sink.offer(.event(event(9))))
            #expect(try fifo.lines().map { try ReadLine($0).number } == [0, 1, 2])
        }
    }

    @Test func leavesOutWhatIsNoJSON() async throws {
        try await onLoop {
            let fifo = try Fifo()
            try fifo.enter()
            let sink = try JSONLinesSink(.path(fifo.path))
            sink.start {}
            try await eventually("it is open") { sink.trouble == nil }
            let split = Split(
                index: 1, distance: Metres(.nan), duration: Seconds(1), end: Instant(nanoseconds: 1), heartRate: nil,
                isEstimated: false)
            let bad = Event(at: Instant(nanoseconds: 1), time: nil, flight: nil, body: .split(split))
            #expect(sink.offer(.event(bad)))
            #expect(sink.skipped == 1)
            #expect(sink.offer(.event(event(2))))
            #expect(try fifo.lines().map { try ReadLine($0).number } == [2])
            sink.stop()
        }
    }
}
