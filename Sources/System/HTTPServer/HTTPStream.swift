// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop

/// Server-sent events to one client, through a bounded queue: a client that reads too slowly, or not at all, loses the
/// oldest events and is told how many by an event `dropped`, whose data is the count. It delays nobody else.
@Loop
public final class HTTPStream {
    private var queue: EventQueue
    private var current: [UInt8]
    private var position = 0
    private var wantsHeartbeat = false
    private var isFinished = false
    weak var exchange: Exchange?

    /// No more can be sent: `close` was called, or the client has left.
    public private(set) var isClosed = false

    /// Called once, when the connection is over: the client left, the server stopped, the stream could not be served,
    /// or the last event has been sent after `close`. A stream that was never returned in a response never calls it.
    public var onClose: (@Loop () -> Void)?

    /// Events that the client has missed.
    public var dropped: Int { queue.dropped }

    /// - Parameters:
    ///   - maximumItems: how many events may wait for the client.
    ///   - maximumBytes: how many bytes they may have together; an event that alone has more is dropped.
    public init(maximumItems: Int = 256, maximumBytes: Int = 256 * 1024) {
        queue = EventQueue(maximumItems: maximumItems, maximumBytes: maximumBytes)
        // Sent at once, so that the client sees that it is connected.
        current = EventQueue.heartbeat
    }

    /// Queues an event. Line breaks in the name are left out; those in the data are kept in the way of server-sent
    /// events, as line feeds.
    public func send(event: String, data: [UInt8]) {
        append(event: event, data: data, slot: nil)
    }

    /// Queues what holds now: it takes the place of what waits in the same slot. Such an event is dropped only when
    /// there is no other kind left to drop.
    public func sendLatest(slot: String, event: String, data: [UInt8]) {
        append(event: event, data: data, slot: slot)
    }

    /// Ends the response after the events that wait.
    public func close() {
        isClosed = true
        exchange?.resume()
    }

    private func append(event: String, data: [UInt8], slot: String?) {
        if isClosed { return }
        queue.append(event: event, data: data, slot: slot)
        exchange?.resume()
    }

    /// Makes a silent connection write, which is how a client that has vanished is noticed.
    func heartbeat() {
        wantsHeartbeat = true
        exchange?.resume()
    }

    /// Fills a buffer with what waits. Returns 0 if nothing does, nil at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        var filled = 0
        while filled < buffer.count {
            if position == current.count {
                guard let next = next() else { break }
                (current, position) = (next, 0)
            }
            let count = min(buffer.count - filled, current.count - position)
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            current.withUnsafeBytes { bytes in
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
            }
            filled += count
            position += count
        }
        return filled == 0 && isClosed ? nil : filled
    }

    private func next() -> [UInt8]? {
        defer { wantsHeartbeat = false }
        return queue.next() ?? (wantsHeartbeat ? EventQueue.heartbeat : nil)
    }

    /// The connection is over.
    func finish() {
        if isFinished { return }
        isFinished = true
        isClosed = true
        exchange = nil
        let onClose = onClose
        self.onClose = nil
        onClose?()
    }

    /// Whether events wait for the client.
    var hasWaiting: Bool { !queue.isEmpty }

    /// Whether it has served, or serves, a response.
    var isUsed: Bool { isFinished || exchange != nil }
}
