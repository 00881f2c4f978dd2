// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import RunwayModel
import Synchronization

/// A real gpsd on a port of its own, fed over UDP or from terminals. It goes when its owner lets go of it.
public final class Gpsd: Sendable {
    /// Where it takes a receiver's sentences from.
    public enum Source: Sendable {
        /// A UDP port of 127.0.0.1.
        case udp(UInt16)
        case terminal(String)

        /// As gpsd names the device.
        public var device: String {
            switch self {
            case .udp(let port): "udp://127.0.0.1:\(port)"
            case .terminal(let path): path
            }
        }
    }

    /// The program is not there: install gpsd.
    public struct Missing: Error, CustomStringConvertible {
        public var description: String { "gpsd is not installed: apt-get install gpsd" }
    }

    /// Where clients connect to, on 127.0.0.1.
    public let port: UInt16
    /// What it was started with.
    public let sources: [Source]
    private let options: [String]
    /// Where the control socket is, which gpsd makes before it drops its privileges.
    private let folder: TemporaryFolder
    private let child = Mutex<ChildProcess?>(nil)

    /// Where gpsd is; nil when it is not installed.
    public static let program: String? = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd"]
        .first { access($0, X_OK) == 0 }

    /// Whether tests with gpsd are to run: it is installed, or this is a CI run, where a missing one is a failure.
    public static var isExpected: Bool { program != nil || isContinuousIntegration }

    /// Starts gpsd on a free port and waits until it serves.
    ///
    /// - Parameters:
    ///   - sources: a free UDP port when nil.
    ///   - options: further ones for the command line.
    /// - Throws: `Missing`, or `TimedOut` with what gpsd said.
    public init(sources: [Source]? = nil, options: [String] = []) async throws {
        self.sources = try sources ?? [.udp(freePort(.udp))]
        self.options = options
        folder = try TemporaryFolder()
        port = try freePort(.tcp)
        try await start()
    }

    var controlSocket: String { folder.path("control") }

    /// Starts it again, on the same port and with the same sources, and waits until it serves. Does nothing while it runs.
    public func start() async throws {
        guard let program = Gpsd.program else { throw Missing() }
        if child.withLock({ $0?.isRunning ?? false }) { return }
        let new = try ChildProcess(
            program, ["-N", "-n", "-S", "\(port)", "-F", controlSocket] + options + sources.map(\.device))
        child.withLock { $0 = new }
        do {
            try await onLoop { [port] in
                try await eventually("gpsd serves on its port") {
                    if let ending = new.ending { throw TimedOut("gpsd ended: \(ending)", after: .zero) }
                    return accepts(port)
                }
            }
        } catch let error as TimedOut {
            let said = (new.output.texts + new.errors.texts).joined(separator: "\n  ")
            throw TimedOut("\(error.what); it said:\n  \(said)", after: error.after)
        }
    }

    /// Ends it as a service manager does.
    public func stop() async throws {
        _ = try await child.withLock { $0 }?.stop()
    }

    /// Takes it away at once.
    public func kill() async throws {
        try await signal(SIGKILL)?.wait()
    }

    /// Stops it in its tracks (connections stay, nothing is sent) until `thaw`.
    public func freeze() { signal(SIGSTOP) }

    public func thaw() { signal(SIGCONT) }

    /// What it said on standard error, where its diagnostics go with `-D`.
    public var diagnostics: [String] { child.withLock { $0 }?.errors.texts ?? [] }

    @discardableResult
    private func signal(_ number: CInt) -> ChildProcess? {
        let child = child.withLock { $0 }
        child?.kill(number)
        return child
    }
}

/// Whether something takes connections on a port of 127.0.0.1.
func accepts(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Transport.tcp.socketType, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = loopback(port)
    return withSocketAddress(&address) { connect(descriptor, $0, $1) } == 0
}
