// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel

/// One way out.
///
/// The hub buffers, the sink does not: it takes an item when it can pass it on without blocking, or refuses it. The hub
/// keeps what was refused in a bounded queue and offers it again after `onReady`.
@Loop
public protocol Sink: AnyObject {
    /// Starts the sink. Called once, before anything is offered. What cannot be had now (a FIFO without a reader, a
    /// program that is missing) is no error but a state: the sink refuses items and tries again for ever.
    /// - Parameter onReady: to be called whenever items may be offered again after a refusal.
    func start(onReady: @escaping @Loop () -> Void)

    /// Takes the item, or refuses it with `false`. Never blocks, and never calls `onReady` from within.
    func offer(_ item: SinkItem) -> Bool

    /// Why items are refused at present; nil while the sink works. For `runway status`.
    var trouble: String? { get }

    /// How many items it took and left out since its start, because they can never be passed on. For `runway status`.
    var skipped: Int { get }

    /// Passes on what it can without waiting, and closes. What takes longer goes on by itself, some seconds at most.
    func stop()

    /// Returns when all that `stop` began has ended. For a sink that waits for nothing there is nothing to do here.
    func finish() async
}

extension Sink {
    public var skipped: Int { 0 }

    public func finish() async {}
}
