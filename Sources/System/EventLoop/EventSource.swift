// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// Owns one sd_event_source and frees it. Whoever holds it lives and dies on the loop.
struct EventSource: ~Copyable {
    enum Enablement {
        case off, on, once

        fileprivate var raw: CInt {
            switch self {
            case .off: CInt(SD_EVENT_OFF)
            case .on: CInt(SD_EVENT_ON)
            case .once: CInt(SD_EVENT_ONESHOT)
            }
        }
    }

    /// Set by the sd_event_add_… call that makes the source.
    var pointer: OpaquePointer?

    deinit {
        sd_event_source_disable_unref(pointer)
    }

    func enable(_ enablement: Enablement) {
        sd_event_source_set_enabled(pointer, enablement.raw)
    }

    var isEnabled: Bool { sd_event_source_get_enabled(pointer, nil) > 0 }
}
