// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Reads a stream of server-sent events, piece by piece, by the rules of the WHATWG's HTML standard.
public struct ServerSentEvents: Sendable {
    public struct Event: Hashable, Sendable {
        /// `message` when the server named none.
        public var name: String
        /// The lines of the data, joined by line feeds.
        public var data: [UInt8]
        /// The last id that the server has given, in this event or an earlier one; empty when none.
        public var id: String

        public init(name: String, data: [UInt8], id: String = "") {
            (self.name, self.data, self.id) = (name, data, id)
        }

        /// The data as text; what is not UTF-8 is repaired.
        public var text: String { String(decoding: data, as: UTF8.self) }
    }

    /// The bytes that a line, or the data of an event, may have. Events that have more are left out and counted.
    public let maximumBytes: Int
    public private(set) var dropped = 0
    /// How long the server wants a client to wait before it connects again, in milliseconds.
    public private(set) var retryMilliseconds: Int?

    private var line: [UInt8] = []
    private var name = ""
    private var data: [UInt8] = []
    private var id = ""
    private var isFirstLine = true
    private var endedWithReturn = false
    private var isOverlong = false

    public init(maximumBytes: Int = 1024 * 1024) {
        self.maximumBytes = maximumBytes
    }

    /// Takes the stream's next bytes, cut anywhere.
    /// - Returns: the events that they complete. An event that the stream's end cuts off is none.
    public mutating func consume(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            let followsReturn = endedWithReturn
            endedWithReturn = byte == UInt8(ascii: "\r")
            switch byte {
            case UInt8(ascii: "\n") where followsReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                if line.count < maximumBytes { line.append(byte) } else { isOverlong = true }
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer {
            line.removeAll(keepingCapacity: true)
            isFirstLine = false
        }
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        if line.isEmpty { return dispatch() }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            take(field: line[...], value: [])
            return nil
        }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A line that begins with a colon is a comment.
        if colon > 0 { take(field: line[..<colon], value: value) }
        return nil
    }

    private mutating func take(field: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        switch String(decoding: field, as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            if data.count + value.count > maximumBytes {
                isOverlong = true
            } else {
                data += value
                data.append(UInt8(ascii: "\n"))
            }
        case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry":
            if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
                retryMilliseconds = Int(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
            }
        default: break
        }
    }

    private mutating func dispatch() -> Event? {
        defer {
            name = ""
            data = []
            isOverlong = false
        }
        if isOverlong {
            dropped += 1
            return nil
        }
        if data.isEmpty { return nil }
        return Event(name: name.isEmpty ? "message" : name, data: Array(data.dropLast()), id: id)
    }
}
