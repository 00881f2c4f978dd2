// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import EventLoop
import Glibc

/// Finds the addresses of a host without ever blocking the loop.
@Loop
enum HostResolver {
    /// The most addresses of one host that are tried.
    nonisolated static let limit = 8

    /// - Parameter done: called on the loop, once: now for an address, later for a name, whose resolution may take as
    ///   long as the resolver likes. An empty list means that there is no address.
    static func resolve(
        _ host: String, port: UInt16, _ done: @escaping @Loop @Sendable ([runway_linux_address]) -> Void
    ) {
        if host == "localhost" {
            done(lookUp("127.0.0.1", port, isNumeric: true) + lookUp("::1", port, isNumeric: true))
            return
        }
        let numeric = lookUp(host, port, isNumeric: true)
        if !numeric.isEmpty {
            done(numeric)
            return
        }
        if !Request(host: host, port: port, done: done).start() { done([]) }
    }

    fileprivate nonisolated static func lookUp(
        _ host: String, _ port: UInt16, isNumeric: Bool
    ) -> [runway_linux_address] {
        Array(unsafeUninitializedCapacity: limit) { buffer, count in
            count = Int(runway_linux_resolve(host, port, isNumeric, buffer.baseAddress, CInt(limit)))
        }
    }
}

/// What the thread that asks the resolver takes with it.
private final class Request: Sendable {
    private let host: String
    private let port: UInt16
    private let done: @Loop @Sendable ([runway_linux_address]) -> Void

    init(host: String, port: UInt16, done: @escaping @Loop @Sendable ([runway_linux_address]) -> Void) {
        self.host = host
        self.port = port
        self.done = done
    }

    /// - Returns: false when there is no thread to be had.
    func start() -> Bool {
        let retained = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, resolveOnThread, retained.toOpaque())
        if code != 0 {
            retained.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    func run() {
        runway_linux_name_thread("resolver")
        let addresses = HostResolver.lookUp(host, port, isNumeric: false)
        let done = self.done
        Loop.spawn { done(addresses) }
    }
}

private func resolveOnThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Request>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
