// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CTestSupport
import Glibc
import Synchronization

/// A serial receiver's cable: what is written here can be read from the terminal at `path`.
public final class PseudoTerminal: Sendable {
    /// The end that a program opens, raw and open to all users, since gpsd drops its privileges.
    public let path: String
    private let descriptor: Mutex<CInt>
    private let heldOpen: CInt
    private let link: String?

    /// - Parameter link: where a symbolic link to it is made, replacing another link; it goes with the terminal.
    public init(link: String? = nil) throws {
        var name = [CChar](repeating: 0, count: 64)
        let descriptor = runway_test_pseudo_terminal(&name, UInt(name.count))
        if descriptor < 0 { throw SystemError(-descriptor, "/dev/ptmx") }
        path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        self.descriptor = Mutex(descriptor)
        self.link = link
        // Held open, so that what is written before a program opens it, or between two, is no error.
        heldOpen = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        do {
            try SystemError.check(heldOpen, "open \(path)")
            var settings = termios()
            try SystemError.check(tcgetattr(heldOpen, &settings), "tcgetattr \(path)")
            cfmakeraw(&settings)
            try SystemError.check(tcsetattr(heldOpen, TCSANOW, &settings), "tcsetattr \(path)")
            try SystemError.check(chmod(path, 0o666), "chmod \(path)")
            if let link { try PseudoTerminal.make(link, to: path) }
        } catch {
            if heldOpen >= 0 { close(heldOpen) }
            close(descriptor)
            throw error
        }
    }

    deinit {
        unplug()
        close(heldOpen)
        if let link { unlink(link) }
    }

    private static func make(_ link: String, to path: String) throws(SystemError) {
        var status = stat()
        if lstat(link, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { unlink(link) }
        try SystemError.check(symlink(path, link), "symlink \(link)")
    }

    /// Writes to the terminal without blocking. Reads away what the other end sent, which a receiver would obey.
    /// - Returns: how many bytes it took: fewer than given when nobody reads the other end, 0 when unplugged.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Int {
        descriptor.withLock { descriptor in
            guard descriptor >= 0 else { return 0 }
            var sink = [UInt8](repeating: 0, count: 4096)
            while read(descriptor, &sink, sink.count) > 0 {}
            return max(0, Glibc.write(descriptor, bytes, bytes.count))
        }
    }

    /// Takes the receiver away: the other end reads its end, and can no longer be opened.
    public func unplug() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }
}
