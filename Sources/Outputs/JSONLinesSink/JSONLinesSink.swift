// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import JSON
import RunwayModel
import RunwayPorts

/// Writes events and levels as JSON, one object a line, to a file, a FIFO, a terminal or standard output.
///
/// Each line arrives whole: what a pipe takes of it only in part is kept, and goes out before anything else. It holds
/// one line and the latest levels, never more; while the line is not out, events are refused. Levels are always taken,
/// the newest replacing the one that waits.
///
/// A FIFO without a reader, a reader that left, a full disk: it says so in `trouble` and tries again every second.
/// A file is appended to, never synced, and kept open: rotate it by copying and truncating.
///
/// - Important: the process must ignore SIGPIPE, or a reader that leaves kills it.
@Loop
public final class JSONLinesSink: Sink {
    public enum Destination: Hashable, Sendable {
        case standardOutput
        case path(String)
    }

    private static let retryInterval = Seconds(1)

    private let destination: Destination
    private let writer: OutletWriter
    private var retryTimer: Timer?
    private var onReady: (@Loop () -> Void)?

    private var descriptor = OwnedDescriptor()
    private var outlet: Outlet?
    private var source: DescriptorSource?

    /// The line that is on its way out, and how much of it is out.
    private var line: [UInt8] = []
    private var written = 0
    /// Whether the writer's thread has the line.
    private var isInFlight = false

    private var levels: FlightState?
    private var wasRefused = false
    private var isStopped = false
    private var failure: String? = "not open yet"

    /// How much of a line waits to go out.
    var heldBytes: Int { line.count - written }

    /// Items that cannot be written as JSON because they hold a number that is not finite. They are left out.
    public private(set) var skipped = 0

    /// - Throws: when the loop gives no timer.
    public convenience init(_ destination: Destination) throws(EventLoopError) {
        try self.init(destination, standardOutput: STDOUT_FILENO)
    }

    init(_ destination: Destination, standardOutput: CInt) throws(EventLoopError) {
        self.destination = destination
        writer = OutletWriter(standardOutput: standardOutput)
        retryTimer = try Timer { [weak self] in self?.retry() }
    }

    public func start(onReady: @escaping @Loop () -> Void) {
        self.onReady = onReady
        open()
    }

    public func offer(_ item: SinkItem) -> Bool {
        if isStopped { return false }
        switch item {
        case .levels(let state):
            levels = state
            sendLevels()
            return true
        case .event:
            guard isReady else {
                wasRefused = true
                return false
            }
            send(item)
            return true
        }
    }

    public var trouble: String? {
        if let failure { return failure }
        return line.isEmpty || isInFlight ? nil : "the reader does not keep up"
    }

    public func stop() {
        guard !isStopped else { return }
        sendLevels()
        isStopped = true
        onReady = nil
        retryTimer = nil
        if !isInFlight { close() }
    }

    // Opening

    private func open() {
        let destination = destination
        Loop.spawn { [writer] in
            let result = await writer.open(destination)
            self.opened(result)
        }
    }

    private func opened(_ result: Result<Outlet, OutletWriter.Failure>) {
        switch result {
        case .failure(let failure):
            lose(failure.reason)
        case .success(var outlet):
            descriptor.take(outlet.descriptor)
            if isStopped { return close() }
            if outlet.way != .file {
                do {
                    source = try DescriptorSource(outlet.descriptor, for: []) { [weak self] in self?.happened($0) }
                } catch  where error.code == EPERM {
                    // A device that cannot be polled, as /dev/null.
                    outlet.way = .file
                } catch {
                    return lose(error.description)
                }
            }
            self.outlet = outlet
            failure = nil
            flush()
            becomeReady()
        }
    }

    /// Closes, and tries again later. A line that is out in part is sent once more from its beginning: whoever read
    /// its first part is gone.
    private func lose(_ reason: String) {
        // In a file the first part stays: it ends there, and the whole line follows.
        if outlet?.way == .file, written > 0 { line.insert(UInt8(ascii: "\n"), at: 0) }
        close()
        written = 0
        failure = reason
        retryTimer?.arm(after: JSONLinesSink.retryInterval)
    }

    private func close() {
        source?.isEnabled = false
        source = nil
        outlet = nil
        descriptor.release()
    }

    private func retry() {
        if outlet == nil {
            open()
        } else {
            flush()
            becomeReady()
        }
    }

    private func happened(_ what: DescriptorSource.Interest) {
        if !what.isDisjoint(with: .hungUp) { return lose("no reader on \(name)") }
        flush()
        becomeReady()
    }

    private var name: String {
        switch destination {
        case .standardOutput: "standard output"
        case .path(let path): path
        }
    }

    // Writing

    private var isReady: Bool { outlet != nil && line.isEmpty }

    private func send(_ item: SinkItem) {
        do {
            line = try JSON.encode(item) + [UInt8(ascii: "\n")]
            written = 0
            flush()
        } catch {
            skipped += 1
        }
    }

    private func sendLevels() {
        guard let state = levels, isReady else { return }
        levels = nil
        send(.levels(state))
    }

    private func becomeReady() {
        guard isReady else { return }
        if wasRefused {
            wasRefused = false
            onReady?()
        }
        sendLevels()
    }

    private func clear() {
        line = []
        written = 0
    }

    private func flush() {
        guard let outlet, !line.isEmpty, !isInFlight else { return }
        if outlet.way == .file { return flush(toFile: outlet) }
        while written < line.count {
            let count = outlet.write(line[written...])
            switch count {
            case 1...: written += count
            case -Int(EINTR): continue
            case 0, -Int(EAGAIN):
                source?.interest = .writable
                return
            default:
                let code = CInt(-count)
                let reason = code == EPIPE ? "no reader on \(name)" : "\(name): \(String(cString: strerror(code)))"
                return lose(reason)
            }
        }
        clear()
        source?.interest = []
    }

    private func flush(toFile outlet: Outlet) {
        isInFlight = true
        let rest = Array(line[written...])
        Loop.spawn { [writer] in
            let result = await writer.write(rest, to: outlet)
            self.finished(result.written, result.code)
        }
    }

    private func finished(_ count: Int, _ code: CInt) {
        isInFlight = false
        written += count
        if code == 0 {
            clear()
            failure = nil
            if isStopped { close() } else { becomeReady() }
        } else if isStopped {
            close()
        } else if code == ENOSPC || code == EDQUOT || code == EAGAIN {
            // The file stays open, so that the rest of the line follows its beginning.
            failure = "\(name): \(String(cString: strerror(code)))"
            retryTimer?.arm(after: JSONLinesSink.retryInterval)
        } else {
            lose("\(name): \(String(cString: strerror(code)))")
        }
    }
}
