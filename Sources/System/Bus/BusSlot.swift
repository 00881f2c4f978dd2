// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// Owns one sd_bus_slot: what is registered with the bus ends with it.
struct BusSlot: ~Copyable {
    /// Set by the sd-bus call that makes the slot.
    var pointer: OpaquePointer?

    deinit {
        sd_bus_slot_unref(pointer)
    }
}
