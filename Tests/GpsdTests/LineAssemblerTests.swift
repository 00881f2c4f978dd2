// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Gpsd
import Testing

/// What an assembler makes of chunks; nil stands for an over-long line.
private func lines(_ chunks: [String], limit: Int = 8, finish: Bool = false) -> [String?] {
    var assembler = LineAssembler(limit: limit)
    var lines: [String?] = []
    func append(_ line: LineAssembler.Line) {
        switch line {
        case .complete(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
        case .overlong: lines.append(nil)
        }
    }
    for chunk in chunks {
        Array(chunk.utf8).withUnsafeBufferPointer { bytes in
            var rest = bytes
            while let line = assembler.next(from: &rest) { append(line) }
            #expect(rest.isEmpty)
        }
    }
    if finish, let line = assembler.finish() { append(line) }
    return lines
}

struct LineAssemblerTests {
    // B5: half lines.
    @Test func putsLinesTogetherWhereverTheChunksEnd() {
        let text = "one\ntwo\n\nthree\n"
        for size in 1...text.utf8.count {
            var chunks: [String] = []
            var rest = Substring(text)
            while !rest.isEmpty {
                chunks.append(String(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(lines(chunks) == ["one", "two", "", "three"], "in pieces of \(size)")
        }
    }

    @Test func skipsOverlongLinesAndSaysSo() {
        #expect(lines(["12345678\n123456789\nx\n"]) == ["12345678", nil, "x"])
        #expect(lines(["1234", "5678", "\n"]) == ["12345678"])
        #expect(lines(["1234", "5678", "9\n", "x\n"]) == [nil, "x"])
        #expect(lines(["123456789abc", "def", "ghi\nx\n"]) == [nil, "x"])
    }

    @Test func givesTheLastLineWithoutItsEnd() {
        #expect(lines(["one\ntw", "o"], finish: true) == ["one", "two"])
        #expect(lines(["one\n"], finish: true) == ["one"])
        #expect(lines(["123456789"], finish: true) == [nil])
        #expect(lines([], finish: true) == [])
    }
}
