// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Why a server could not be started.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        /// A limit of the configuration that is zero or negative.
        case invalidConfiguration
        /// The socket's path does not fit in a Unix socket address.
        case pathTooLong
        /// The folder of the socket is missing.
        case folderMissing
        /// The user may not make the socket there.
        case permissionDenied
        /// A living server listens on the path.
        case inUse
        /// Something other than a socket is at the path.
        case notASocket
        /// The inherited descriptor is not a listening socket.
        case notListening
        /// A call to the system or to a library failed.
        case system
    }

    public let code: Code
    /// The path, the limit or the call that it is about.
    public let context: String
    /// A positive errno value, 0 when there is none.
    public let errno: CInt

    init(_ code: Code, _ context: String, errno: CInt = 0) {
        self.code = code
        self.context = context
        self.errno = errno
    }

    public var description: String {
        switch code {
        case .invalidConfiguration: "\(context) must be positive"
        case .pathTooLong:
            "\(context): the path of a socket has at most \(ListeningSocket.maximumPathLength) bytes; choose a shorter one"
        case .folderMissing: "\(context): the folder of the socket does not exist; create it"
        case .permissionDenied: "\(context): not allowed to make the socket there; check the folder's owner and mode"
        case .inUse: "\(context): another server listens there; stop it or choose another path"
        case .notASocket: "\(context): something that is not a socket is there; remove it or choose another path"
        case .notListening: "\(context) is not a listening socket"
        case .system: errno == 0 ? "\(context) failed" : "\(context): \(String(cString: strerror(errno)))"
        }
    }
}
