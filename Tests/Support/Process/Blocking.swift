// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Runs what blocks on a thread of its own, so that neither the loop nor the pool of the tests is held up.
public func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try Thread.start("blocking") { continuation.resume(with: Result { try body() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}
