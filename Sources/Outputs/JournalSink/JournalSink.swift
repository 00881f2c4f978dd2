// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import EventLoop
import Glibc
import RunwayModel
import RunwayPorts

/// Writes each event into systemd's journal, with fields. Levels are taken and dropped: they change every second, and
/// would fill the journal with what `runway status` tells.
///
/// It speaks journald's native protocol over a socket of its own, for sd_journal_sendv(3) waits for a journald that does
/// not read. An event is refused while journald's queue is full, or while nobody is behind its socket. Where there is no
/// such socket at all there is no journal, and each event is a line of text in the log.
@Loop
public final class JournalSink: Sink {
    public nonisolated static let socketPath = "/run/systemd/journal/socket"

    private static let retryInterval = Seconds(1)

    private let path: String
    private let log: @Loop (_ priority: Int, _ text: String) -> Void
    private var retryTimer: Timer?
    private var source: DescriptorSource?
    private var socket = OwnedDescriptor()
    private var onReady: (@Loop () -> Void)?
    private var isStopped = false

    public private(set) var trouble: String?

    /// Entries that were longer than the system lets a datagram be. They are left out.
    public private(set) var skipped = 0

    /// - Parameters:
    ///   - path: journald's socket.
    ///   - log: takes an event as text, with its priority as syslog(3) counts, where there is no journal.
    /// - Throws: when the loop gives no timer.
    public init(
        path: String = JournalSink.socketPath, log: @escaping @Loop (_ priority: Int, _ text: String) -> Void
    ) throws(EventLoopError) {
        self.path = path
        self.log = log
        retryTimer = try Timer { [weak self] in self?.onReady?() }
    }

    public func start(onReady: @escaping @Loop () -> Void) {
        self.onReady = onReady
    }

    public func offer(_ item: SinkItem) -> Bool {
        if isStopped { return false }
        guard case .event(let event) = item else { return true }
        return take(JournalEntry(event))
    }

    public func stop() {
        isStopped = true
        onReady = nil
        retryTimer = nil
        close()
    }

    private enum Outcome {
        case sent
        /// journald's queue is full.
        case full
        /// There is nobody; an errno.
        case lost(CInt)
    }

    private func take(_ entry: JournalEntry) -> Bool {
        let bytes = entry.datagram
        var outcome = send(bytes)
        // A journald that was started anew is found by connecting anew.
        if case .lost = outcome { outcome = send(bytes) }
        switch outcome {
        case .sent:
            trouble = nil
            return true
        case .full:
            trouble = "the journal does not read"
            source?.interest = .writable
            return false
        case .lost(ENOENT), .lost(ENOTDIR):
            trouble = nil
            log(entry.priority, entry.message)
            return true
        case .lost(let code):
            trouble = code == ECONNREFUSED ? "nobody listens on \(path)" : "\(path): \(String(cString: strerror(code)))"
            retryTimer?.arm(after: JournalSink.retryInterval)
            return false
        }
    }

    private func send(_ bytes: [UInt8]) -> Outcome {
        if socket.value < 0, let code = open() { return .lost(code) }
        let count = runway_linux_send(socket.value, bytes, bytes.count)
        switch count {
        case 0...: return .sent
        case -Int(EAGAIN), -Int(ENOBUFS): return .full
        case -Int(EMSGSIZE):
            skipped += 1
            return .sent
        default:
            close()
            return .lost(CInt(-count))
        }
    }

    /// - Returns: why not, an errno; nil when it is open. Connecting to a datagram socket never waits.
    private func open() -> CInt? {
        let descriptor = runway_linux_connect_datagrams(path)
        guard descriptor >= 0 else { return -descriptor }
        socket.take(descriptor)
        do throws(EventLoopError) {
            source = try DescriptorSource(descriptor, for: []) { [weak self] in self?.happened($0) }
            return nil
        } catch {
            close()
            return error.code
        }
    }

    private func happened(_ what: DescriptorSource.Interest) {
        source?.interest = []
        if !what.isDisjoint(with: .hungUp) { close() }
        onReady?()
    }

    private func close() {
        source?.isEnabled = false
        source = nil
        socket.release()
    }
}
