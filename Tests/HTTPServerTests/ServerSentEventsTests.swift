// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import HTTPClient
import Testing

@testable import HTTPServer

struct ServerSentEventsTests {
    typealias Event = ServerSentEvents.Event

    static func event(_ name: String, _ text: String, _ id: String = "") -> Event {
        Event(name: name, data: Array(text.utf8), id: id)
    }

    static let cases: [(String, [Event])] = [
        ("data: a\n\n", [event("message", "a")]),
        ("event: split\ndata: {\"n\":1}\n\n", [event("split", "{\"n\":1}")]),
        ("data: a\ndata: b\ndata:\n\n", [event("message", "a\nb\n")]),
        ("data: a\r\ndata: b\r\n\r\n", [event("message", "a\nb")]),
        ("data: a\rdata: b\r\r", [event("message", "a\nb")]),
        ("data: a\r\n\ndata: b\n\n", [event("message", "a"), event("message", "b")]),
        (": comment\n\n:\n\ndata: a\n\n", [event("message", "a")]),
        ("data:a\n\n", [event("message", "a")]),
        ("data:  a\n\n", [event("message", " a")]),
        ("data\n\n", [event("message", "")]),
        ("data\ndata\n\n", [event("message", "\n")]),
        ("event: empty\n\ndata: a\n\n", [event("message", "a")]),
        (
            "id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
            [
                event("message", "a", "7"), event("message", "b", "7"), event("message", "c"),
            ]
        ),
        ("id: 1\0\ndata: a\n\n", [event("message", "a")]),
        ("nonsense: x\nevents: y\ndata: a: b\n\n", [event("message", "a: b")]),
        ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [event("message", "a")]),
        ("data: never ended\n", []),
        ("data: é\n\n", [event("message", "é")]),
        ("", []),
        ("\n\n\n\r\r\n", []),
    ]

    @Test(arguments: cases)
    func readsAsTheStandardSays(text: String, expected: [Event]) {
        var whole = ServerSentEvents()
        #expect(whole.consume(text.utf8) == expected)
        // However the stream is cut.
        for size in 1...5 {
            var reader = ServerSentEvents()
            var events: [Event] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += reader.consume(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(events == expected, "in pieces of \(size)")
        }
    }

    @Test(arguments: [("retry: 1500\n", 1500), ("retry: 2s\n", nil), ("retry\n", nil)] as [(String, Int?)])
    func readsRetry(text: String, expected: Int?) {
        var reader = ServerSentEvents()
        _ = reader.consume(text.utf8)
        #expect(reader.retryMilliseconds == expected)
    }

    @Test(arguments: [
        "data: " + String(repeating: "x", count: 200) + "\n\n",
        String(repeating: "data: xxxxxxxxxx\n", count: 20) + "\n",
    ])
    func leavesOutWhatIsTooLong(text: String) {
        var reader = ServerSentEvents(maximumBytes: 100)
        #expect(reader.consume((text + "data: a\n\n").utf8) == [Self.event("message", "a")])
        #expect(reader.dropped == 1)
    }

    @Test(arguments: ["", "a", "a\nb", "a\r\nb", "a\rb\r", "\n", "{\"pace\":301}\n\n"])
    func readsBackWhatTheServerWrites(text: String) {
        var reader = ServerSentEvents()
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        #expect(
            reader.consume(EventQueue.format(event: "a\nb", data: Array(text.utf8))) == [Self.event("ab", lines)])
    }
}
