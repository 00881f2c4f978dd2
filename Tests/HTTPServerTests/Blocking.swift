// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import TestSupport

/// Runs blocking work on a thread of its own, so that the pool of the tests is not starved.
func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try body() }) }
        thread.start()
    }
}

/// Waits until something holds on the loop; after 30 s it gives up and returns false.
func eventually(_ condition: @escaping @Loop @Sendable () -> Bool) async throws -> Bool {
    for _ in 0..<1500 {
        if try await onLoop({ condition() }) { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return false
}
