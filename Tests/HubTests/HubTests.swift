// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import RunwayPorts
import TestSupport
import Testing

@testable import RunwayHub

@Suite struct HubTests {
    /// Takes, refuses and is in trouble as it is told.
    @Loop
    private final class TestSink: Sink {
        var isOpen = true
        var trouble: String?
        var taken: [Int] = []
        var skipped = 0
        /// The event that it can never pass on.
        var unspeakable: Int?
        var isStopped = false
        var finishes: CheckedContinuation<Void, Never>?
        private(set) var onReady: @Loop () -> Void = {}

        func start(onReady: @escaping @Loop () -> Void) { self.onReady = onReady }

        func offer(_ item: SinkItem) -> Bool {
            switch item {
            case .levels: return true
            case .event(let event):
                let number = Int(event.at.nanoseconds)
                guard isOpen else { return false }
                if number == unspeakable { skipped += 1 } else { taken.append(number) }
                return true
            }
        }

        func stop() { isStopped = true }

        func finish() async { await withCheckedContinuation { finishes = $0 } }
    }

    @Test func keepsTheNewestEventsOfASinkThatRefuses() async throws {
        try await onLoop {
            let hub = Hub()
            let sink = TestSink()
            hub.add("a", sink, bound: 3)
            sink.isOpen = false
            for number in 1...5 { hub.publish(.event(event(number))) }
            #expect(hub.status.map(\.queued) == [3])
            #expect(hub.status.map(\.dropped) == [2])
            sink.isOpen = true
            sink.onReady()
            #expect(sink.taken == [3, 4, 5])
            #expect(hub.status.map(\.queued) == [0])
        }
    }

    /// One that takes levels for later is in trouble all the same, and it is said once, and once that it is over.
    @Test func troubleIsSaidOnceAndSoIsItsEnd() async throws {
        try await onLoop {
            let hub = Hub()
            let sink = TestSink()
            var said: [String?] = []
            hub.onTrouble = { _, trouble in said.append(trouble) }
            hub.add("a", sink)
            hub.publish(.levels(levels(1)))
            sink.trouble = "no reader"
            hub.publish(.levels(levels(2)))
            #expect(said.isEmpty)
            try await eventually("it is said") {
                hub.publish(.levels(levels(3)))
                return !said.isEmpty
            }
            #expect(said == ["no reader"])
            for number in 0..<10 { hub.publish(.levels(levels(number))) }
            sink.trouble = nil
            for number in 0..<10 { hub.publish(.levels(levels(number))) }
            #expect(said == ["no reader", nil])
        }
    }

    @Test func whatASinkLeavesOutIsNotDelivered() async throws {
        try await onLoop {
            let hub = Hub()
            let sink = TestSink()
            sink.unspeakable = 2
            hub.add("a", sink)
            for number in 1...5 { hub.publish(.event(event(number))) }
            #expect(sink.taken == [1, 3, 4, 5])
            #expect(hub.status.map(\.delivered) == [4])
            #expect(hub.status.map(\.skipped) == [1])
            #expect(hub.status.map(\.dropped) == [0])
        }
    }

    @Test func finishWaitsForTheSinks() async throws {
        try await onLoop {
            let hub = Hub()
            let sink = TestSink()
            hub.add("a", sink)
            hub.stop()
            #expect(sink.isStopped)
            var isFinished = false
            Loop.spawn {
                await hub.finish()
                isFinished = true
            }
            try await eventually("it waits") { sink.finishes != nil }
            #expect(!isFinished)
            sink.finishes?.resume()
            try await eventually("it is finished") { isFinished }
        }
    }
}
