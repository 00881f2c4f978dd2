// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The events that wait for a client: bounded, and when full without the oldest.
struct EventQueue {
    private struct Item {
        let slot: String?
        let bytes: [UInt8]
    }

    let maximumItems: Int
    let maximumBytes: Int
    private var items: [Item] = []
    private var bytes = 0
    private var untold = 0
    /// Since the beginning.
    private(set) var dropped = 0

    init(maximumItems: Int, maximumBytes: Int) {
        self.maximumItems = max(1, maximumItems)
        self.maximumBytes = maximumBytes
    }

    var isEmpty: Bool { items.isEmpty && untold == 0 }

    /// Adds an event. One with a slot takes the place of the queued one of that slot, so that it cannot be overtaken
    /// for ever by others.
    mutating func append(event: String, data: [UInt8], slot: String? = nil) {
        let item = Item(slot: slot, bytes: Self.format(event: event, data: data))
        let old = slot.flatMap { slot in items.firstIndex { $0.slot == slot } }
        if item.bytes.count > maximumBytes {
            // Its older self says what no longer holds.
            if let old { bytes -= items.remove(at: old).bytes.count }
            countDrop()
            return
        }
        if let old {
            bytes += item.bytes.count - items[old].bytes.count
            items[old] = item
        } else {
            bytes += item.bytes.count
            items.append(item)
        }
        while items.count > maximumItems || bytes > maximumBytes {
            // What holds now outlives what happened: events without a slot go first.
            let victim = items.remove(at: items.firstIndex { $0.slot == nil } ?? 0)
            bytes -= victim.bytes.count
            countDrop()
        }
    }

    private mutating func countDrop() {
        dropped += 1
        untold += 1
    }

    /// The next event as it goes over the wire; first, if any were dropped, how many since it was last told.
    mutating func next() -> [UInt8]? {
        if untold > 0 {
            defer { untold = 0 }
            return Self.format(event: "dropped", data: Array(String(untold).utf8))
        }
        if items.isEmpty { return nil }
        let item = items.removeFirst()
        bytes -= item.bytes.count
        return item.bytes
    }

    static let heartbeat: [UInt8] = Array(":\n\n".utf8)

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// An event in the format of server-sent events. Every line of the data becomes a line of the event.
    static func format(event: String, data: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(event.utf8.count + data.count + 24)
        result += "event: ".utf8
        result += event.utf8.lazy.filter { $0 != lineFeed && $0 != carriageReturn }
        result += "\ndata: ".utf8
        var previous: UInt8 = 0
        for byte in data {
            let endsLine = byte == carriageReturn || (byte == lineFeed && previous != carriageReturn)
            if endsLine {
                result += "\ndata: ".utf8
            } else if byte != lineFeed {
                result.append(byte)
            }
            previous = byte
        }
        result += "\n\n".utf8
        return result
    }
}
