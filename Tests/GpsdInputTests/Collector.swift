// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import TestSupport

/// Collects what an input delivers, and waits for it.
@Loop
final class Collector {
    private(set) var inputs: [Input] = []
    private(set) var instants: [Instant] = []
    private var waiters: [Waiter] = []

    @Loop
    private final class Waiter {
        let isSatisfied: ([Input]) -> Bool
        var resume: ((Bool) -> Void)?
        var timer: Timer?

        init(_ isSatisfied: @escaping ([Input]) -> Bool) { self.isSatisfied = isSatisfied }

        func end(_ success: Bool) {
            timer?.disarm()
            timer = nil
            resume?(success)
            resume = nil
        }
    }

    func take(_ input: Input) {
        inputs.append(input)
        instants.append(BootClock.now())
        for waiter in waiters where waiter.isSatisfied(inputs) { waiter.end(true) }
        waiters.removeAll { $0.resume == nil }
    }

    /// Waits until the inputs so far satisfy a condition.
    func wait(for what: String, seconds: Double = 30, _ isSatisfied: @escaping ([Input]) -> Bool) async throws {
        if isSatisfied(inputs) { return }
        let waiter = Waiter(isSatisfied)
        let timer = try Timer { waiter.end(false) }
        waiter.timer = timer
        timer.arm(after: Seconds(seconds))
        waiters.append(waiter)
        let success = await withCheckedContinuation { continuation in
            waiter.resume = { continuation.resume(returning: $0) }
        }
        if !success { throw TimedOut("\(what), with the link \(links)", after: Seconds(seconds)) }
    }

    /// The states of the link so far, with their reasons.
    var links: [String] {
        inputs.compactMap {
            guard case .link(let change) = $0 else { return nil }
            return [change.state.rawValue, change.reason].compactMap { $0 }.joined(separator: ":")
        }
    }

    var fixes: [Fix] { inputs.compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
}
