// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// A transport with ports.
public enum Transport: Sendable {
    case tcp, udp

    var socketType: CInt {
        switch self {
        case .tcp: CInt(SOCK_STREAM.rawValue)
        case .udp: CInt(SOCK_DGRAM.rawValue)
        }
    }
}

/// A port of 127.0.0.1 that nothing uses now. The kernel gives them out in turn, so that two callers rarely get the
/// same; it is not reserved.
public func freePort(_ transport: Transport) throws -> UInt16 {
    let descriptor = try SystemError.check(socket(AF_INET, transport.socketType, 0), "socket")
    defer { close(descriptor) }
    var address = loopback(0)
    try SystemError.check(withSocketAddress(&address) { bind(descriptor, $0, $1) }, "bind")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try SystemError.check(
        withSocketAddress(&address) { address, _ in getsockname(descriptor, address, &size) }, "getsockname")
    return UInt16(bigEndian: address.sin_port)
}

/// The address of a port of 127.0.0.1.
func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
}

func withSocketAddress<R>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> R
) -> R {
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
