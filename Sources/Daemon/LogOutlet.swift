// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import Glibc

/// A descriptor for lines that waits for nobody: what a pipe, a socket or a terminal does not take at once is lost, and
/// counted.
struct LogOutlet {
    private enum Way {
        /// A file, which takes everything.
        case file
        case socket
        /// A pipe or a terminal, opened anew: O_NONBLOCK belongs to the description, and that is shared with others.
        case own
        /// One that cannot be opened anew. It is asked whether it has room for a line.
        case shared
    }

    private let descriptor: CInt
    private let way: Way
    /// What is left of a line that was taken in part.
    private var rest: ArraySlice<UInt8> = []

    /// Lines that were not taken since the last one that was.
    private(set) var lost = 0

    init(_ descriptor: CInt) {
        var status = stat()
        let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        if kind == S_IFIFO || kind == S_IFCHR {
            let flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let own = open("/proc/self/fd/\(descriptor)", flags)
            self.descriptor = own < 0 ? descriptor : own
            way = own < 0 ? .shared : .own
        } else {
            self.descriptor = descriptor
            way = kind == S_IFSOCK ? .socket : .file
        }
    }

    /// Writes a line, or counts it as lost.
    /// - Parameter notice: the line that tells how many were lost before this one.
    mutating func put(_ line: String, notice: (_ lost: Int) -> String) {
        if lost > 0 {
            guard take(notice(lost)) else {
                lost += 1
                return
            }
            lost = 0
        }
        if !take(line) { lost += 1 }
    }

    /// - Returns: whether the line is out, or on its way.
    private mutating func take(_ line: String) -> Bool {
        while !rest.isEmpty {
            let count = write(rest)
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        let bytes = Array(line.utf8)[...]
        let count = write(bytes)
        if count <= 0 { return false }
        rest = bytes.dropFirst(count)
        return true
    }

    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            switch way {
            case .socket: return runway_linux_send(descriptor, bytes.baseAddress, bytes.count)
            case .shared:
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&room, 1, 0) == 1, room.revents & Int16(POLLOUT) != 0 else { return 0 }
                // A pipe with room takes so much without waiting (pipe(7)).
                return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
            case .file, .own:
                return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
        }
    }
}
