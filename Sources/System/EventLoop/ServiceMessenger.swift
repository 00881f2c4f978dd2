// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import Glibc

/// Sends what a service says of itself to its manager. sd_notify(3) would wait while the manager does not read; here what
/// is not taken waits, the newest of each kind, and goes out together when there is room.
@Loop
final class ServiceMessenger {
    private let path: String
    private var waiting: [(name: String, value: String)] = []
    private var socket = OwnedDescriptor()
    private var source: DescriptorSource?

    /// - Parameter path: of the manager's socket; with `@` before it, of one in the abstract namespace.
    init(path: String) {
        self.path = path
    }

    func tell(_ name: String, _ value: String) {
        waiting.removeAll { $0.name == name }
        waiting.append((name, value))
        flush()
    }

    private func flush() {
        // A manager that cannot be reached is tried again with the next word; the watchdog sees to it that there is one.
        guard !waiting.isEmpty, socket.value >= 0 || open() else { return }
        let message = Array(waiting.map { "\($0.name)=\($0.value)" }.joined(separator: "\n").utf8)
        switch runway_linux_send(socket.value, message, message.count) {
        case 0...:
            waiting = []
            source?.interest = []
        case -Int(EAGAIN), -Int(ENOBUFS): source?.interest = .writable
        default: close()
        }
    }

    private func open() -> Bool {
        let descriptor = runway_linux_connect_datagrams(path)
        guard descriptor >= 0 else { return false }
        socket.take(descriptor)
        do throws(EventLoopError) {
            source = try DescriptorSource(descriptor, for: []) { [weak self] in self?.happened($0) }
            return true
        } catch {
            close()
            return false
        }
    }

    private func happened(_ what: DescriptorSource.Interest) {
        if !what.isDisjoint(with: .hungUp) { close() }
        flush()
    }

    private func close() {
        source?.isEnabled = false
        source = nil
        socket.release()
    }
}
