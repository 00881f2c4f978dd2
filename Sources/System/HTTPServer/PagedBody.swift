// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop

/// A body made piece by piece: holds the piece that is being sent and asks for the next one.
@Loop
final class PagedBody {
    private enum State {
        case idle, asking, ended, failed
    }

    enum Reading {
        case bytes(Int), wait, end, failure
    }

    private let make: @Loop () async throws -> [UInt8]?
    private var state = State.idle
    private var page: [UInt8] = []
    private var position = 0

    init(_ make: @escaping @Loop () async throws -> [UInt8]?) {
        self.make = make
    }

    /// Fills a buffer with what there is; when that is nothing, asks for the next piece.
    /// - Parameter isReady: called once the answer to `wait` is there.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, isReady: @escaping @Loop @Sendable () -> Void
    ) -> Reading {
        if position < page.count {
            let count = min(buffer.count, page.count - position)
            page.withUnsafeBytes { bytes in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
            }
            position += count
            return .bytes(count)
        }
        switch state {
        case .ended: return .end
        case .failed: return .failure
        case .asking: return .wait
        case .idle:
            state = .asking
            Loop.spawn {
                await self.ask()
                isReady()
            }
            return .wait
        }
    }

    private func ask() async {
        do {
            repeat {
                guard let next = try await make() else {
                    state = .ended
                    return
                }
                (page, position) = (next, 0)
            } while page.isEmpty
            state = .idle
        } catch {
            state = .failed
        }
    }
}
