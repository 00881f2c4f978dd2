// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD

/// Owns a daemon of libmicrohttpd and stops it.
struct MicroHTTPD: ~Copyable {
    let handle: OpaquePointer

    /// Stopping closes all connections, and aborts the process if one is suspended: resume them and run before.
    deinit {
        MHD_stop_daemon(handle)
    }
}
