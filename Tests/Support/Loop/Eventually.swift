// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel

/// What was awaited did not happen in time.
public struct TimedOut: Error, Sendable, CustomStringConvertible {
    public let what: String
    public let after: Seconds

    public init(_ what: String, after: Seconds) {
        self.what = what
        self.after = after
    }

    public var description: String { "timed out after \(after.rawValue) s: \(what)" }
}

/// Waits until `condition` holds. It is asked on the loop, at once and then every 10 ms, while the loop goes on.
///
/// - Parameters:
///   - limit: how long to wait, by CLOCK_BOOTTIME. The default suits a slow machine: it is only reached by a failure.
///   - what: what is awaited, for the error.
/// - Throws: `TimedOut`, `EventLoopError`, or what `condition` throws.
@Loop
public func eventually(
    within limit: Seconds = Seconds(30), _ what: String, _ condition: () throws -> Bool
) async throws {
    let deadline = BootClock.now() + limit
    while try !condition() {
        guard BootClock.now() < deadline else { throw TimedOut(what, after: limit) }
        try await pause(Seconds(0.01))
    }
}

/// The same for a caller off the loop, whose place stands for what is awaited in the error.
public func eventuallyOnLoop(
    within limit: Seconds = Seconds(30), file: String = #fileID, line: Int = #line,
    _ condition: @escaping @Loop @Sendable () throws -> Bool
) async throws {
    try await onLoop { try await eventually(within: limit, "the condition at \(file):\(line)") { try condition() } }
}

/// Suspends for `interval` on a timer of the loop.
@Loop
public func pause(_ interval: Seconds) async throws {
    var timer: Timer?
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        do {
            let new = try Timer { continuation.resume() }
            new.arm(after: interval)
            timer = new
        } catch {
            continuation.resume(throwing: error)
        }
    }
    timer?.disarm()
}
