// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import CSystemd
import EventLoop

/// A program on a message bus that owns names, answers calls and sends signals.
@Loop
public final class BusServer {
    /// A call that waits for its answer.
    public struct Request {
        public let path: String
        public let interface: String
        public let member: String
        public let arguments: [BusValue]
        /// The caller's unique name.
        public let sender: String
        fileprivate let message: OpaquePointer
    }

    private final class Handle {
        var bus: OpaquePointer?
    }

    private let handle = Handle()
    private let handler: @Loop (Request) -> Void

    /// - Parameter handler: called with each method call; the answer may come later.
    public init(on address: String, _ handler: @escaping @Loop (Request) -> Void) throws {
        self.handler = handler
        try check(sd_bus_new(&handle.bus), "sd_bus_new")
        try check(sd_bus_set_address(handle.bus, address), "sd_bus_set_address")
        try check(sd_bus_set_bus_client(handle.bus, 1), "sd_bus_set_bus_client")
        try check(sd_bus_start(handle.bus), "sd_bus_start")
        try check(sd_bus_attach_event(handle.bus, EventLoop.handle, 0), "sd_bus_attach_event")
        let filter: sd_bus_message_handler_t = { message, context, _ in
            guard sd_bus_message_is_method_call(message, nil, nil) > 0 else { return 0 }
            Unmanaged<BusServer>.fromOpaque(context!).takeUnretainedValue().received(message!)
            return 1
        }
        try check(
            sd_bus_add_filter(handle.bus, nil, filter, Unmanaged.passUnretained(self).toOpaque()),
            "sd_bus_add_filter")
    }

    public func own(_ name: String) throws {
        try check(sd_bus_request_name(handle.bus, name, 0), "sd_bus_request_name")
    }

    public func disown(_ name: String) throws {
        try check(sd_bus_release_name(handle.bus, name), "sd_bus_release_name")
    }

    public func reply(to request: Request, _ signature: String, _ values: [BusValue]) throws {
        var pointer: OpaquePointer?
        try check(sd_bus_message_new_method_return(request.message, &pointer), "sd_bus_message_new_method_return")
        let message = BusMessage(adopting: pointer!)
        try message.append(signature, values)
        try check(sd_bus_send(handle.bus, message.raw, nil), "sd_bus_send")
    }

    public func fail(_ request: Request, _ name: String, _ text: String) throws {
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        sd_bus_error_set(&error, name, text)
        try check(sd_bus_reply_method_error(request.message, &error), "sd_bus_reply_method_error")
    }

    /// - Parameter destination: the unique name of the one that is to have it; nil for all that wait for such a signal.
    public func emit(
        _ path: String, _ interface: String, _ member: String, _ signature: String, _ values: [BusValue],
        to destination: String? = nil
    ) throws {
        var pointer: OpaquePointer?
        try check(
            sd_bus_message_new_signal(handle.bus, &pointer, path, interface, member), "sd_bus_message_new_signal")
        let message = BusMessage(adopting: pointer!)
        if let destination {
            try check(sd_bus_message_set_destination(message.raw, destination), "sd_bus_message_set_destination")
        }
        try message.append(signature, values)
        try check(sd_bus_send(handle.bus, message.raw, nil), "sd_bus_send")
    }

    /// Leaves the bus. To be called before the last reference goes.
    public func close() {
        sd_bus_detach_event(handle.bus)
        handle.bus = sd_bus_flush_close_unref(handle.bus)
    }

    private func received(_ message: OpaquePointer) {
        let owned = BusMessage(message)
        guard let arguments = try? owned.values() else { return }
        handler(
            Request(
                path: owned.path, interface: owned.interface, member: owned.member, arguments: arguments,
                sender: owned.sender, message: sd_bus_message_ref(message)))
    }

    private func check(_ result: CInt, _ call: String) throws {
        if result < 0 { throw SystemError(-result, call) }
    }
}
