// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// A transport with ports.
public enum Transport: Sendable {
    case tcp, udp

    /// For socket(2), close-on-exec: a program that another test starts at the same moment must not hold the port.
    public var socketType: CInt {
        switch self {
        case .tcp: CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        case .udp: CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        }
    }
}

/// A port of 127.0.0.1 that was free a moment ago; it is not reserved. It is below those that the kernel gives to
/// clients, of which the tests have hundreds: one of theirs could take it before its user does.
public func freePort(_ transport: Transport) throws -> UInt16 {
    while true {
        let descriptor = try SystemError.check(socket(AF_INET, transport.socketType, 0), "socket")
        defer { close(descriptor) }
        let port = UInt16.random(in: 20_000..<32_000)
        var address = loopback(port)
        if withSocketAddress(&address, { bind(descriptor, $0, $1) }) == 0 { return port }
        if errno != EADDRINUSE { throw SystemError(errno, "bind") }
    }
}

/// The address of a port of 127.0.0.1.
public func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
}

/// Calls `body` with the address as the system calls take it, and its size.
public func withSocketAddress<R>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> R
) -> R {
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
