// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import TestSupport

/// Stands in systemd's place: takes what a service says of itself.
final class NotifySocket: Sendable {
    private let path: String
    private let descriptor: CInt

    init(path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(errno, "socket") }
        self.path = path
        let result = withAddress { bind(descriptor, $0, $1) }
        guard result == 0 else { throw SystemError(errno, "bind \(path)") }
    }

    deinit { close(descriptor) }

    /// Takes messages until one has the line.
    func wait(for line: String) throws { _ = try words(upTo: line) }

    /// Takes messages until one has the line.
    /// - Returns: all their lines.
    func words(upTo line: String) throws -> [String] {
        var words: [String] = []
        while let message = receive(within: 30_000) {
            words += message.split(separator: "\n").map { String($0) }
            if words.contains(line) { return words }
        }
        throw TimedOut(line, after: .init(30))
    }

    /// Sends to itself until it can hold no more: whoever sends now has to wait.
    func fill() throws {
        let sender = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        defer { close(sender) }
        guard withAddress({ connect(sender, $0, $1) }) == 0 else { throw SystemError(errno, "connect \(path)") }
        while send(sender, "FILLER=1", 8, 0) > 0 {}
        guard errno == EAGAIN else { throw SystemError(errno, "send to \(path)") }
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

    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
