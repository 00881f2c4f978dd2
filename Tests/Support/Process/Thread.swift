// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import Glibc

/// A thread for work that blocks and must not hold up the event loop or the pool.
struct Thread: Sendable {
    private let id: pthread_t

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    private init(joinable name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = Unmanaged.passRetained(Start(name, body))
        var id = pthread_t()
        let code = pthread_create(
            &id, nil,
            { context in
                let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
                runway_linux_name_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        if code != 0 {
            start.release()
            throw SystemError(code, "pthread_create")
        }
        self.id = id
    }

    /// Starts a thread that nobody waits for. Its name has 15 characters at most.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        pthread_detach(try Thread(joinable: name, body).id)
    }

    /// Starts a thread that must be joined once.
    static func startJoinable(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) -> Thread {
        try Thread(joinable: name, body)
    }

    /// Waits, blocking, until the thread has ended.
    func join() { pthread_join(id, nil) }
}
