// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import TestSupport

/// A TCP server on a loopback port. Each connection is served by the given function, one after the other.
final class TestServer: Sendable {
    let port: UInt16
    private let descriptor: CInt

    /// - Parameter serve: gets the connection's descriptor, which is closed when it returns.
    init(_ serve: @escaping @Sendable (CInt) -> Void) throws {
        (descriptor, port) = try listeningSocket(backlog: 16)
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

func listeningSocket(backlog: CInt) throws -> (descriptor: CInt, port: UInt16) {
    let descriptor = socket(AF_INET, Transport.tcp.socketType, 0)
    // Any port that is free, and what it is.
    var address = loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    guard withSocketAddress(&address, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, backlog) == 0,
        withSocketAddress(&address, { address, _ in getsockname(descriptor, address, &size) }) == 0
    else {
        defer { close(descriptor) }
        throw SystemError(errno, "listen on 127.0.0.1")
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
}

/// - Returns: false when the other end is gone.
@discardableResult
func sendAll(_ descriptor: CInt, _ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
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
