// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel
import Synchronization

/// A real D-Bus daemon of its own, which plays the system bus. It goes when its owner lets go of it.
public final class MessageBus: Sendable {
    /// The program is not there: install dbus-daemon.
    public struct Missing: Error, CustomStringConvertible {
        public var description: String { "dbus-daemon is not installed: apt-get install dbus-daemon" }
    }

    public static let program: String? = ["/usr/bin/dbus-daemon", "/bin/dbus-daemon"].first { access($0, X_OK) == 0 }

    /// Whether tests with a bus are to run: it is installed, or this is a CI run, where a missing one is a failure.
    public static var isExpected: Bool { program != nil || isContinuousIntegration }

    private let folder: TemporaryFolder
    private let child = Mutex<ChildProcess?>(nil)

    /// - Parameter policy: rules beside the one that allows everything, in the bus's own form.
    /// - Throws: `Missing`, or what the daemon said.
    public init(policy: String = "") async throws {
        folder = try TemporaryFolder()
        let file = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow own="*"/><allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/>
                \(policy)
              </policy>
            </busconfig>
            """
        try folder.write("bus.conf", file)
        try await start()
    }

    /// In D-Bus's form.
    public var address: String { "unix:path=\(folder.path)/bus" }

    /// For a program that is to take this bus for the system's.
    public var environment: [String: String?] { ["DBUS_SYSTEM_BUS_ADDRESS": address] }

    /// Starts it, and waits until it serves.
    public func start() async throws {
        guard let program = MessageBus.program else { throw Missing() }
        let arguments = ["--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address", "--nopidfile"]
        let new = try ChildProcess(program, arguments)
        _ = try await new.output.first(within: Seconds(30), after: nil, containing: "unix:path")
        child.withLock { $0 = new }
    }

    /// Ends it, and with it every connection.
    public func stop() {
        child.withLock { $0 = nil }
        unlink("\(folder.path)/bus")
    }
}
