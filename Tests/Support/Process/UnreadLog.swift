// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CTestSupport
import Glibc
import RunwayModel

/// A place for a log, full to the brim, that nobody reads until it is asked to.
public final class UnreadLog: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case pipe, socket, terminal
    }

    /// What is given to a program.
    public let writing: CInt
    private let reading: CInt

    public init(_ kind: Kind) throws {
        switch kind {
        case .pipe:
            var ends: [CInt] = [-1, -1]
            try SystemError.check(pipe(&ends), "pipe")
            (reading, writing) = (ends[0], ends[1])
        case .socket:
            // As journald has it for a service's standard error.
            var ends: [CInt] = [-1, -1]
            try SystemError.check(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends), "socketpair")
            (reading, writing) = (ends[0], ends[1])
        case .terminal:
            var name = [CChar](repeating: 0, count: 64)
            reading = runway_test_pseudo_terminal(&name, UInt(name.count))
            if reading < 0 { throw SystemError(-reading, "/dev/ptmx") }
            writing = name.withUnsafeBufferPointer { open($0.baseAddress!, O_RDWR | O_NOCTTY) }
            try SystemError.check(writing, "open")
        }
        for end in [reading, writing] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        fill()
    }

    deinit {
        close(reading)
        close(writing)
    }

    private func fill() {
        let flags = fcntl(writing, F_GETFL)
        _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
        var room = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
        repeat {
            for length in [1024, 1] {
                let filler = [UInt8](repeating: UInt8(ascii: "\n"), count: length)
                while write(writing, filler, length) > 0 {}
            }
            // A terminal makes room for some more a little later.
        } while poll(&room, 1, 200) == 1
        // The description is the program's too, and must wait as a log does.
        _ = fcntl(writing, F_SETFL, flags)
    }

    /// Reads until a line has come that ends so.
    /// - Returns: the lines, without the empty ones.
    public func read(untilSuffix suffix: String) throws -> [String] {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 30_000) == 1 else { throw TimedOut(suffix + " after " + text, after: Seconds(30)) }
            let count = Glibc.read(reading, &buffer, buffer.count)
            try SystemError.check(count, "read")
            text += String(decoding: buffer[..<count], as: UTF8.self)
            let lines = text.split(whereSeparator: \.isNewline).map { String($0) }
            if text.last?.isNewline == true, lines.last?.hasSuffix(suffix) == true { return lines }
        }
    }

    /// Takes away what is there.
    public func drain() {
        var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while poll(&wait, 1, 100) == 1, Glibc.read(reading, &buffer, buffer.count) > 0 {}
    }
}
