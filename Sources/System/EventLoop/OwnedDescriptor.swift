// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Owns a descriptor and closes it.
public struct OwnedDescriptor: ~Copyable {
    /// -1 when there is none.
    public private(set) var value: CInt

    public init(_ descriptor: CInt = -1) {
        value = descriptor
    }

    public mutating func take(_ descriptor: CInt) {
        release()
        value = descriptor
    }

    public mutating func release() {
        if value >= 0 { close(value) }
        value = -1
    }

    deinit {
        if value >= 0 { close(value) }
    }
}
