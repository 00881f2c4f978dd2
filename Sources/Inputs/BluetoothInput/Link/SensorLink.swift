// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The states of the link to one sensor. It does nothing itself: it says what is to be done.
///
/// It follows levels rather than edges: whatever happened, `LinkView` says how things stand now, and each state says
/// what it makes of that. So objects that come late, vanish or come back under other paths need no rule of their own.
struct SensorLink {
    enum Event: Equatable {
        case start
        case changed(LinkView)
        /// The radio listens, or could not be made to, as was asked; it goes on trying.
        case scan(LinkReason?)
        /// The reply to a call of the attempt with that number; nil when it succeeded.
        case connected(attempt: Int, LinkReason?)
        case subscribed(attempt: Int, LinkReason?)
        /// A notification came.
        case value(wellFormed: Bool)
        /// The deadline has passed.
        case deadline
        case stop
    }

    enum Action: Equatable {
        /// Whether the radio is to listen for advertisements.
        case scan(Bool)
        case connect(path: String, attempt: Int)
        /// Ends the connection, or the attempt to make one.
        case disconnect(path: String)
        case subscribe(characteristic: String, attempt: Int)
        case unsubscribe(characteristic: String)
        case report(LinkChange.State, LinkReason?)
    }

    private struct Hold {
        let address: String
        let path: String
    }

    private enum State {
        case stopped
        /// Nothing can be reached; from the instant on it is said why.
        case grounded(LinkReason?, saidFrom: Instant?)
        case scanning(until: Instant)
        case pausing(until: Instant)
        case connecting(Hold, until: Instant)
        case resolving(Hold, until: Instant, resolved: Instant?)
        /// Subscribed or about to be. The first value is the only proof: BlueZ accepts subscriptions that it never makes.
        case listening(Hold, characteristic: String, lastSign: Instant, isRenewed: Bool, streamingSince: Instant?)
        case disconnecting(Hold, until: Instant)
        case waiting(until: Instant)
    }

    private var state = State.stopped
    private var view = LinkView()
    private var report = LinkReport()
    /// The sensor that this link is bound to: the configured one, or the first that delivered.
    private var bound: String?
    private let isConfigured: Bool
    private var failures = 0
    private var attempt = 0
    private var eagerUntil = Instant(nanoseconds: 0)
    /// Whether the sensor that was lost a moment ago may be connected to without having been heard.
    private var mayReconnect = false
    private var sawMalformed = false
    private let jitter: () -> Double

    /// - Parameters:
    ///   - address: of the one sensor to take; nil takes the first that delivers, and keeps to it while it comes back.
    ///   - jitter: what each wait is multiplied with.
    init(address: String?, jitter: @escaping () -> Double = { .random(in: 0.75...1.25) }) {
        bound = address
        isConfigured = address != nil
        self.jitter = jitter
    }

    /// The address that `LinkView.target` must be of; nil while any sensor will do.
    var address: String? { bound ?? hold?.address }

    /// The sensor that an attempt failed with last; another one is to be preferred to it.
    private(set) var lastFailed: String?

    /// The characteristic whose notifications are this link's; nil while there is none.
    var characteristic: String? {
        if case .listening(_, let characteristic, _, _, _) = state { characteristic } else { nil }
    }

    /// The path of the device that the link is at.
    var path: String? { hold?.path }

    /// Whether measurements come.
    var isUp: Bool { report.isUp }

    private var hold: Hold? {
        switch state {
        case .connecting(let hold, _), .resolving(let hold, _, _), .listening(let hold, _, _, _, _),
            .disconnecting(let hold, _):
            hold
        case .stopped, .grounded, .scanning, .pausing, .waiting: nil
        }
    }

    /// When `.deadline` is to be sent; nil when there is nothing to wait for.
    var deadline: Instant? {
        switch state {
        case .stopped: nil
        case .grounded(_, let saidFrom): saidFrom
        case .scanning(let until), .pausing(let until), .connecting(_, let until), .disconnecting(_, let until),
            .waiting(let until):
            until
        case .resolving(_, let until, let resolved):
            resolved.map { min(until, $0 + LinkBudget.lateObjects) } ?? until
        case .listening(_, _, let lastSign, _, _): lastSign + LinkBudget.silence
        }
    }

    mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        switch (event, state) {
        case (.start, .stopped):
            state = .grounded(nil, saidFrom: nil)
            return follow(at: now)
        case (_, .stopped): return []
        case (.changed(let view), _):
            self.view = view
            return follow(at: now)
        case (.scan(let failure), .scanning): return report.scan(failure)
        case (.connected(attempt: attempt, let reason), .connecting(let hold, _)):
            if let reason { return fail(reason, at: now) }
            state = .resolving(hold, until: now + LinkBudget.resolve, resolved: nil)
            return follow(at: now)
        case (.subscribed(attempt: attempt, let reason?), .listening):
            // Somebody's subscription is under way, perhaps our own from before: the values tell.
            return reason == .busy ? [] : fail(reason, at: now)
        case (.value(let isWellFormed), .listening(let hold, let characteristic, _, _, let since)):
            guard isWellFormed else {
                sawMalformed = true
                return []
            }
            sawMalformed = false
            bound = bound ?? hold.address
            state = .listening(
                hold, characteristic: characteristic, lastSign: now, isRenewed: false, streamingSince: since ?? now)
            return report.up()
        case (.deadline, _):
            guard let deadline, deadline <= now else { return [] }
            return expire(at: now)
        case (.stop, _): return stop()
        default:
            // A reply to a call of an attempt that is over.
            return []
        }
    }

    /// Makes of the view what the present state makes of it.
    private mutating func follow(at now: Instant) -> [Action] {
        if let obstacle = view.obstacle { return ground(obstacle, at: now) }
        let target = view.target
        switch state {
        case .stopped: return []
        case .grounded:
            eagerUntil = now + LinkBudget.eager
            return report.searching() + scan(at: now)
        case .scanning, .pausing:
            guard let target, target.isHeard || target.isConnected else { return [] }
            return take(target, at: now)
        case .waiting: return []
        case .connecting(let hold, _):
            // That it is connected says nothing yet: it may be for a moment only (B45).
            return target?.path == hold.path ? [] : fail(.gone, at: now, isPending: true)
        case .resolving(let hold, let until, let resolved):
            guard let target, target.path == hold.path else { return fail(.gone, at: now) }
            guard target.isConnected else { return fail(.closed, at: now) }
            guard target.isResolved else {
                state = .resolving(hold, until: until, resolved: nil)
                return []
            }
            guard let characteristic = target.characteristic else {
                state = .resolving(hold, until: until, resolved: resolved ?? now)
                return []
            }
            state = .listening(
                hold, characteristic: characteristic, lastSign: now, isRenewed: false, streamingSince: nil)
            return [.subscribe(characteristic: characteristic, attempt: attempt)]
        case .listening(let hold, let characteristic, _, _, _):
            guard let target, target.path == hold.path, target.isConnected else { return fail(.closed, at: now) }
            guard target.characteristic == characteristic else {
                // The sensor told its services anew.
                state = .resolving(hold, until: now + LinkBudget.resolve, resolved: nil)
                return follow(at: now)
            }
            return []
        case .disconnecting(let hold, _):
            return target?.path == hold.path && target?.isConnected == true ? [] : wait(at: now)
        }
    }

    private mutating func expire(at now: Instant) -> [Action] {
        switch state {
        case .stopped: return []
        case .grounded(let obstacle, _):
            state = .grounded(obstacle, saidFrom: nil)
            guard let obstacle else { return [] }
            return report.down(obstacle)
        case .scanning:
            let isEager = now < eagerUntil
            state = .pausing(until: now + (isEager ? LinkBudget.eagerPause : LinkBudget.pause))
            // It may have another address by now, or another one may be worn (B63, B65).
            if !isEager && !isConfigured { bound = nil }
            return [.scan(false)] + report.unheard()
        case .pausing: return scan(at: now)
        case .connecting: return fail(.connectFailed, at: now, isPending: true)
        case .resolving(_, _, let resolved): return fail(resolved == nil ? .unresolved : .notOffered, at: now)
        case .listening(let hold, let characteristic, _, let isRenewed, let since):
            if isRenewed { return fail(sawMalformed ? .malformed : .silent, at: now) }
            state = .listening(
                hold, characteristic: characteristic, lastSign: now, isRenewed: true, streamingSince: since)
            attempt += 1
            let reports = since == nil ? [] : report.down(sawMalformed ? .malformed : .silent)
            return reports + [
                .unsubscribe(characteristic: characteristic),
                .subscribe(characteristic: characteristic, attempt: attempt),
            ]
        case .disconnecting: return wait(at: now)
        case .waiting:
            if let target = view.target, target.isHeard || target.isConnected || mayReconnect {
                return take(target, at: now)
            }
            return scan(at: now)
        }
    }

    // Steps

    private mutating func ground(_ obstacle: LinkReason, at now: Instant) -> [Action] {
        if case .grounded(obstacle, _) = state { return [] }
        var actions: [Action] = []
        if case .scanning = state { actions.append(.scan(false)) }
        // BlueZ need not answer what it was doing then.
        if let hold { actions.append(.disconnect(path: hold.path)) }
        state = .grounded(obstacle, saidFrom: now + LinkBudget.settle)
        failures = 0
        mayReconnect = false
        return actions + (isUp ? report.down(obstacle) : [])
    }

    private mutating func scan(at now: Instant) -> [Action] {
        mayReconnect = false
        state = .scanning(until: now + (now < eagerUntil ? LinkBudget.eagerScan : LinkBudget.scan))
        return [.scan(true)] + follow(at: now)
    }

    private mutating func take(_ target: LinkView.Target, at now: Instant) -> [Action] {
        var actions: [Action] = []
        if case .scanning = state { actions.append(.scan(false)) }
        let hold = Hold(address: target.address, path: target.path)
        attempt += 1
        sawMalformed = false
        if target.isConnected {
            // By this program before it was killed, or by another: connections are the system's.
            state = .resolving(hold, until: now + LinkBudget.resolve, resolved: nil)
            return actions + follow(at: now)
        }
        let budget = target.isHeard ? LinkBudget.connect : LinkBudget.reconnect
        mayReconnect = false
        state = .connecting(hold, until: now + budget)
        return actions + [.connect(path: hold.path, attempt: attempt)]
    }

    /// The attempt, or the link, is over: ends what is left of it, and begins anew.
    /// - Parameter isPending: whether BlueZ may still be at it.
    private mutating func fail(_ reason: LinkReason, at now: Instant, isPending: Bool = false) -> [Action] {
        guard let hold else { return [] }
        var streamed: Seconds?
        if case .listening(_, _, _, _, let since?) = state { streamed = now - since }
        let wasSteady = streamed.map { $0 >= LinkBudget.steady } ?? false
        // The sensor was here a moment ago: it is worth an attempt without a scan.
        mayReconnect = streamed != nil && reason == .closed
        failures = wasSteady ? 0 : failures + 1
        eagerUntil = wasSteady ? now + LinkBudget.eager : eagerUntil
        lastFailed = wasSteady ? nil : hold.address
        let isLeft = view.target?.path == hold.path && view.target?.isConnected == true
        if isLeft || isPending || reason == .noAnswer || reason == .busy {
            state = .disconnecting(hold, until: now + LinkBudget.disconnect)
            return report.down(reason) + [.disconnect(path: hold.path)] + (isLeft ? [] : wait(at: now))
        }
        return report.down(reason) + wait(at: now)
    }

    private mutating func wait(at now: Instant) -> [Action] {
        state = .waiting(until: now + LinkBudget.pause(after: failures) * jitter())
        return []
    }

    private mutating func stop() -> [Action] {
        var actions: [Action] = []
        if case .scanning = state { actions.append(.scan(false)) }
        // A connection that nobody uses costs the sensor's battery.
        if let hold { actions.append(.disconnect(path: hold.path)) }
        state = .stopped
        return actions
    }
}
