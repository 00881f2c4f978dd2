// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Testing

@testable import ExecSink

@Suite struct OutgoingTests {
    private func line(_ text: String, isEvent: Bool = true) -> Outgoing.Line {
        Outgoing.Line(bytes: Array(text.utf8), isEvent: isEvent)
    }

    private func text(_ outgoing: Outgoing) -> String? { outgoing.next.map { String(decoding: $0, as: UTF8.self) } }

    /// All that waits, in order.
    private func drain(_ outgoing: inout Outgoing) -> [String] {
        var texts: [String] = []
        while let next = outgoing.next {
            texts.append(String(decoding: next, as: UTF8.self))
            outgoing.took(next.count)
        }
        return texts
    }

    @Test func opensWithTheOpening() {
        var outgoing = Outgoing()
        outgoing.begin([line("hello\n", isEvent: false)], capacity: 100)
        outgoing.add(line("a\n"))
        #expect(drain(&outgoing) == ["hello\n", "a\n"])
        #expect(outgoing.isEmpty)
    }

    @Test func goesOnWhereThePipeWasFull() {
        var outgoing = Outgoing()
        outgoing.begin([line("0123456789\n")], capacity: 100)
        outgoing.took(4)
        #expect(text(outgoing) == "456789\n")
        #expect(outgoing.waitingBytes == 7)
    }

    /// How many bytes were left in the pipe, and what the next child gets.
    @Test(arguments: [
        (0, [String]()), (1, ["c\n"]), (2, ["c\n"]), (4, ["c\n"]), (5, ["bb\n", "c\n"]), (8, ["aa\n", "bb\n", "c\n"]),
        (100, ["aa\n", "bb\n", "c\n"]),
    ])
    func whatWasNotReadGoesToTheNext(unread: Int, expected: [String]) {
        var outgoing = Outgoing()
        outgoing.begin([line("h\n", isEvent: false)], capacity: 100)
        for text in ["aa\n", "bb\n"] { outgoing.add(line(text)) }
        outgoing.add(line("l\n", isEvent: false))
        outgoing.add(line("c\n"))
        _ = drain(&outgoing)
        outgoing.end(unread: unread)
        #expect(drain(&outgoing) == expected)
    }

    @Test func aLineThatWasWrittenInPartStartsAnew() {
        var outgoing = Outgoing()
        outgoing.begin([], capacity: 100)
        outgoing.add(line("aa\n"))
        outgoing.add(line("bbbb\n"))
        outgoing.took(3)
        outgoing.took(2)
        var read = outgoing
        // It had read all that was there.
        read.end(unread: 0)
        #expect(drain(&read) == ["bbbb\n"])
        outgoing.end(unread: 3)
        #expect(drain(&outgoing) == ["aa\n", "bbbb\n"])
    }

    @Test func keepsNoMoreThanThePipeHolds() {
        var outgoing = Outgoing()
        outgoing.begin([], capacity: 20)
        for number in 0..<1000 {
            outgoing.add(line("line \(number)\n"))
            outgoing.took(outgoing.next?.count ?? 0)
        }
        outgoing.end(unread: 20)
        #expect(drain(&outgoing) == ["line 997\n", "line 998\n", "line 999\n"])
    }
}
