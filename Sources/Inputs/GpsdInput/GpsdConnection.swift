// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The states of the link to gpsd. It does nothing itself: it says what is to be done.
struct GpsdConnection {
    /// Why there is no link; the codes of `LinkChange.reason`.
    enum Reason: String {
        /// Nobody listens there.
        case refused
        /// No answer to the attempt to connect.
        case timeout
        case unreachable
        /// The name has no address, or the resolver does not answer.
        case unresolved
        /// The other end closed the connection or died.
        case closed
        /// Connected, but nothing comes, not even answers.
        case silent
        /// Something answers that is not gpsd.
        case notGpsd = "not-gpsd"
        /// This machine could not do it: no descriptors, no memory, no such protocol.
        case system
    }

    enum Event: Equatable {
        case start
        /// The host has so many addresses.
        case resolved(count: Int)
        case connected
        /// The attempt to connect failed.
        case failed(Reason)
        case received(bytes: Int)
        /// gpsd introduced itself.
        case version
        /// A report of a receiver came.
        case data
        /// The connection ended.
        case ended(Reason)
        /// The deadline has passed.
        case deadline
        case stop
    }

    enum Action: Equatable {
        case resolve
        /// Begins to connect to one of the addresses.
        case connect(address: Int)
        case close
        case watch
        case probe
        case report(LinkChange.State, Reason?)
    }

    private enum State {
        case stopped
        case resolving(since: Instant)
        case connecting(address: Int, of: Int, since: Instant)
        /// Connected, but gpsd has not introduced itself. systemd accepts connections for a gpsd that is not there.
        case greeting(since: Instant, bytes: Int)
        case up
        case waiting(until: Instant)
    }

    static let connectTimeout = Seconds(5)
    /// How long something that talks may take to introduce itself, and how much it may say until then.
    static let greetingTimeout = Seconds(5)
    static let greetingLimit = 65_536
    /// After so long without a byte gpsd is asked for its devices, which it always answers.
    static let probeAfter = Seconds(10)
    static let silentAfter = Seconds(20)
    /// After so long without a receiver's report the connection is opened anew, in silence: gpsd may have lost track of
    /// a receiver that was reset, and opens it again for a new client.
    static let reopenAfter = Seconds(60)
    static let firstBackoff = Seconds(0.5)
    /// With one second for the next epoch and one for gpsd to start, data is back five seconds after gpsd is.
    static let longestBackoff = Seconds(3)

    private var state = State.stopped
    private var reported: LinkChange.State?
    private var backoff = GpsdConnection.firstBackoff
    private var lastByte = Instant(nanoseconds: 0)
    private var lastData = Instant(nanoseconds: 0)
    private var isProbed = false
    private let jitter: () -> Double
    /// Connections that gpsd, or whatever listened, accepted.
    private(set) var connections = 0

    /// - Parameter jitter: what each wait is multiplied with, 0.5…1, so that many clients do not come back at once.
    init(jitter: @escaping () -> Double = { .random(in: 0.75...1) }) {
        self.jitter = jitter
    }

    /// Whether gpsd has introduced itself on the present connection.
    var isUp: Bool { if case .up = state { true } else { false } }

    /// When `.deadline` is to be sent; nil when there is nothing to wait for.
    var deadline: Instant? {
        switch state {
        case .stopped: nil
        case .resolving(let since): reported == .down ? nil : since + GpsdConnection.connectTimeout
        case .connecting(_, _, let since): since + GpsdConnection.connectTimeout
        case .greeting(let since, let bytes):
            bytes > 0 ? min(since + GpsdConnection.greetingTimeout, silenceDeadline) : silenceDeadline
        case .up: min(silenceDeadline, lastData + GpsdConnection.reopenAfter)
        case .waiting(let until): until
        }
    }

    private var silenceDeadline: Instant {
        lastByte + (isProbed ? GpsdConnection.silentAfter : GpsdConnection.probeAfter)
    }

    mutating func handle(_ event: Event, at instant: Instant) -> [Action] {
        switch (event, state) {
        case (.start, .stopped):
            state = .resolving(since: instant)
            return report(.connecting) + [.resolve]
        case (.resolved(let count), .resolving):
            return count == 0 ? fail(.unresolved, at: instant) : connect(address: 0, of: count, at: instant)
        case (.connected, .connecting):
            state = .greeting(since: instant, bytes: 0)
            connections += 1
            lastByte = instant
            lastData = instant
            isProbed = false
            return [.watch]
        case (.failed(let reason), .connecting(let address, let count, _)):
            return address + 1 < count
                ? connect(address: address + 1, of: count, at: instant) : fail(reason, at: instant)
        case (.received(let bytes), .greeting(let since, let before)):
            noteByte(at: instant)
            state = .greeting(since: since, bytes: before + bytes)
            return before + bytes > GpsdConnection.greetingLimit ? lose(.notGpsd, at: instant) : []
        case (.received, .up):
            noteByte(at: instant)
            return []
        case (.version, .greeting):
            state = .up
            return report(.up)
        case (.data, .up):
            lastData = instant
            // Not before data has come: a server that greets and hangs up is not tried again and again at once.
            backoff = GpsdConnection.firstBackoff
            return []
        case (.ended(let reason), .greeting), (.ended(let reason), .up):
            return lose(reason, at: instant)
        case (.deadline, _):
            guard let deadline, deadline <= instant else { return [] }
            return expire(at: instant)
        case (.stop, _):
            state = .stopped
            return [.close]
        default:
            // What belongs to a connection that is gone, such as a name resolved after the stop.
            return []
        }
    }

    private mutating func expire(at instant: Instant) -> [Action] {
        switch state {
        case .stopped: return []
        case .resolving:
            // The resolver's thread cannot be stopped, and a second one would hang as well: the answer is waited for.
            return report(.down, .unresolved)
        case .connecting:
            return [.close] + handle(.failed(.timeout), at: instant)
        case .greeting(let since, let bytes) where bytes > 0 && instant >= since + GpsdConnection.greetingTimeout:
            return lose(.notGpsd, at: instant)
        case .greeting: return expireSilence(at: instant)
        case .up where instant >= lastData + GpsdConnection.reopenAfter:
            state = .resolving(since: instant)
            return [.close, .resolve]
        case .up: return expireSilence(at: instant)
        case .waiting:
            state = .resolving(since: instant)
            return [.resolve]
        }
    }

    private mutating func expireSilence(at instant: Instant) -> [Action] {
        if instant >= lastByte + GpsdConnection.silentAfter { return lose(.silent, at: instant) }
        isProbed = true
        return [.probe]
    }

    private mutating func noteByte(at instant: Instant) {
        lastByte = instant
        isProbed = false
    }

    private mutating func connect(address: Int, of count: Int, at instant: Instant) -> [Action] {
        state = .connecting(address: address, of: count, since: instant)
        return [.connect(address: address)]
    }

    private mutating func lose(_ reason: Reason, at instant: Instant) -> [Action] {
        [.close] + fail(reason, at: instant)
    }

    private mutating func fail(_ reason: Reason, at instant: Instant) -> [Action] {
        state = .waiting(until: instant + min(backoff, GpsdConnection.longestBackoff) * jitter())
        backoff = min(backoff * 2, GpsdConnection.longestBackoff)
        return report(.down, reason)
    }

    private mutating func report(_ new: LinkChange.State, _ reason: Reason? = nil) -> [Action] {
        guard new != reported else { return [] }
        reported = new
        return [.report(new, reason)]
    }
}
