// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import EventLoop

/// A match rule and whom it calls.
@Loop
final class Match {
    private var slot = BusSlot()
    private let handler: @Loop (BusSignal) -> Void

    init(_ handler: @escaping @Loop (BusSignal) -> Void) {
        self.handler = handler
    }

    func add(_ rule: String, to bus: OpaquePointer?) throws(BusError) {
        try BusError.check(
            sd_bus_add_match_async(
                bus, &slot.pointer, rule,
                { message, context, _ in
                    Unmanaged<Match>.fromOpaque(context!).takeUnretainedValue().received(BusMessage(message!))
                    return 0
                }, nil, Unmanaged.passUnretained(self).toOpaque()), "sd_bus_add_match_async")
    }

    private func received(_ message: borrowing BusMessage) {
        // What cannot be read is nothing that is waited for here.
        guard let arguments = try? message.values() else { return }
        handler(
            BusSignal(
                sender: message.sender, path: message.path, interface: message.interface, member: message.member,
                arguments: arguments))
    }
}
