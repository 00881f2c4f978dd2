// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// One file of a power supply, as the kernel answered. Each holds one value and a line's end.
enum SupplyAttribute: Equatable {
    /// The supply has no such property, or its driver has no data for it (ENODATA).
    case absent
    /// The driver did not answer: EIO, ENODEV, ETIMEDOUT and the like, as while a gauge restarts.
    case unreadable
    /// Something, but nothing that this class writes.
    case garbage
    case text(String)

    /// The longest word of the class has 19 letters, the longest number 20 digits.
    private static let limit = 64

    init(path: String) {
        // Where a configured folder holds a FIFO instead, it is not waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            self = errno == ENOENT || errno == ENOTDIR ? .absent : .unreadable
            return
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: SupplyAttribute.limit)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else {
            self = errno == ENODATA ? .absent : .unreadable
            return
        }
        var value = bytes[..<count]
        if value.last == UInt8(ascii: "\n") { value.removeLast() }
        let isPrintable = value.allSatisfy { (0x20...0x7E).contains($0) }
        self =
            value.isEmpty || !isPrintable || count == bytes.count
            ? .garbage : .text(String(decoding: value, as: UTF8.self))
    }
}
