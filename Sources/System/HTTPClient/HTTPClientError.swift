// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Why a request got no usable answer.
public struct HTTPClientError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        /// There is no socket at the path.
        case noSocket
        /// There is one, but nobody listens on it.
        case refused
        /// The user may not use the socket.
        case permissionDenied
        /// The server did not take the connection, or did not answer, in time.
        case timedOut
        /// The connection ended before the answer was complete.
        case interrupted
        /// The answer is larger than `HTTPClient.maximumBody`.
        case tooLarge
        /// A stream was refused with this status; `body` has what the server said.
        case status(Int)
        /// The socket's path is too long, or a request's path or method is not one.
        case invalid
        /// Anything else that libcurl reports.
        case other
    }

    public let code: Code
    /// The socket's path, or what libcurl says.
    public let context: String
    /// What the server said to a refused stream.
    public let body: [UInt8]

    init(_ code: Code, _ context: String, body: [UInt8] = []) {
        self.code = code
        self.context = context
        self.body = body
    }

    /// No server could be reached; the request has not been made.
    public var isUnreachable: Bool {
        switch code {
        case .noSocket, .refused, .permissionDenied: true
        default: false
        }
    }

    public var description: String {
        switch code {
        case .noSocket: "\(context): no such socket; is the daemon running, and is this its socket?"
        case .refused: "\(context): nobody listens there; start the daemon"
        case .permissionDenied: "\(context): permission denied; join the group that owns the socket, then log in again"
        case .timedOut: "\(context): the daemon did not answer in time; look at its log"
        case .interrupted: "\(context): the connection ended before the answer was complete; try again"
        case .tooLarge: "\(context): the answer is too large; ask for less, or for a stream"
        case .status(let status): "\(context): refused with status \(status)"
        case .invalid: "\(context): not a valid path or method"
        case .other: context
        }
    }
}
