// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import Glibc

/// An open descriptor and how it is written to without waiting.
struct Outlet: Sendable {
    enum Way: Sendable {
        /// An own, non-blocking description of a pipe, FIFO or terminal.
        case nonblocking
        /// A socket: each `send` says that it does not wait.
        case socket
        /// A description that others share and that cannot be opened anew (a pipe or terminal of another user). Its
        /// flags are theirs too, so it stays blocking: it is asked first, and gets no more than a pipe then takes at
        /// once. Another writer that fills the pipe in between would still make it wait.
        case shared
        /// A regular file, or a device that cannot be polled: on the writer's thread, where waiting harms nobody.
        case file
    }

    let descriptor: CInt
    var way: Way

    /// Writes what can be written now.
    /// - Returns: the number of bytes taken, or a negative errno: `-EAGAIN` when nothing can be written now.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { buffer in
            switch way {
            case .socket:
                return runway_linux_send(descriptor, buffer.baseAddress, buffer.count)
            case .shared:
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&request, 1, 0) > 0 else { return -Int(EAGAIN) }
                return Outlet.result(Glibc.write(descriptor, buffer.baseAddress, min(buffer.count, 4096)))
            case .nonblocking, .file:
                return Outlet.result(Glibc.write(descriptor, buffer.baseAddress, buffer.count))
            }
        }
    }

    private static func result(_ count: Int) -> Int { count < 0 ? -Int(errno) : count }
}
