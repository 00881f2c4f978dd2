// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import Glibc

/// Owns a non-blocking TCP socket and closes it.
struct Socket: ~Copyable {
    enum Received {
        case bytes(Int)
        /// Nothing to read at present.
        case nothing
        case ended(GpsdConnection.Reason)
    }

    let descriptor: CInt

    init(adopting descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// What came of the attempt to connect, once the socket is writable; nil for success.
    var connectFailure: GpsdConnection.Reason? {
        let code = runway_linux_socket_error(descriptor)
        return code == 0 ? nil : GpsdConnection.Reason(errno: code)
    }

    func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Received {
        let count = runway_linux_receive(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .ended(.closed) }
        return count == -Int(EAGAIN) ? .nothing : .ended(GpsdConnection.Reason(errno: CInt(-count)))
    }

    /// - Returns: why nothing more can be sent; nil for success. Whoever does not take a few bytes is not reading.
    func send(_ text: String) -> GpsdConnection.Reason? {
        var text = text
        return text.withUTF8 { bytes in
            let count = runway_linux_send(descriptor, bytes.baseAddress, bytes.count)
            if count == bytes.count { return nil }
            if count >= 0 || count == -Int(EAGAIN) { return .silent }
            return GpsdConnection.Reason(errno: CInt(-count))
        }
    }
}

extension GpsdConnection.Reason {
    init(errno code: CInt) {
        switch code {
        case ECONNREFUSED: self = .refused
        case ETIMEDOUT: self = .timeout
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: self = .unreachable
        case ECONNRESET, EPIPE, ECONNABORTED: self = .closed
        default: self = .system
        }
    }
}
