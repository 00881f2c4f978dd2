// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Cuts a stream of bytes into lines, wherever its chunks end.
public struct LineAssembler: ~Copyable {
    public enum Line {
        /// Without its end. Valid until the next call.
        case complete(UnsafeBufferPointer<UInt8>)
        /// A line beyond the limit has ended; its bytes are gone.
        case overlong
    }

    private let limit: Int
    private let partial: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var isOverlong = false

    /// - Parameter limit: the longest line in bytes, without its end.
    public init(limit: Int) {
        self.limit = limit
        partial = .allocate(capacity: limit)
    }

    deinit {
        partial.deallocate()
    }

    /// Takes the next line off the front of `chunk`.
    /// - Returns: nil when the chunk is used up; what was left of it is kept for the next one.
    public mutating func next(from chunk: inout UnsafeBufferPointer<UInt8>) -> Line? {
        guard let base = chunk.baseAddress, !chunk.isEmpty else { return nil }
        guard let found = memchr(base, 0x0A, chunk.count) else {
            keep(base, chunk.count)
            chunk = UnsafeBufferPointer(rebasing: chunk[chunk.count...])
            return nil
        }
        let length = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        chunk = UnsafeBufferPointer(rebasing: chunk[(length + 1)...])
        if count == 0, !isOverlong {
            return length > limit ? .overlong : .complete(UnsafeBufferPointer(start: base, count: length))
        }
        keep(base, length)
        return end()
    }

    /// The last line, when the stream ended without ending it.
    public mutating func finish() -> Line? {
        count == 0 && !isOverlong ? nil : end()
    }

    /// Forgets an unfinished line.
    public mutating func reset() {
        count = 0
        isOverlong = false
    }

    private mutating func keep(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard !isOverlong, count + length <= limit else {
            isOverlong = true
            return
        }
        memcpy(partial + count, bytes, length)
        count += length
    }

    private mutating func end() -> Line {
        defer { reset() }
        return isOverlong ? .overlong : .complete(UnsafeBufferPointer(start: partial, count: count))
    }
}
