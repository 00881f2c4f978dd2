// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD
import Foundation

/// A connection whose bytes a test chooses. Its calls block, for 30 s at most.
final class RawClient: Sendable {
    /// MSG_NOSIGNAL, whose type differs between compilers.
    static let noSignal: CInt = 0x4000

    let descriptor: CInt

    init(_ path: String) throws {
        let descriptor = runway_httpd_unix_socket()
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: -descriptor)!) }
        let status = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, status & ~O_NONBLOCK)
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = runway_httpd_connect(descriptor, path)
        guard result == 0 else {
            close(descriptor)
            throw POSIXError(.init(rawValue: -result)!)
        }
        self.descriptor = descriptor
    }

    /// Hangs up; the descriptor itself is closed with the object.
    func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    deinit { close(descriptor) }

    /// Returns false when the server has hung up.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Self.noSignal)
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// What has come, up to `limit` bytes; nothing when the server has hung up.
    func receive(limit: Int = 65536) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    /// All that comes until the server hangs up.
    func receiveAll() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// Reads until the text has come; false when the server hung up before.
    func receive(until text: String) -> Bool {
        var all: [UInt8] = []
        while !String(decoding: all, as: UTF8.self).contains(text) {
            let bytes = receive(limit: 1024)
            if bytes.isEmpty { return false }
            all += bytes
        }
        return true
    }

    /// The status of a response.
    static func status(_ response: [UInt8]) -> Int? {
        let words = String(decoding: response.prefix(64), as: UTF8.self).split(separator: " ")
        return words.count > 1 && words[0].hasPrefix("HTTP/1.") ? Int(words[1].prefix(3)) : nil
    }
}
