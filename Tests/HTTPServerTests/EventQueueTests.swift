// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import HTTPClient
import Testing

@testable import HTTPServer

struct EventQueueTests {
    private func drain(_ queue: inout EventQueue) -> [String] {
        var reader = ServerSentEvents()
        var events: [String] = []
        while let bytes = queue.next() { events += reader.consume(bytes).map { "\($0.name)=\($0.text)" } }
        return events
    }

    @Test func keepsTheOrder() {
        var queue = EventQueue(maximumItems: 3, maximumBytes: 1000)
        for name in ["a", "b", "c"] { queue.append(event: name, data: [0x31]) }
        #expect(drain(&queue) == ["a=1", "b=1", "c=1"])
        #expect(queue.isEmpty)
        #expect(queue.dropped == 0)
    }

    @Test func dropsTheOldestAndTellsOnce() {
        var queue = EventQueue(maximumItems: 2, maximumBytes: 1000)
        for name in ["a", "b", "c", "d", "e"] { queue.append(event: name, data: []) }
        #expect(drain(&queue) == ["dropped=3", "d=", "e="])
        queue.append(event: "f", data: [])
        #expect(drain(&queue) == ["f="])
        #expect(queue.dropped == 3)
    }

    @Test func boundsBytes() {
        var queue = EventQueue(maximumItems: 100, maximumBytes: 300)
        for _ in 0..<10 { queue.append(event: "a", data: [UInt8](repeating: 0x78, count: 100)) }
        #expect(queue.dropped == 8)
        // One that would not fit alone costs no other.
        queue.append(event: "b", data: [UInt8](repeating: 0x78, count: 300))
        #expect(queue.dropped == 9)
        #expect(drain(&queue).count == 3)
    }

    @Test func newestOfASlotTakesThePlaceOfTheOlder() {
        var queue = EventQueue(maximumItems: 10, maximumBytes: 1000)
        queue.append(event: "state", data: [0x31], slot: "state")
        queue.append(event: "split", data: [])
        queue.append(event: "state", data: [0x32], slot: "state")
        queue.append(event: "sky", data: [0x33], slot: "sky")
        #expect(drain(&queue) == ["state=2", "split=", "sky=3"])
        queue.append(event: "state", data: [0x34], slot: "state")
        #expect(drain(&queue) == ["state=4"])
        #expect(queue.dropped == 0)
    }

    @Test func dropsEventsBeforeWhatHolds() {
        var queue = EventQueue(maximumItems: 2, maximumBytes: 1000)
        queue.append(event: "state", data: [0x31], slot: "state")
        for name in ["a", "b", "c"] { queue.append(event: name, data: []) }
        #expect(drain(&queue) == ["dropped=2", "state=1", "c="])
    }

    @Test func aTooLongOneOfASlotDropsItsOlderSelf() {
        var queue = EventQueue(maximumItems: 10, maximumBytes: 100)
        queue.append(event: "state", data: [0x31], slot: "state")
        queue.append(event: "state", data: [UInt8](repeating: 0x78, count: 100), slot: "state")
        #expect(drain(&queue) == ["dropped=1"])
        #expect(queue.isEmpty)
    }
}
