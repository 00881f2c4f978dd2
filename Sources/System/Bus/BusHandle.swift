// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// Owns one sd_bus connection.
struct BusHandle: ~Copyable {
    /// Set by sd_bus_new.
    var pointer: OpaquePointer?

    deinit {
        sd_bus_detach_event(pointer)
        sd_bus_close_unref(pointer)
    }
}
