// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD
import EventLoop
import Glibc
import RunwayModel

/// An HTTP/1.1 server on the loop. It runs, and stays alive, until `stop`.
///
/// Malformed requests are answered by libmicrohttpd itself (400, 414, 431); the handler sees well-formed ones with
/// their whole body, whatever their method and path. The handler runs on the loop and must not block it.
@Loop
public final class HTTPServer {
    public struct Counters: Hashable, Sendable {
        /// Connections that are open now, streams among them.
        public var connections = 0
        public var streams = 0
        public var accepted = 0
        /// Responses that were sent to their end.
        public var served = 0
        /// Requests that ended before: the client left, idled for too long or broke off its upload, or the server stopped.
        public var aborted = 0
        /// Requests refused for a limit (413, 503), and attempts to accept a connection that failed for lack of
        /// descriptors or memory: it waits, and is tried again four times a second.
        public var rejected = 0
    }

    let configuration: HTTPServerConfiguration
    let handler: @Loop (HTTPRequest) -> HTTPResponse
    private var listening: ListeningSocket?
    private var daemon: MicroHTTPD?
    private var acceptSource: DescriptorSource?
    private var acceptTimer: Timer?
    /// Connections handed to libmicrohttpd of which it has not told yet: 1.0 tells of them on its next run only.
    private var starting = 0
    /// Connections without a request in the making, and since when: those that go when places are scarce.
    var idle: [OpaquePointer: Instant] = [:]
    private var daemonSource: DescriptorSource?
    private var timeoutTimer: Timer?
    private var heartbeatTimer: Timer?
    private var nextRun: DeferredCall?
    private var isRunning = false
    private var isAcceptPaused = false
    private(set) var isStopping = false
    /// How often libmicrohttpd was run: it must rest when nothing happens.
    private(set) var turns = 0
    var count = Counters()
    var suspended: [ObjectIdentifier: Exchange] = [:]
    var streams: [ObjectIdentifier: HTTPStream] = [:] {
        didSet { if oldValue.isEmpty && !streams.isEmpty { heartbeatTimer?.arm(after: configuration.heartbeat) } }
    }

    public var counters: Counters {
        var counters = count
        counters.streams = streams.count
        return counters
    }

    /// Starts to listen.
    /// - Parameter handler: called on the loop for each request. Long work goes into `.later` or `.paged`.
    /// - Throws: `HTTPServerError`, with what to do about it.
    public init(
        configuration: HTTPServerConfiguration, handler: @escaping @Loop (HTTPRequest) -> HTTPResponse
    ) throws(HTTPServerError) {
        try configuration.validate()
        self.configuration = configuration
        self.handler = handler
        listening = try ListeningSocket(configuration.listener)
        daemon = try startDaemon()
        do {
            try watch()
        } catch {
            throw HTTPServerError(.system, error.call, errno: error.code)
        }
        // libmicrohttpd holds an unretained pointer; `stop` gives this up.
        _ = Unmanaged.passRetained(self)
        nextRun?.schedule()
    }

    private func startDaemon() throws(HTTPServerError) -> MicroHTTPD {
        let daemon = runway_httpd_start(
            UInt32(clamping: configuration.maximumConnections),
            UInt32(exactly: configuration.idleTimeout.rawValue.rounded(.up)) ?? UInt32(Int32.max),
            32 * 1024,
            { server, connection, path, method, _, bytes, count, exchange in
                Unmanaged<HTTPServer>.fromOpaque(server!).takeUnretainedValue().access(
                    connection!, String(cString: method!), String(cString: path!),
                    UnsafeRawBufferPointer(start: bytes, count: count!.pointee), count!, exchange!)
            },
            { server, _, exchange, code in
                guard let context = exchange?.pointee else { return }
                exchange?.pointee = nil
                Unmanaged<HTTPServer>.fromOpaque(server!).takeUnretainedValue().complete(
                    Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue(), code)
            },
            { server, connection, _, code in
                let server = Unmanaged<HTTPServer>.fromOpaque(server!).takeUnretainedValue()
                let isStarted = code == .CONNECTION_NOTIFY_STARTED
                server.count.connections += isStarted ? 1 : -1
                if isStarted { server.starting -= 1 }
                server.idle[connection!] = isStarted ? BootClock.now() : nil
            },
            Unmanaged.passUnretained(self).toOpaque())
        guard let daemon else { throw HTTPServerError(.system, "MHD_start_daemon", errno: errno) }
        return MicroHTTPD(handle: daemon)
    }

