// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import Glibc
import Synchronization

/// One thread for the work that blocks: SQLite, fsync, files on the card. Its actors run there and nowhere else.
public final class WriterExecutor: SerialExecutor {
    public static let shared = WriterExecutor()

    private struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let thread = Atomic<UInt>(0)
    private let wakeDescriptor: CInt

    private init() {
        wakeDescriptor = runway_linux_eventfd(false)
        // As with the loop: without it no job could run.
        precondition(wakeDescriptor >= 0, "eventfd: \(String(cString: strerror(-wakeDescriptor)))")
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (mustWake, mustStart) = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return (state.jobs.count == 1, !state.isRunning)
        }
        if mustStart { start() }
        if mustWake {
            var one: UInt64 = 1
            _ = write(wakeDescriptor, &one, MemoryLayout.size(ofValue: one))
        }
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    public func checkIsolated() {
        precondition(
            thread.load(ordering: .relaxed) == pthread_self(),
            "code of the writer was called on another thread")
    }

    private func start() {
        var id = pthread_t()
        let code = pthread_create(
            &id, nil,
            { _ in
                WriterExecutor.shared.run()
                return nil
            }, nil)
        precondition(code == 0, "pthread_create: \(String(cString: strerror(code)))")
        pthread_detach(id)
    }

    private func run() {
        thread.store(pthread_self(), ordering: .relaxed)
        runway_linux_name_thread("writer")
        while true {
            var count: UInt64 = 0
            // Interrupted or not, the queue tells what there is to do.
            _ = read(wakeDescriptor, &count, MemoryLayout.size(ofValue: count))
            let jobs = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return state.jobs
            }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
