// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD
import EventLoop

/// One request and its response. libmicrohttpd holds it from the request's headers to the end of the response.
@Loop
final class Exchange {
    enum State {
        case receiving
        /// A response is being made; the connection is suspended.
        case pending
        case ready(HTTPResponse)
        case responding
        case over
    }

    private enum Source {
        case stream(HTTPStream)
        case pages(PagedBody)
    }

    let connection: OpaquePointer
    private unowned let server: HTTPServer
    private var source: Source?
    private var hangUp: DescriptorSource?
    private(set) var isSuspended = false
    private(set) var body: [UInt8] = []
    private(set) var received = 0
    var state = State.receiving

    init(connection: OpaquePointer, server: HTTPServer) {
        self.connection = connection
        self.server = server
    }

    /// Keeps a part of the request's body, up to a limit; what comes after it is counted only.
    func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        received += bytes.count
        if received <= limit { body += bytes } else { body = [] }
    }

    /// Takes the connection out of libmicrohttpd's hands until `resume`. To be called from its callbacks only.
    private func suspend() {
        isSuspended = true
        server.suspended[ObjectIdentifier(self)] = self
        MHD_suspend_connection(connection)
    }

    func resume() {
        if !isSuspended { return }
        isSuspended = false
        server.suspended[ObjectIdentifier(self)] = nil
        MHD_resume_connection(connection)
        // Release 0.9.75 does not make its epoll descriptor readable for it.
        server.scheduleRun()
    }

    /// Suspends the connection until `make` has made the response.
    func wait(for make: @escaping @Loop () async -> HTTPResponse) {
        state = .pending
        suspend()
        Loop.spawn {
            let response = await make()
            guard case .pending = self.state else {
                // The client or the server has gone; a stream in the response will not be served.
                if case .stream(let stream) = response.body { stream.finish() }
                return
            }
            self.state = .ready(response)
            self.resume()
        }
    }

    /// The response that libmicrohttpd will draw a stream's events from.
    func open(_ stream: HTTPStream) -> OpaquePointer? {
        stream.exchange = self
        source = .stream(stream)
        server.streams[ObjectIdentifier(self)] = stream
        runway_httpd_lift_timeout(connection)
        // libmicrohttpd does not look at a suspended connection. When this cannot, the heartbeats still do.
        hangUp = try? DescriptorSource(runway_httpd_connection_descriptor(connection), for: []) {
            [weak self, weak stream] _ in
            self?.hangUp?.isEnabled = false
            stream?.heartbeat()
        }
        return drawnResponse()
    }

    /// The response that libmicrohttpd will draw pages from.
    func open(_ pages: PagedBody) -> OpaquePointer? {
        source = .pages(pages)
        return drawnResponse()
    }

    private func drawnResponse() -> OpaquePointer? {
        let context = Unmanaged.passRetained(self)
        let response = MHD_create_response_from_callback(
            UInt64.max, 32 * 1024,  // MHD_SIZE_UNKNOWN, a macro with a cast
            { context, _, buffer, count in
                let exchange = Unmanaged<Exchange>.fromOpaque(context!).takeUnretainedValue()
                return exchange.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            }, context.toOpaque(),
            { context in Unmanaged<Exchange>.fromOpaque(context!).release() })
        if response == nil { context.release() }
        return response
    }

    private static let endOfStream = -1  // MHD_CONTENT_READER_END_OF_STREAM, a macro with a cast
    private static let endWithError = -2  // MHD_CONTENT_READER_END_WITH_ERROR

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch source {
        case .stream(let stream):
            guard let count = stream.read(into: buffer) else { return Self.endOfStream }
            if count > 0 { return count }
            if server.isStopping { return Self.endOfStream }
        case .pages(let pages):
            if server.isStopping { return Self.endWithError }
            switch pages.read(into: buffer, isReady: { [weak self] in self?.resume() }) {
            case .bytes(let count): return count
            case .end: return Self.endOfStream
            case .failure: return Self.endWithError
            case .wait: break
            }
        case nil: return Self.endWithError
        }
        // A connection that is polled by answering 0 keeps libmicrohttpd busy all the time.
        suspend()
        return 0
    }

    /// Whether the client of a stream has hung up, though libmicrohttpd may not have noticed yet.
    var hasHungUp: Bool { hangUp.map { !$0.isEnabled } ?? false }

    /// The connection has nothing more to do with this request.
    func finish() {
        state = .over
        isSuspended = false
        hangUp = nil
        server.suspended[ObjectIdentifier(self)] = nil
        server.streams[ObjectIdentifier(self)] = nil
        let source = source
        self.source = nil
        body = []
        if case .stream(let stream) = source { stream.finish() }
    }
}
