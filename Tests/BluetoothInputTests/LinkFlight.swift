// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

@testable import BluetoothInput

/// A link and a clock of its own, for tests: what it does is collected as it happens.
struct LinkFlight {
    static let path = "/org/bluez/hci0/dev_AA"
    static let characteristic = path + "/service0010/char0011"

    private(set) var link: SensorLink
    private(set) var now = Instant(nanoseconds: 0)
    /// What the link asked for, with the second at which it did.
    private(set) var log: [(second: Double, action: SensorLink.Action)] = []

    init(address: String? = nil) {
        link = SensorLink(address: address) { 1 }
    }

    /// Sends an event, and returns what the link asks for.
    @discardableResult
    mutating func send(_ event: SensorLink.Event) -> [SensorLink.Action] {
        let actions = link.handle(event, at: now)
        log += actions.map { ((now - Instant(nanoseconds: 0)).rawValue, $0) }
        return actions
    }

    @discardableResult
    mutating func see(_ target: LinkView.Target?, obstacle: LinkReason? = nil) -> [SensorLink.Action] {
        send(.changed(LinkView(obstacle: obstacle, target: target)))
    }

    /// Lets time pass, and the deadlines within it.
    /// - Returns: what the link asked for meanwhile.
    @discardableResult
    mutating func wait(_ seconds: Double) -> [SensorLink.Action] {
        let end = now + Seconds(seconds)
        var actions: [SensorLink.Action] = []
        while let deadline = link.deadline, deadline <= end {
            now = max(now, deadline)
            actions += send(.deadline)
        }
        now = end
        return actions
    }

    /// The strap, at some point of its way.
    static func strap(
        _ path: String = path, address: String = "AA", heard: Bool = false, connected: Bool = false,
        resolved: Bool = false, offers: Bool = true
    ) -> LinkView.Target {
        LinkView.Target(
            address: address, path: path, isHeard: heard, isConnected: connected, isResolved: resolved,
            characteristic: resolved && offers ? characteristic : nil)
    }

    /// From the start to the first value.
    static func streaming(address: String? = nil) -> LinkFlight {
        var flight = LinkFlight(address: address)
        flight.send(.start)
        flight.see(strap(heard: true))
        flight.see(strap(connected: true))
        flight.send(.connected(attempt: 1, nil))
        flight.see(strap(connected: true, resolved: true))
        flight.send(.subscribed(attempt: 1, nil))
        flight.send(.value(wellFormed: true))
        return flight
    }
}
