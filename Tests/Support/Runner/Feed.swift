// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import EventLoop
import Glibc
import RunwayModel
import Synchronization

/// Sends a receiver's sentences, on a thread of its own, when its epochs are due or as fast as they are taken.
///
/// It ends by itself after the last epoch, and when its owner lets go of it.
public final class Feed: Sendable {
    public enum Pace: Sendable {
        /// Each epoch when it is due, counted from the feed's start.
        case realTime
        /// A factor of real time.
        case accelerated(Double)
        case asFastAsPossible
    }

    /// What the receiver makes of its course.
    public enum Quality: Sendable {
        /// What the course says.
        case fix
        /// Its last coordinates again and again, but void: RMC status V, GGA quality 0, GSA without a fix.
        case void
        /// Its epochs pass unsent, as when a cable is loose.
        case mute
    }

    /// An epoch that went out.
    public struct Sent: Hashable, Sendable {
        public let epoch: Epoch
        /// Just before its first sentence was sent.
        public let at: Instant
    }

    private struct State {
        var sent: [Sent] = []
        var dropped = 0
        var quality: Quality
        var hasEnded = false
    }

    private final class Shared: Sendable {
        let state: Mutex<State>
        /// Readable once it is to stop, and once it has ended.
        let stop: CInt
        let end: CInt

        init(_ quality: Quality) throws(SystemError) {
            state = Mutex(State(quality: quality))
            (stop, end) = (runway_linux_eventfd(true), runway_linux_eventfd(true))
            if min(stop, end) < 0 {
                for descriptor in [stop, end] where descriptor >= 0 { close(descriptor) }
                throw SystemError(-min(stop, end), "eventfd")
            }
        }

        deinit {
            close(stop)
            close(end)
        }

        static func signal(_ descriptor: CInt) {
            var one: UInt64 = 1
            _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
        }
    }

    private let shared: Shared
    private let thread: Thread

    /// Starts to send.
    ///
    /// - Parameters:
    ///   - receiver: what to send; its rate says how often.
    ///   - destination: where to.
    ///   - quality: to begin with.
    ///   - onSend: called on the feed's thread for each epoch, just before its first sentence is sent.
    public init(
        _ receiver: Receiver, to destination: Destination, writer: NMEAWriter = NMEAWriter(), pace: Pace = .realTime,
        quality: Quality = .fix, onSend: (@Sendable (Sent) -> Void)? = nil
    ) throws {
        let shared = try Shared(quality)
        self.shared = shared
        thread = try Thread.startJoinable("feed") {
            Feed.send(receiver.epochs(), to: destination, writer, pace, shared, onSend)
        }
    }

    deinit {
        stop()
        thread.join()
    }

    /// Ends it early.
    public func stop() { Shared.signal(shared.stop) }

    /// What went out so far, oldest first.
    public var sent: [Sent] { shared.state.withLock { $0.sent } }

    /// How many sentences the destination did not take.
    public var dropped: Int { shared.state.withLock { $0.dropped } }

    public var hasEnded: Bool { shared.state.withLock { $0.hasEnded } }

    /// Holds from the next epoch on.
    public var quality: Quality {
        get { shared.state.withLock { $0.quality } }
        set { shared.state.withLock { $0.quality = newValue } }
    }

    /// Waits, blocking, until the last epoch has been sent or it was stopped.
    public func waitBlocking() {
        var ended = pollfd(fd: shared.end, events: Int16(POLLIN), revents: 0)
        while !hasEnded { poll(&ended, 1, -1) }
    }

    private static func send(
        _ epochs: [Epoch], to destination: Destination, _ writer: NMEAWriter, _ pace: Pace, _ shared: Shared,
        _ onSend: (@Sendable (Sent) -> Void)?
    ) {
        let start = BootClock.now()
        var last: Epoch?
        for var epoch in epochs {
            let factor: Double? =
                switch pace {
                case .realTime: 1
                case .accelerated(let factor): factor
                case .asFastAsPossible: nil
                }
            let due = factor.map { start + epoch.truth.time * (1 / $0) } ?? start
            if wait(until: due, orStop: shared.stop) { break }
            switch shared.state.withLock({ $0.quality }) {
            case .fix: if epoch.mode >= 2 { last = epoch }
            case .void:
                if last == nil, epoch.mode >= 2 { last = epoch }
                epoch = epoch.void(at: last ?? epoch)
            case .mute: continue
            }
            let sent = Sent(epoch: epoch, at: BootClock.now())
            onSend?(sent)
            let dropped = writer.sentences(epoch).count { !destination.send($0) }
            shared.state.withLock { state in
                state.sent.append(sent)
                state.dropped += dropped
            }
        }
        shared.state.withLock { $0.hasEnded = true }
        Shared.signal(shared.end)
    }

    /// - Returns: whether to stop.
    private static func wait(until due: Instant, orStop stop: CInt) -> Bool {
        var ready = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
        while true {
            let left = max(0, (due - BootClock.now()).nanoseconds)
            // Rounded up: a poll of 0 ms in the last one would spin.
            let result = poll(&ready, 1, CInt(clamping: (left + 999_999) / 1_000_000))
            if result > 0 { return true }
            if result == 0, BootClock.now() >= due { return false }
        }
    }
}
