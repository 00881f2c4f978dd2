// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import JSON
import RunwayModel

/// Reads an exported tape: JSON lines of entries.
struct TapeReader {
    let name: String

    /// Whether the file begins with an entry of a tape. What cannot be looked into twice, a pipe, is taken for a log.
    static func isTape(_ descriptor: CInt) -> Bool {
        var head = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(descriptor, &head, head.count, 0)
        guard count > 0, let line = head[..<count].split(separator: 10, maxSplits: 1).first else { return false }
        return (try? JSON.decode(TapeEntry.self, from: line)) != nil
    }

    func read(_ descriptor: CInt, into run: ReplayRun) throws {
        var lines = LineBuffer()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var number = 0
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure.failed("\(name): \(String(cString: strerror(errno)))") }
            let complete = count == 0 ? [lines.finish()[...]] : lines.append(Array(chunk[..<count]))
            for line in complete where !line.isEmpty {
                number += 1
                guard let entry = decode(line, number) else { continue }
                try run.take(entry.input, at: entry.at)
            }
            if count == 0 { return }
        }
    }

    private func decode(_ line: ArraySlice<UInt8>, _ number: Int) -> TapeEntry? {
        do {
            return try JSON.decode(TapeEntry.self, from: line)
        } catch {
            Output.warn("\(name): entry \(number) cannot be read (\(error)); skipped")
            return nil
        }
    }
}
