// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

@testable import ExecSink

@Suite struct OutputLogTests {
    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: 0) + Seconds(seconds) }

    private func take(_ log: inout OutputLog, _ text: String, at seconds: Double = 0) -> [String] {
        log.take(Array(text.utf8)[...], at: at(seconds))
    }

    @Test func putsLinesTogether() {
        var log = OutputLog()
        #expect(take(&log, "one\ntw").elementsEqual(["one"]))
        #expect(take(&log, "o\n\n\nthree").elementsEqual(["two"]))
        #expect(log.end(at: at(0)) == ["three"])
        #expect(log.end(at: at(0)).isEmpty)
        #expect(log.deadline == nil)
    }

    @Test func cutsWhatIsLongAndSaysSo() {
        var log = OutputLog()
        let long = String(repeating: "x", count: 300_000)
        #expect(take(&log, long + "\nshort\n") == [String(long.prefix(400)) + "… (cut)", "short"])
        #expect(take(&log, long).isEmpty)
        #expect(log.end(at: at(0)).first?.utf8.count == 400 + "… (cut)".utf8.count)
    }

    @Test func whatATerminalWouldObeyIsBlanked() {
        var log = OutputLog()
        #expect(take(&log, "a\u{1B}[2J\tb\r\n") == ["a [2J b "])
        // Those of one byte in Latin-1, which UTF-8 writes as two: a control sequence, and the end of a string.
        #expect(take(&log, "a\u{9B}2J\u{85}\u{9C}é\u{7F}\n") == ["a 2J  é "])
        #expect(log.take([0xFF, 0x0A], at: at(0)) == ["\u{FFFD}"])
    }

    @Test func countsWhatIsBeyondTheWindow() {
        var log = OutputLog()
        for number in 1...20 { #expect(take(&log, "\(number)\n") == ["\(number)"]) }
        #expect(log.deadline == nil)
        for _ in 1...100 { #expect(take(&log, "more\n", at: 3).isEmpty) }
        #expect(log.deadline == at(10))
        #expect(log.expire(at: at(9)).isEmpty)
        #expect(log.expire(at: at(10)) == ["(lines left out: 100)"])
        #expect(take(&log, "again\n", at: 11) == ["again"])
    }

    @Test func saysSoAlsoWhenTheNextLineComesFirst() {
        var log = OutputLog()
        for _ in 1...21 { _ = take(&log, "x\n") }
        #expect(take(&log, "y\n", at: 30) == ["(lines left out: 1)", "y"])
        for _ in 1...40 { _ = take(&log, "x\n", at: 31) }
        #expect(log.endWindow() == ["(lines left out: 21)"])
    }

    @Test func readsNoMoreThanItsBudget() {
        var log = OutputLog()
        #expect(log.mayRead)
        for _ in 0..<16 { _ = log.take(ArraySlice(repeating: 0x78, count: 4096), at: at(5)) }
        #expect(!log.mayRead)
        #expect(log.deadline == at(6))
        _ = log.expire(at: at(5.9))
        #expect(!log.mayRead)
        _ = log.expire(at: at(6))
        #expect(log.mayRead)
        #expect(log.deadline == nil)
    }
}
