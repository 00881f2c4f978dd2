// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import TestSupport

/// Stands in systemd's place: takes what a service says of itself.
final class NotifySocket: Sendable {
    private let descriptor: CInt

    init(path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(errno, "socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemError(errno, "bind \(path)") }
    }

    deinit { close(descriptor) }

    /// Takes messages until one has the line.
    func wait(for line: String) throws {
        while let message = receive(within: 30_000) {
            if message.split(separator: "\n").contains(Substring(line)) { return }
        }
        throw TimedOut(line, after: .init(30))
    }

    /// Whether nothing is said for some milliseconds, once what was said before has been taken.
    func isSilent(for milliseconds: CInt) throws -> Bool {
        while receive(within: 50) != nil {}
        return receive(within: milliseconds) == nil
    }

    private func receive(within milliseconds: CInt) -> String? {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
}