    private func watch() throws(EventLoopError) {
        guard let handle = daemon?.handle, let listener = listening?.descriptor else { return }
        nextRun = try DeferredCall { [unowned self] in run() }
        timeoutTimer = try Timer { [unowned self] in run() }
        heartbeatTimer = try Timer { [unowned self] in beat() }
        daemonSource = try DescriptorSource(runway_httpd_epoll_descriptor(handle), for: .readable) {
            [unowned self] _ in run()
        }
        acceptTimer = try Timer { [unowned self] in
            isAcceptPaused = false
            makeRoom()
            updateAccepting()
        }
        acceptSource = try DescriptorSource(listener, for: .readable) { [unowned self] _ in accept() }
    }

    /// Runs libmicrohttpd on the loop's next turn: never from within its own callbacks.
    func scheduleRun() {
        nextRun?.schedule()
    }

    private func run() {
        guard let handle = daemon?.handle, !isRunning else { return }
        isRunning = true
        turns += 1
        MHD_run(handle)
        isRunning = false
        if isStopping {
            finishStop()
            return
        }
        updateAccepting()
        var timeout: UInt64 = 0
        if MHD_get_timeout(handle, &timeout) != .YES {
            timeoutTimer?.disarm()
        } else if timeout == 0 {
            nextRun?.schedule()
        } else {
            timeoutTimer?.arm(after: Seconds(Double(timeout) / 1000))
        }
    }

    /// Accepts what waits, a few at a time so that a flood leaves room for others. libmicrohttpd could, but it spins when
    /// the process is out of descriptors, and sleeps on with free places after it was full.
    private func accept() {
        guard let handle = daemon?.handle, let listener = listening?.descriptor else { return }
        var left = 16
        while left > 0, !isFull {
            left -= 1
            let accepted = runway_httpd_accept(listener)
            switch -accepted {
            case ...0:
                count.accepted += 1
                starting += 1
                if !runway_httpd_add(handle, accepted) {
                    starting -= 1
                    count.rejected += 1
                }
            case EAGAIN, EINTR: left = 0
            case ECONNABORTED: continue
            default:
                // Out of descriptors or memory: the connection stays in the queue, and the socket readable.
                count.rejected += 1
                left = 0
                isAcceptPaused = true
                acceptTimer?.arm(after: Seconds(0.25))
            }
        }
        makeRoom()
        updateAccepting()
    }

    private func updateAccepting() {
        let accepts = !isAcceptPaused && !isStopping && !isFull
        if acceptSource?.isEnabled != accepts { acceptSource?.isEnabled = accepts }
    }

    /// When all places are taken, ends the connections that have been without a request for a while, so that nobody can
    /// keep others out by holding them open.
    private func makeRoom() {
        guard !isStopping, isFull else { return }
        let limit = BootClock.now() - HTTPServer.patienceWhenFull
        for (connection, since) in idle where since <= limit {
            runway_httpd_hang_up(connection)
            count.rejected += 1
        }
        acceptTimer?.arm(after: HTTPServer.patienceWhenFull)
    }

    private var isFull: Bool { count.connections + starting >= configuration.maximumConnections }

    private static let patienceWhenFull = Seconds(0.25)

    /// Whether connections are scarce, so that none should be kept for a request that may come.
    var isCrowded: Bool { isStopping || count.connections * 4 >= configuration.maximumConnections * 3 }

    private func beat() {
        for stream in streams.values { stream.heartbeat() }
        if !streams.isEmpty { heartbeatTimer?.arm(after: configuration.heartbeat) }
    }

    /// Removes the socket, ends all streams, answers the requests that wait for a response with 503 and closes all
    /// connections. Does nothing the second time. Called by the handler, it closes the connections once the handler has
    /// returned; its response is still sent as far as the client takes it at once.
    public func stop() {
        if isStopping { return }
        isStopping = true
        // First of all, so that whoever sees that the server stops can start another one.
        acceptSource = nil
        listening = nil
        if !isRunning { finishStop() }
    }

    private func finishStop() {
        guard let handle = daemon?.handle else { return }
        // libmicrohttpd aborts when it is stopped with suspended connections; nothing suspends any more. A turn
        // takes them back, the next sends what they have.
        for exchange in suspended.values { exchange.resume() }
        isRunning = true
        for _ in 0..<3 { MHD_run(handle) }
        let daemon = self.daemon.take()
        stopDaemon(daemon)
        isRunning = false
        (daemonSource, nextRun) = (nil, nil)
        (acceptTimer, timeoutTimer, heartbeatTimer) = (nil, nil, nil)
        Unmanaged.passUnretained(self).release()
    }

    /// Stops the daemon here and not where it was stored: its callbacks come back to this object meanwhile.
    private func stopDaemon(_ daemon: consuming MicroHTTPD?) {}
}
