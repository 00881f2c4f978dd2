// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Lines on their way to a child: those that wait, and those in the pipe that it may not have read. What it leaves
/// unread of events goes to the child after it.
struct Outgoing {
    struct Line: Equatable {
        /// With its end.
        let bytes: [UInt8]
        /// Whether it is worth sending once more.
        let isEvent: Bool
    }

    private var waiting: [Line] = []
    /// How much of the first one that waits is in the pipe.
    private var written = 0
    /// Those wholly in the pipe, or read; the last ones, as many as the pipe can hold.
    private var passed: [Line] = []
    private var passedBytes = 0
    private var capacity = 0

    /// Whether nothing waits.
    var isEmpty: Bool { waiting.isEmpty }

    /// Bytes that wait.
    var waitingBytes: Int { waiting.reduce(0) { $0 + $1.bytes.count } - written }

    /// What the pipe is to take next; nil when nothing waits.
    var next: ArraySlice<UInt8>? { waiting.first?.bytes[written...] }

    mutating func add(_ line: Line) { waiting.append(line) }

    /// Begins with a new child: `opening` goes before what waits.
    /// - Parameter capacity: what the pipe to it holds.
    mutating func begin(_ opening: [Line], capacity: Int) {
        waiting = opening + waiting
        self.capacity = capacity
    }

    /// The pipe took so many bytes of `next`.
    mutating func took(_ count: Int) {
        written += count
        guard let line = waiting.first, written == line.bytes.count else { return }
        waiting.removeFirst()
        written = 0
        passed.append(line)
        passedBytes += line.bytes.count
        while let oldest = passed.first, passedBytes - oldest.bytes.count >= capacity {
            passed.removeFirst()
            passedBytes -= oldest.bytes.count
        }
    }

    /// The child is gone and left so many bytes in the pipe. Events that it did not read to their end wait again, in
    /// their order; the rest is dropped, for the next child gets newer.
    mutating func end(unread: Int) {
        var left = unread - written
        var again: [Line] = []
        while left > 0, let line = passed.popLast() {
            left -= line.bytes.count
            again.insert(line, at: 0)
        }
        waiting = (again + waiting).filter(\.isEvent)
        written = 0
        passed = []
        passedBytes = 0
    }
}
