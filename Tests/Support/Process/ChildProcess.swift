// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import RunwayModel
import Synchronization

/// A program that runs as a child in a process group of its own. It is killed with its group, and reaped, at the latest
/// when its owner lets go of it.
public final class ChildProcess: Sendable {
    /// Where standard input comes from.
    public enum Input: Sendable {
        case null
        /// What `write` is given.
        case pipe
    }

    /// Where an output goes.
    public enum Output: Sendable {
        case null
        /// Into `output` or `errors`.
        case lines
        /// Appended to a file, which is created.
        case file(String)
        /// To a descriptor of the parent's, which keeps it.
        case descriptor(CInt)
        /// To where the parent's goes.
        case inherited
    }

    /// How it ended.
    public enum Ending: Hashable, Sendable {
        case exited(CInt)
        case signalled(CInt)
    }

    public let program: String
    /// The process and its group.
    public let id: pid_t
    /// What it wrote to standard output, if that was asked for.
    public let output = Lines()
    /// What it wrote to standard error, if that was asked for.
    public let errors = Lines()

    /// What the thread that waits for the child shares with its owner.
    private final class Fate: Sendable {
        let ending = Mutex<Ending?>(nil)
    }

    private let fate: Fate
    private let waiter: Thread
    private let inputEnd: Mutex<CInt>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path, or a name to be looked up in PATH.
    ///   - arguments: those after the program's name.
    ///   - environment: set on top of the parent's; nil takes a variable away.
    ///   - directory: where it runs; the parent's when nil.
    /// - Throws: `SystemError`, for example when there is no such program.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
        directory: String? = nil, input: Input = .null, output: Output = .lines, errors: Output = .lines
    ) throws {
        // Writing to a child that has gone is an error of `write`, not the end of the tests.
        signal(SIGPIPE, SIG_IGN)
        var spawn = try Spawn()
        let inputEnd = try spawn.connectInput(input)
        let outputEnd = try spawn.connectOutput(output, as: STDOUT_FILENO)
        let errorsEnd = try spawn.connectOutput(errors, as: STDERR_FILENO)
        if let directory { try spawn.setDirectory(directory) }
        let id = try spawn.start(program, arguments, environment: environment)
        // The ends are this object's from here on.
        spawn.giveUpOwnEnds()

        let fate = Fate()
        LivingChildren.add(id)
        do {
            waiter = try Thread.startJoinable("child \(id)") { ChildProcess.wait(for: id, fate) }
        } catch {
            Glibc.kill(-id, SIGKILL)
            ChildProcess.wait(for: id, fate)
            throw error
        }
        self.program = program
        self.id = id
        self.fate = fate
        self.inputEnd = Mutex(inputEnd ?? -1)
        if let outputEnd { self.output.read(from: outputEnd) }
        if let errorsEnd { self.errors.read(from: errorsEnd) }
    }

    deinit {
        Glibc.kill(-id, SIGKILL)
        waiter.join()
        closeInput()
    }

    /// How it ended; nil while it runs.
    public var ending: Ending? { fate.ending.withLock { $0 } }

    public var isRunning: Bool { ending == nil }

    /// Sends a signal to the process itself, or to its whole group.
    /// - Returns: whether there was still something to send it to.
    @discardableResult
    public func kill(_ signal: CInt = SIGTERM, group: Bool = false) -> Bool {
        fate.ending.withLock { ending in
            // Reaped, its number may already be another's.
            guard ending == nil else { return false }
            return Glibc.kill(group ? -id : id, signal) == 0
        }
    }

    /// Waits until it has ended.
    /// - Throws: `TimedOut` if it goes on; it is left running.
    @discardableResult
    public func wait(within limit: Seconds = Seconds(30)) async throws -> Ending {
        try await onLoop {
            try await eventually(within: limit, "\(self.program) ends") { self.ending != nil }
        }
        guard let ending else { throw TimedOut("\(program) ends", after: limit) }
        return ending
    }

    /// Waits until it has ended and its outputs have been read to their end.
    @discardableResult
    public func finish(within limit: Seconds = Seconds(30)) async throws -> Ending {
        let ending = try await wait(within: limit)
        try await onLoop {
            try await eventually(within: limit, "the output of \(self.program) ends") {
                self.output.isAtEnd && self.errors.isAtEnd
            }
        }
        return ending
    }

    /// Asks it to end, and kills its group when it does not in time.
    @discardableResult
    public func stop(_ signal: CInt = SIGTERM, within limit: Seconds = Seconds(10)) async throws -> Ending {
        kill(signal)
        do {
            return try await wait(within: limit)
        } catch is TimedOut {
            kill(SIGKILL, group: true)
            return try await wait()
        }
    }

    /// Writes to standard input, blocking while the pipe is full.
    /// - Throws: `SystemError`, with EPIPE when nobody reads any more and EBADF when there is no pipe.
    public func write(_ text: String) throws {
        try inputEnd.withLock { end in
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(end, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                rest = rest.dropFirst(try SystemError.check(count, "write to \(program)"))
            }
        }
    }

    /// Closes its standard input.
    public func closeInput() {
        inputEnd.withLock { end in
            if end >= 0 { close(end) }
            end = -1
        }
    }

    /// Waits for the end of the child and reaps it, so that no signal is sent to a number in between.
    private static func wait(for id: pid_t, _ fate: Fate) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        fate.ending.withLock { ending in
            var status: CInt = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            LivingChildren.remove(id)
            let signal = status & 0x7f
            ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
        }
    }
}

/// Kills the children that are still there when the parent exits without having let go of them.
private enum LivingChildren {
    private static let ids = Mutex(Set<pid_t>())
    private static let atExit: Void = {
        atexit { LivingChildren.ids.withLock { for id in $0 { Glibc.kill(-id, SIGKILL) } } }
    }()

    static func add(_ id: pid_t) {
        _ = atExit
        ids.withLock { _ = $0.insert(id) }
    }

    static func remove(_ id: pid_t) {
        ids.withLock { _ = $0.remove(id) }
    }
}
