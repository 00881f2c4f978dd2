// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// Where a feed's sentences go.
public final class Destination: Sendable {
    private enum Way {
        /// Each sentence is a datagram, and nobody learns whether it was received.
        case udp(UInt16)
        case stream
        case terminal(PseudoTerminal)
    }

    private let way: Way
    private let descriptor: CInt
    private let isOwner: Bool

    private init(_ way: Way, _ descriptor: CInt, isOwner: Bool) {
        self.way = way
        self.descriptor = descriptor
        self.isOwner = isOwner
    }

    deinit {
        if isOwner { close(descriptor) }
    }

    /// A UDP port of 127.0.0.1.
    public static func udp(_ port: UInt16) throws -> Destination {
        let descriptor = try SystemError.check(socket(AF_INET, Transport.udp.socketType, 0), "socket")
        return Destination(.udp(port), descriptor, isOwner: true)
    }

    /// What a gpsd reads.
    public static func gpsd(_ gpsd: Gpsd, source: Int = 0) throws -> Destination {
        switch gpsd.sources[source] {
        case .udp(let port): try udp(port)
        case .terminal(let path): try file(path)
        }
    }

    public static func terminal(_ terminal: PseudoTerminal) -> Destination {
        Destination(.terminal(terminal), -1, isOwner: false)
    }

    /// A terminal's, a pipe's or a file's path. A pipe waits here for its reader.
    public static func file(_ path: String) throws -> Destination {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_CLOEXEC
        return Destination(.stream, try SystemError.check(open(path, flags, 0o644), "open \(path)"), isOwner: true)
    }

    public static func standardOutput() -> Destination { Destination(.stream, STDOUT_FILENO, isOwner: false) }

    /// - Returns: whether it was taken whole.
    func send(_ sentence: String) -> Bool {
        var bytes = Array(sentence.utf8)[...]
        switch way {
        case .udp(let port):
            var address = loopback(port)
            return withSocketAddress(&address) { address, size in
                bytes.withUnsafeBytes { sendto(descriptor, $0.baseAddress, $0.count, 0, address, size) }
            } == bytes.count
        case .terminal(let terminal):
            return terminal.write(Array(bytes)) == bytes.count
        case .stream:
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                bytes = bytes.dropFirst(count)
            }
            return true
        }
    }
}
