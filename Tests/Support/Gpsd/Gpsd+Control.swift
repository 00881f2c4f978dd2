// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Receivers that come and go while gpsd runs.
extension Gpsd {
    /// gpsd did not do what it was told over its control socket.
    public struct Refused: Error, CustomStringConvertible {
        /// What it was told.
        public let command: String
        /// What it said to that.
        public let answer: String
        public var description: String { "gpsd says '\(answer)' to '\(command)'" }
    }

    /// Has it read from a further source.
    public func add(_ source: Source) async throws { try await control("+" + source.device) }

    /// Has it let go of a source.
    public func remove(_ source: Source) async throws { try await control("-" + source.device) }

    private func control(_ command: String) async throws {
        let path = controlSocket
        let answer = try await blocking { try Gpsd.ask(command + "\r\n", at: path) }
        // 3.22 says OK, 3.25 an object.
        let isTaken = answer.hasPrefix("OK") || answer.contains("\"ACK\"")
        guard isTaken else { throw Refused(command: command, answer: answer) }
    }

    /// One exchange over a local socket; blocks until it is answered.
    private static func ask(_ text: String, at path: String) throws -> String {
        let descriptor = try SystemError.check(socket(AF_UNIX, Transport.tcp.socketType, 0), "socket")
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(ENAMETOOLONG, "connect to \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try SystemError.check(connected, "connect to \(path)")
        try SystemError.check(send(descriptor, text, text.utf8.count, CInt(MSG_NOSIGNAL)), "send to \(path)")
        var answer = [UInt8](repeating: 0, count: 64)
        let count = try SystemError.check(recv(descriptor, &answer, answer.count, 0), "receive from \(path)")
        return String(decoding: answer[..<count].prefix { $0 >= UInt8(ascii: " ") }, as: UTF8.self)
    }
}
