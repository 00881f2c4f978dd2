// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// A TCP server on a loopback port. Each connection is served by the given function, one after the other.
final class TestServer: Sendable {
    let port: UInt16
    private let descriptor: CInt

    /// - Parameter serve: gets the connection's descriptor, which is closed when it returns.
    init(_ serve: @escaping @Sendable (CInt) -> Void) {
        (descriptor, port) = listeningSocket(backlog: 16)
        Thread.detachNewThread { [descriptor] in
            while true {
                let connection = accept(descriptor, nil, nil)
                if connection < 0 { break }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                serve(connection)
                close(connection)
            }
            close(descriptor)
        }
    }

    /// Ends its thread, which closes the socket.
    func stop() { shutdown(descriptor, CInt(SHUT_RDWR)) }
}

/// SOCK_STREAM and SOCK_DGRAM, which are enumerations in some versions of the Glibc module, with SOCK_CLOEXEC: a gpsd
/// that another test starts at the same moment must not hold this one's ports.
let streamSocket: CInt = 1 | 0x8_0000
let datagramSocket: CInt = 2 | 0x8_0000
/// MSG_NOSIGNAL.
let noSignal: CInt = 0x4000

func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

func withSocketAddress<T>(_ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
    withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
}

func listeningSocket(backlog: CInt) -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET, streamSocket, 0)
    precondition(withSocketAddress(loopback(0)) { bind(descriptor, $0, $1) } == 0)
    precondition(listen(descriptor, backlog) == 0)
    return (descriptor, boundPort(descriptor))
}

private func boundPort(_ descriptor: CInt) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
}

/// A port that was free a moment ago. It is below those that the kernel gives to clients, of which the other tests have
/// hundreds: gpsd would find its port taken by one of theirs.
func freePort(_ type: CInt) -> UInt16 {
    while true {
        let port = UInt16.random(in: 20_000..<32_000)
        let descriptor = socket(AF_INET, type, 0)
        defer { close(descriptor) }
        if withSocketAddress(loopback(port), { bind(descriptor, $0, $1) }) == 0 { return port }
    }
}

/// - Returns: false when the other end is gone.
@discardableResult
func sendAll(_ descriptor: CInt, _ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// Reads until the other end closes.
func waitForEnd(_ descriptor: CInt) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
}
