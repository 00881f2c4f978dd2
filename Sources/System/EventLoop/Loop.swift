// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The isolation of everything that lives on the one sd-event thread: inputs, core, hub and control.
@globalActor
public actor Loop {
    public static let shared = Loop()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { LoopExecutor.shared.asUnownedSerialExecutor() }

    public static var sharedUnownedExecutor: UnownedSerialExecutor { LoopExecutor.shared.asUnownedSerialExecutor() }

    /// Starts asynchronous work on the loop. It is the only way to start a task: a bare `Task` would run its
    /// continuations on the global pool and wake its threads.
    public nonisolated static func spawn(_ body: @escaping @Loop @Sendable () async -> Void) {
        Task(executorPreference: LoopExecutor.shared) { await body() }
    }
}
