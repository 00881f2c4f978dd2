// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation

/// The loop's thread, started with the first use and never ended.
private let loopThread: Void = {
    let thread = Thread {
        do {
            _ = try EventLoop.run {}
        } catch {
            preconditionFailure("the loop of the tests: \(error)")
        }
    }
    thread.start()
}()

/// Runs `body` on the event loop.
func onLoop<Result: Sendable>(_ body: @Loop @Sendable () async throws -> Result) async rethrows -> Result {
    _ = loopThread
    return try await body()
}
