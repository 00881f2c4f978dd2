// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import CSystemd
import Glibc
import Synchronization

/// Runs Swift's jobs on the sd-event loop, one after the other, and wakes the loop when one comes from outside.
public final class LoopExecutor: SerialExecutor, TaskExecutor {
    public static let shared = LoopExecutor()

    private struct State {
        var jobs: [UnownedJob] = []
        var isWakePending = false
    }

    private let state = Mutex(State())
    private let wakeDescriptor: CInt
    private let thread = Atomic<UInt>(0)

    private init() {
        wakeDescriptor = runway_linux_eventfd(true)
        // Without it no job could ever run; there is nothing to fall back to and nobody to tell.
        precondition(wakeDescriptor >= 0, "eventfd: \(String(cString: strerror(-wakeDescriptor)))")
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustWake = state.withLock { state in
            state.jobs.append(job)
            defer { state.isWakePending = true }
            return !state.isWakePending
        }
        if mustWake {
            var one: UInt64 = 1
            // The counter cannot overflow: one write is outstanding at most.
            _ = write(wakeDescriptor, &one, MemoryLayout.size(ofValue: one))
        }
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    public func checkIsolated() {
        precondition(isCurrent, "code of the loop was called on another thread")
    }

    var isCurrent: Bool { thread.load(ordering: .relaxed) == pthread_self() }

    /// Runs the loop on the calling thread until `EventLoop.exit()`. The event must be made on the thread that runs it.
    fileprivate func adoptCurrentThread() {
        thread.store(pthread_self(), ordering: .relaxed)
    }

    fileprivate var descriptor: CInt { wakeDescriptor }

    /// Runs what was queued when it is called; jobs that these queue wait for the loop's next turn, so that a chain
    /// of jobs cannot starve timers and descriptors.
    fileprivate func drain() {
        var count: UInt64 = 0
        _ = read(wakeDescriptor, &count, MemoryLayout.size(ofValue: count))
        let jobs = state.withLock { state in
            state.isWakePending = false
            defer { state.jobs.removeAll(keepingCapacity: true) }
            return state.jobs
        }
        for job in jobs {
            job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }
}

/// The sd-event loop of the process. There is one, on the thread that called `run`.
public enum EventLoop {
    /// Runs the loop on the calling thread until `exit`, and starts `body` on it first.
    /// - Returns: the code given to `exit`.
    /// - Throws: `EventLoopError` when sd-event cannot be set up or fails.
    public static func run(_ body: @escaping @Loop @Sendable () async -> Void) throws(EventLoopError) -> CInt {
        var event: OpaquePointer?
        try EventLoopError.check(sd_event_new(&event), "sd_event_new")
        defer { sd_event_unref(event) }
        LoopExecutor.shared.adoptCurrentThread()
        var source: OpaquePointer?
        let drain: sd_event_io_handler_t = { _, _, _, _ in
            LoopExecutor.shared.drain()
            return 0
        }
        try EventLoopError.check(
            sd_event_add_io(event, &source, LoopExecutor.shared.descriptor, UInt32(EPOLLIN.rawValue), drain, nil),
            "sd_event_add_io")
        defer { sd_event_source_disable_unref(source) }
        current.store(UInt(bitPattern: event), ordering: .relaxed)
        defer { current.store(0, ordering: .relaxed) }
        Loop.spawn(body)
        let code = sd_event_loop(event)
        try EventLoopError.check(code, "sd_event_loop")
        return code
    }

    /// Ends `run` after the current turn.
    @Loop
    public static func exit(_ code: CInt) {
        sd_event_exit(handle, code)
    }

    @Loop package static var handle: OpaquePointer? { OpaquePointer(bitPattern: current.load(ordering: .relaxed)) }

    private static let current = Atomic<UInt>(0)
}
