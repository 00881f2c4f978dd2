// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import EventLoop
import Glibc
import RunwayModel
import Synchronization

/// The thread that runs the event loop of a test process: started once, when first needed, and never ended.
/// sd-event demands that the thread that made the event runs it, and the test runner keeps the main thread.
enum LoopThread {
    /// The signals that `SignalSource` may take in tests. They are blocked in the loop's thread alone, so a test must
    /// raise them there.
    static let signals = [SIGUSR1, SIGUSR2, SIGHUP]

    /// Starts the thread, unless it runs. Work queued before it runs waits for it.
    static func start() { _ = started }

    private static let started: Void = {
        var id = pthread_t()
        let code = pthread_create(
            &id, nil,
            { _ in
                runway_linux_name_thread("loop")
                SignalSource.block(LoopThread.signals)
                do {
                    let code = try EventLoop.run {}
                    // A test that ends the loop of the process takes it from all the others.
                    preconditionFailure("the loop was ended with code \(code)")
                } catch {
                    preconditionFailure("the loop failed: \(error)")
                }
            }, nil)
        precondition(code == 0, "pthread_create: \(String(cString: strerror(code)))")
        pthread_detach(id)
    }()
}

/// Runs `body` on the event loop, which a thread of its own runs, and awaits its result.
///
/// All tests of a process share that loop. Expectations can be made in `body`; they belong to the test that called.
@discardableResult
public func onLoop<T: Sendable>(_ body: @escaping @Loop @Sendable () async throws -> T) async throws -> T {
    LoopThread.start()
    return try await withCheckedThrowingContinuation { continuation in
        Loop.spawn {
            do {
                continuation.resume(returning: try await body())
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
