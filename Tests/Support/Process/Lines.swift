// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import RunwayModel
import Synchronization

/// The lines that come out of a descriptor, read to its end by a thread of its own.
///
/// The last `capacity` lines are kept; older ones are dropped and counted.
public final class Lines: Sendable {
    /// One line, without its end.
    public struct Line: Hashable, Sendable {
        /// 0 for the first line of the stream.
        public let number: Int
        public let text: String
        /// When its end was read.
        public let at: Instant
    }

    private struct State {
        var lines: [Line] = []
        var count = 0
        var partial: [UInt8] = []
        var isAtEnd = false
    }

    public let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = 20_000) {
        self.capacity = capacity
    }

    /// The kept lines, oldest first.
    public var all: [Line] { state.withLock { $0.lines } }

    /// The texts of the kept lines, oldest first.
    public var texts: [String] { all.map(\.text) }

    /// How many lines came in all.
    public var count: Int { state.withLock { $0.count } }

    /// How many lines were dropped because there were too many.
    public var dropped: Int { state.withLock { $0.count - $0.lines.count } }

    /// Whether the other end closed the stream.
    public var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// Waits for a line, which may have come already.
    ///
    /// - Parameters:
    ///   - limit: how long to wait for it.
    ///   - line: only later ones count.
    ///   - what: what is awaited, for the error.
    /// - Throws: `TimedOut`, also when the stream ends without such a line. It quotes the last lines.
    @discardableResult
    public func first(
        within limit: Seconds = Seconds(30), after line: Line? = nil, _ what: String,
        where matches: @escaping @Sendable (String) -> Bool
    ) async throws -> Line {
        try await onLoop {
            var next = line.map { $0.number + 1 } ?? 0
            var found: Line?
            do {
                try await eventually(within: limit, what) {
                    // Asked first: what came before the end is all there when the end is seen.
                    let isAtEnd = self.isAtEnd
                    let new = self.all.drop { $0.number < next }
                    found = new.first { matches($0.text) }
                    next = new.last.map { $0.number + 1 } ?? next
                    if found == nil, isAtEnd { throw TimedOut(what, after: limit) }
                    return found != nil
                }
            } catch let error as TimedOut {
                let last = self.texts.suffix(20).joined(separator: "\n  ")
                let why = self.isAtEnd ? "the stream ended" : "no such line"
                throw TimedOut("\(what) (\(why)); the last lines are:\n  \(last)", after: error.after)
            }
            guard let found else { throw TimedOut(what, after: limit) }
            return found
        }
    }

    /// Waits for a line that contains `text`.
    @discardableResult
    public func first(
        within limit: Seconds = Seconds(30), after line: Line? = nil, containing text: String
    ) async throws -> Line {
        try await first(within: limit, after: line, "a line with \(text)") { $0.contains(text) }
    }

    /// Reads the descriptor to its end on a new thread, and closes it.
    func read(from descriptor: CInt) {
        do {
            try Thread.start("lines") { [self] in
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while true {
                    let count = Glibc.read(descriptor, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    if count <= 0 { break }
                    take(buffer[..<count])
                }
                close(descriptor)
                end()
            }
        } catch {
            close(descriptor)
            end()
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        let now = BootClock.now()
        state.withLock { state in
            state.partial += bytes
            guard let last = state.partial.lastIndex(of: UInt8(ascii: "\n")) else { return }
            for line in state.partial[..<last].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                append(line, at: now, to: &state)
            }
            state.partial.removeSubrange(...last)
        }
    }

    private func end() {
        let now = BootClock.now()
        state.withLock { state in
            if !state.partial.isEmpty { append(state.partial[...], at: now, to: &state) }
            state.partial = []
            state.isAtEnd = true
        }
    }

    private func append(_ line: ArraySlice<UInt8>, at now: Instant, to state: inout State) {
        let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        state.lines.append(Line(number: state.count, text: String(decoding: text, as: UTF8.self), at: now))
        state.count += 1
        if state.lines.count > capacity { state.lines.removeFirst(state.lines.count - capacity) }
    }
}
