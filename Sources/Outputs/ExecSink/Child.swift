// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import EventLoop
import Glibc

/// A running child: its process group, its pipes and its end. Nothing here waits for it.
@Loop
final class Child {
    enum Event {
        /// The program runs, or could not be started for this errno.
        case started(failure: CInt)
        /// It printed something, or closed its output.
        case output
        /// Its pipe has room.
        case writable
        /// Nobody reads its pipe any more.
        case inputClosed
        case ended
    }

    private static let pipeCapacity: CInt = 8192

    /// Killed before they were watched, and perhaps not gone yet: a program's file on a card that does not answer holds
    /// even a killed one.
    private static var abandoned: [pid_t] = []

    /// What the pipe to it holds.
    let capacity: Int

    private let id: pid_t
    private var isReaped = false
    private var unreadAtClose: Int?
    /// How much the pipe took.
    private var written = 0
    private let handler: @Loop (Event) -> Void
    private var hasOutput = true
    private var inputSource: DescriptorSource?
    private var outputSource: DescriptorSource?
    private var startedSource: DescriptorSource?
    private var endedSource: DescriptorSource?
    private var input: OwnedDescriptor
    private let output: OwnedDescriptor
    private let started: OwnedDescriptor
    private let ended: OwnedDescriptor

    /// Starts a program.
    /// - Parameters:
    ///   - command: the program's path, and its arguments.
    ///   - environment: `NAME=value`, on top of this process's own.
    ///   - handler: told on the loop what happens; not from within.
    init(
        _ command: [String], environment: [String], _ handler: @escaping @Loop (Event) -> Void
    ) throws(EventLoopError) {
        Child.reapAbandoned()
        var child = runway_linux_child()
        let code = withCStrings(command) { arguments in
            withCStrings(Child.inheritedEnvironment() + environment) { environment in
                runway_linux_spawn(arguments, environment, Child.pipeCapacity, &child)
            }
        }
        guard code == 0 else { throw EventLoopError(code: -code, call: "fork") }
        id = child.id
        capacity = Int(child.capacity)
        self.handler = handler
        input = OwnedDescriptor(child.input)
        output = OwnedDescriptor(child.output)
        started = OwnedDescriptor(child.started)
        ended = OwnedDescriptor(child.ended)
        do {
            try watch()
        } catch {
            signal(SIGKILL)
            isReaped = true
            Child.abandoned.append(id)
            Child.reapAbandoned()
            throw error
        }
    }

    private static func reapAbandoned() {
        abandoned.removeAll { waitpid($0, nil, WNOHANG) != 0 }
    }

    deinit {
        if !isReaped { kill(-id, SIGKILL) }
    }

    /// What systemd tells this process is not meant for its children.
    private static let notInherited = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
        "JOURNAL_STREAM",
    ]

    private static func inheritedEnvironment() -> [String] {
        var settings: [String] = []
        var next = runway_linux_environment()
        while let setting = next?.pointee {
            let text = String(cString: setting)
            if !notInherited.contains(where: { text.hasPrefix($0 + "=") }) { settings.append(text) }
            next = next?.advanced(by: 1)
        }
        return settings
    }

    private func watch() throws(EventLoopError) {
        startedSource = try DescriptorSource(started.value, for: .readable) { [weak self] _ in self?.reportStart() }
        inputSource = try DescriptorSource(input.value, for: []) { [weak self] what in
            self?.handler(what.isDisjoint(with: .hungUp) ? .writable : .inputClosed)
        }
        outputSource = try DescriptorSource(output.value, for: .readable) { [weak self] _ in self?.handler(.output) }
        endedSource = try DescriptorSource(ended.value, for: .readable) { [weak self] _ in self?.handler(.ended) }
    }

    /// Reports, once, what became of the start, if that is known.
    func reportStart() {
        guard startedSource != nil else { return }
        let failure = runway_linux_spawn_failure(started.value)
        if failure == EAGAIN { return }
        startedSource?.isEnabled = false
        startedSource = nil
        handler(.started(failure: failure))
    }

    // Writing

    /// Writes what the pipe takes.
    /// - Returns: the number of bytes taken, or a negative errno: `-EAGAIN` when the pipe is full.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.write(input.value, $0.baseAddress, $0.count) }
            if count >= 0 {
                written += count
                return count
            }
            if errno != EINTR { return -Int(errno) }
        }
    }

    /// Whether to be told when the pipe has room.
    var wantsRoom: Bool {
        get { inputSource?.interest == .writable }
        set { inputSource?.interest = newValue ? .writable : [] }
    }

    func closeInput() {
        guard input.value >= 0 else { return }
        unreadAtClose = unread
        inputSource?.isEnabled = false
        inputSource = nil
        input.release()
    }

    /// Whether it read anything of what it was sent.
    var hasRead: Bool { unread < written }

    /// Bytes in the pipe that it did not read.
    var unread: Int { unreadAtClose ?? Int(runway_linux_unread(input.value)) }

    // Reading

    /// Takes what it printed, at most what the buffer holds; nothing at present is an empty slice, the end is nil.
    func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
        while true {
            let count = Glibc.read(output.value, &buffer, buffer.count)
            if count > 0 { return buffer[..<count] }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return [] }
            hasOutput = false
            isHeard = false
            return nil
        }
    }

    /// Whether to be told when it printed something.
    var isHeard: Bool {
        get { outputSource?.isEnabled ?? false }
        set { outputSource?.isEnabled = newValue && hasOutput }
    }

    // Ending

    /// Sends a signal to all of its process group.
    func signal(_ number: CInt) {
        // Before it has made its group there is only itself. It is not reaped, so the number is still its own.
        if !isReaped, kill(-id, number) < 0 { kill(id, number) }
    }

    /// Once it has ended: ends what is left of its group, and takes its status.
    /// - Returns: nil while it has not ended.
    func reap() -> Keeper.Ending? {
        signal(SIGKILL)
        var status: CInt = 0
        var result: pid_t
        repeat { result = waitpid(id, &status, WNOHANG) } while result < 0 && errno == EINTR
        if result == 0 { return nil }
        isReaped = true
        for source in [inputSource, outputSource, startedSource, endedSource] { source?.isEnabled = false }
        guard result == id else { return .unknown }
        let number = status & 0x7F
        if number == 0 { return .exited(status >> 8 & 0xFF) }
        return .signalled(number, name: String(cString: strsignal(number)))
    }
}

/// Calls `body` with the strings as C has them: an array that ends with NULL.
private func withCStrings<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R
) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
}
