// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import EventLoop
import RunwayModel

/// A connection to a D-Bus bus, on the loop.
///
/// It connects and authenticates without blocking. Calls and matches made before that is done are sent in their order
/// afterwards, so that a match made before a call never misses a signal that follows the call's reply.
/// After `onDisconnect` it is dead: replies that were awaited have failed by then, and a new one has to be made.
@Loop
public final class Bus {
    private var handle = BusHandle()
    private var matches: [Match] = []
    private var pending: [ObjectIdentifier: PendingCall] = [:]
    private var onDisconnect: (@Loop () -> Void)?

    /// Begins to connect.
    /// - Parameters:
    ///   - address: in D-Bus's form, for example `unix:path=/run/dbus/system_bus_socket`; nil for the system bus.
    ///   - onDisconnect: called once when the connection is lost, or cannot be had after all. Not after `close`.
    /// - Throws: when there is no bus at that address.
    public init(address: String? = nil, onDisconnect: @escaping @Loop () -> Void) throws(BusError) {
        self.onDisconnect = onDisconnect
        if let address {
            try BusError.check(sd_bus_new(&handle.pointer), "sd_bus_new")
            try BusError.check(sd_bus_set_address(handle.pointer, address), "sd_bus_set_address")
            try BusError.check(sd_bus_set_bus_client(handle.pointer, 1), "sd_bus_set_bus_client")
            try BusError.check(sd_bus_start(handle.pointer), "sd_bus_start")
        } else {
            try BusError.check(sd_bus_open_system(&handle.pointer), "sd_bus_open_system")
        }
        try BusError.check(sd_bus_attach_event(handle.pointer, EventLoop.handle, 0), "sd_bus_attach_event")
        // The loss of the connection is silent otherwise.
        try match("type='signal',sender='org.freedesktop.DBus.Local',member='Disconnected'") { [weak self] _ in
            self?.disconnected()
        }
    }

    /// Calls `handler` for each signal that the rule matches, until the connection ends.
    /// - Parameter rule: in D-Bus's form. A rule that the bus refuses ends the connection.
    public func match(_ rule: String, _ handler: @escaping @Loop (BusSignal) -> Void) throws(BusError) {
        let match = Match(handler)
        try match.add(rule, to: handle.pointer)
        matches.append(match)
    }

    /// Calls a method.
    /// - Parameter reply: called once, later, with what came back; never after `close`.
    /// - Throws: when the call cannot be sent.
    public func call(
        _ call: BusCall, _ reply: @escaping @Loop (Result<[BusValue], BusError>) -> Void
    ) throws(BusError) {
        let message = try message(call)
        let pending = PendingCall(reply) { [weak self] done in self?.pending[ObjectIdentifier(done)] = nil }
        try pending.send(message.raw, over: handle.pointer, timeout: call.timeout)
        self.pending[ObjectIdentifier(pending)] = pending
    }

    /// Sends a call whose reply nobody awaits.
    public func send(_ call: BusCall) throws(BusError) {
        let message = try message(call)
        try BusError.check(sd_bus_message_set_expect_reply(message.raw, 0), "sd_bus_message_set_expect_reply")
        try BusError.check(sd_bus_send(handle.pointer, message.raw, nil), "sd_bus_send")
    }

    /// Closes the connection. What was sent before goes out as far as the socket takes it; nothing is called afterwards.
    public func close() {
        onDisconnect = nil
        matches = []
        pending = [:]
        handle = BusHandle()
    }

    private func message(_ call: BusCall) throws(BusError) -> BusMessage {
        var pointer: OpaquePointer?
        try BusError.check(
            sd_bus_message_new_method_call(
                handle.pointer, &pointer, call.destination, call.path, call.interface, call.member),
            "sd_bus_message_new_method_call")
        let message = BusMessage(adopting: pointer!)
        // A service that is not there is not to be started by a call: that is its unit's business.
        try BusError.check(sd_bus_message_set_auto_start(message.raw, 0), "sd_bus_message_set_auto_start")
        try message.append(call.signature, call.arguments)
        return message
    }

    private func disconnected() {
        let report = onDisconnect
        onDisconnect = nil
        report?()
    }
}
