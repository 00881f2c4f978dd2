// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Where a server listens, and its bounds. All bounds must be positive.
public struct HTTPServerConfiguration: Sendable {
    public enum Listener: Sendable {
        /// A Unix socket that the server makes with this mode, and removes when it stops. The socket that a dead server
        /// left behind is replaced.
        case unixSocket(path: String, mode: UInt32 = 0o660)
        /// A listening socket that the process was started with, as by systemd. The server closes it when it stops.
        case inherited(descriptor: CInt)
    }

    public var listener: Listener
    /// Connections beyond it wait in the kernel's queue until another one ends.
    public var maximumConnections = 128
    /// How long a connection may neither send nor take a byte. Connections of an `HTTPStream`, and those whose
    /// response is being made, may idle for ever. Rounded up to whole seconds.
    public var idleTimeout: Seconds = Seconds(10)
    /// The bytes of a request's body; a longer one is answered with 413.
    public var maximumBody = 64 * 1024
    /// Streams of living clients; one more is answered with 503.
    public var maximumStreams = 16
    /// How often a silent stream is sent a comment line, so that a client that vanished is noticed.
    public var heartbeat: Seconds = Seconds(15)

    public init(listener: Listener) {
        self.listener = listener
    }

    func validate() throws(HTTPServerError) {
        for (value, name) in [
            (Double(maximumConnections), "maximumConnections"), (idleTimeout.rawValue, "idleTimeout"),
            (Double(maximumBody), "maximumBody"), (Double(maximumStreams), "maximumStreams"),
            (heartbeat.rawValue, "heartbeat"),
        ] where !(value > 0) {
            throw HTTPServerError(.invalidConfiguration, name)
        }
    }
}
