// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd
import EventLoop
import RunwayModel

/// A call whose reply is awaited.
@Loop
final class PendingCall {
    private var slot = BusSlot()
    private let reply: @Loop (Result<[BusValue], BusError>) -> Void
    private let onEnd: @Loop (PendingCall) -> Void

    /// - Parameter onEnd: called before `reply`, to let go of this.
    init(
        _ reply: @escaping @Loop (Result<[BusValue], BusError>) -> Void, onEnd: @escaping @Loop (PendingCall) -> Void
    ) {
        self.reply = reply
        self.onEnd = onEnd
    }

    func send(_ message: OpaquePointer, over bus: OpaquePointer?, timeout: Seconds) throws(BusError) {
        try BusError.check(
            sd_bus_call_async(
                bus, &slot.pointer, message,
                { message, context, _ in
                    // Whoever answers may let go of the last reference.
                    let call = Unmanaged<PendingCall>.fromOpaque(context!).takeUnretainedValue()
                    call.received(BusMessage(message!))
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque(), UInt64(timeout.rawValue * 1e6)), "sd_bus_call_async")
    }

    private func received(_ message: borrowing BusMessage) {
        onEnd(self)
        if let error = message.error { return reply(.failure(error)) }
        do throws(BusError) {
            reply(.success(try message.values()))
        } catch {
            reply(.failure(error))
        }
    }
}
