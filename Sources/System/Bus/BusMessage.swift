// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// Owns one reference to an sd_bus_message.
package struct BusMessage: ~Copyable {
    private let pointer: OpaquePointer

    /// Takes over the reference.
    package init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Takes a reference of its own.
    package init(_ pointer: OpaquePointer) {
        self.pointer = sd_bus_message_ref(pointer)
    }

    deinit {
        sd_bus_message_unref(pointer)
    }

    package var raw: OpaquePointer { pointer }

    /// Text that is no UTF-8 cannot be in a message: the bus daemon drops whoever sends it.
    static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    package var sender: String { BusMessage.text(sd_bus_message_get_sender(pointer)) }
    package var path: String { BusMessage.text(sd_bus_message_get_path(pointer)) }
    package var interface: String { BusMessage.text(sd_bus_message_get_interface(pointer)) }
    package var member: String { BusMessage.text(sd_bus_message_get_member(pointer)) }

    /// The error that this reply carries.
    package var error: BusError? {
        guard sd_bus_message_is_method_error(pointer, nil) > 0, let error = sd_bus_message_get_error(pointer) else {
            return nil
        }
        return BusError(error.pointee)
    }
}
