// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD
import EventLoop
import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import HTTPServer

/// Starting, stopping, and lasting.
struct LifeTests {
    private static func startError(
        _ path: String, _ adjust: @Sendable (inout HTTPServerConfiguration) -> Void = { _ in }
    ) async throws -> HTTPServerError? {
        var configuration = HTTPServerConfiguration(listener: .unixSocket(path: path))
        adjust(&configuration)
        do {
            _ = try await Fixture.start(configuration, folder: TemporaryFolder())
            return nil
        } catch let error as HTTPServerError {
            return error
        }
    }

    @Test func saysWhyItCannotStart() async throws {
        let fixture = try await Fixture.start()
        #expect(try await Self.startError(fixture.path)?.code == .inUse)
        #expect(try await Self.startError(fixture.folder.path("none/x.sock"))?.code == .folderMissing)
        #expect(try await Self.startError(fixture.path + "/x.sock")?.code == .folderMissing)
        #expect(try await Self.startError("/tmp/" + String(repeating: "x", count: 103))?.code == .pathTooLong)
        _ = FileManager.default.createFile(atPath: fixture.folder.path("file"), contents: Data("x".utf8))
        #expect(try await Self.startError(fixture.folder.path("file"))?.code == .notASocket)
        #expect(try await Self.startError("/proc/x.sock")?.code != nil)
        let limit = try await Self.startError(fixture.folder.path("b")) { $0.maximumStreams = 0 }
        #expect(limit?.code == .invalidConfiguration)
        #expect(limit?.description == "maximumStreams must be positive")
        // The living one has not been hurt.
        #expect(try await fixture.request("GET", "/later").status == 200)
        try await fixture.stop()
    }

    @Test(arguments: [0o660, 0o600, 0o666] as [UInt32])
    func givesTheSocketItsMode(mode: UInt32) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("control.sock")
        let fixture = try await Fixture.start(
            HTTPServerConfiguration(listener: .unixSocket(path: path, mode: mode)), folder: folder)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == mode)
        try await onLoop { fixture.server.stop() }
        #expect(lstat(path, &status) != 0)
        try await fixture.stop()
    }

    @Test func takesTheLongestPath() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(String(repeating: "x", count: 106 - folder.path.utf8.count))
        #expect(path.utf8.count == 107)
        let fixture = try await Fixture.start(
            HTTPServerConfiguration(listener: .unixSocket(path: path)), folder: folder)
        #expect(try await blocking { try HTTPClient(socketPath: path).request("GET", "/later").status } == 200)
        try await fixture.stop()
    }

    @Test func replacesTheSocketOfADeadServer() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("control.sock")
        let dead = runway_httpd_unix_socket()
        #expect(runway_httpd_bind(dead, path) == 0)
        #expect(listen(dead, 1) == 0)
        close(dead)
        let fixture = try await Fixture.start(
            HTTPServerConfiguration(listener: .unixSocket(path: path)), folder: folder)
        #expect(try await fixture.request("GET", "/later").status == 200)
        try await fixture.stop()
    }

    @Test func takesAnInheritedSocket() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("control.sock")
        let descriptor = runway_httpd_unix_socket()
        var configuration = HTTPServerConfiguration(listener: .inherited(descriptor: descriptor))
        #expect(runway_httpd_bind(descriptor, path) == 0)
        do {
            _ = try await Fixture.start(configuration, folder: folder)
            Issue.record("it does not listen yet")
        } catch let error as HTTPServerError {
            #expect(error.code == .notListening)
        }
        #expect(listen(descriptor, 10) == 0)
        configuration.maximumConnections = 10
        let fixture = try await Fixture.start(configuration, folder: folder)
        #expect(try await fixture.request("GET", "/later").status == 200)
        try await onLoop { fixture.server.stop() }
        // Its file belongs to who made it.
        var status = stat()
        #expect(lstat(path, &status) == 0)
        try await fixture.stop()
    }

    @Test func stopsWithAllKindsOfConnections() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        async let watched = blocking { () -> Int in
            var count = 0
            try HTTPClient(socketPath: path).stream("/stream") {
                count += $0.count
                return true
            }
            return count
        }
        async let held = fixture.request("GET", "/held")
        let clients = try await blocking {
            let stuck = try RawClient(path)
            stuck.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
            let big = try RawClient(path)
            big.send("GET /big?size=5000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            let paged = try RawClient(path)
            paged.send("GET /paged?count=1000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            let half = try RawClient(path)
            half.send("GET /pag")
            return [stuck, big, paged, half]
        }
        try await eventuallyOnLoop {
            fixture.server.counters.streams == 2 && fixture.journal.held.count == 1 && fixture.journal.pages > 10
                && fixture.server.counters.connections == 6
        }
        try await onLoop {
            fixture.journal.streams[0].send(event: "last", data: [])
            fixture.server.stop()
            fixture.server.stop()
        }
        // The stream ends well, with what waited for the client; the request that waits is answered.
        #expect(try await watched > 0)
        #expect(try await held.status == 503)
        let journal = try await onLoop { (fixture.journal.closed, fixture.server.counters) }
        #expect(journal.0 == 2)
        #expect(journal.1.connections == 0)
        #expect(journal.1.streams == 0)
        for client in clients { _ = try await blocking { client.receiveAll() } }
        // What was made for the one that waited comes too late, and hurts nobody.
        try await onLoop { fixture.journal.release() }
        try await fixture.stop()
    }

    @Test func stopsFromTheHandlerAndStartsAgainOnThePath() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<20 {
            let fixture = try await Fixture.start(
                HTTPServerConfiguration(listener: .unixSocket(path: folder.path("control.sock"))), folder: folder)
            try await onLoop { [server = fixture.server] in
                fixture.journal.onStop = { [weak server] in server?.stop() }
            }
            #expect(try await fixture.request("GET", "/stop").body == Array("stopping".utf8))
            let path = fixture.path
            let error = try await blocking { () -> HTTPClientError? in
                do {
                    _ = try HTTPClient(socketPath: path).request("GET", "/later")
                    return nil
                } catch let error as HTTPClientError {
                    return error
                }
            }
            #expect(error?.code == .noSocket)
        }
    }

    @Test func isFreedAfterItStops() async throws {
        weak var server: HTTPServer?
        weak var stream: HTTPStream?
        do {
            let fixture = try await Fixture.start()
            let path = fixture.path
            server = fixture.server
            let client = try await blocking {
                let client = try RawClient(path)
                client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
                return client
            }
            try await eventuallyOnLoop { fixture.server.counters.streams == 1 }
            stream = try await onLoop { fixture.journal.streams.removeFirst() }
            #expect(stream != nil)
            try await fixture.stop()
            withExtendedLifetime(client) {}
        }
        // The last reference may go with a turn of the loop that is still to come.
        let isFreed = { @Loop @Sendable [weak server, weak stream] in server == nil && stream == nil }
        try await eventuallyOnLoop(isFreed)
    }

    /// The server's sockets, by their path: the listening one and one for each connection.
    private static func sockets(of path: String) throws -> Int {
        // Other programs' paths need not be text.
        // By a handle: Data(contentsOf:) takes less of a file that says it is empty, as those in /proc do.
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/net/unix"))
        let table = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return table.split(separator: "\n").filter { $0.hasSuffix(path) }.count
    }

    @Test func lastsThroughManyRequestsAndAbortedStreams() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        @Sendable func rounds(_ requests: Int, _ streams: Int) async throws {
            try await blocking {
                let client = HTTPClient(socketPath: path)
                for index in 0..<requests {
                    if index % 10 == 0 {
                        _ = try HTTPClient(socketPath: path).request("GET", "/paged?count=40")
                    } else {
                        _ = try client.request("POST", "/echo", body: [UInt8](repeating: 1, count: 60_000))
                    }
                }
                for _ in 0..<streams {
                    let client = try RawClient(path)
                    client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
                    if !client.receive(until: "200 OK") { throw CancellationError() }
                }
            }
            try await eventuallyOnLoop { fixture.server.counters.connections <= 1 }
            try await onLoop {
                fixture.journal.streams = []
                fixture.journal.requests = []
            }
        }
        try await rounds(100, 20)
        try await rounds(1000, 200)
        let counters = try await onLoop { fixture.server.counters }
        #expect(counters.streams == 0)
        #expect(counters.served >= 1100)
        #expect(counters.aborted == 220)
        #expect(try await onLoop { fixture.journal.closed } == 220)
        #expect(try await onLoop { fixture.server.suspended.count } == 0)
        try await eventuallyOnLoop { fixture.server.counters.connections == 0 }
        try await eventuallyOnLoop { (try? Self.sockets(of: path)) == 1 }
        try await fixture.stop()
        try await eventuallyOnLoop { (try? Self.sockets(of: path)) == 0 }
    }

    /// Whoever holds all places without asking for anything makes room for one who does.
    @Test func idleConnectionsKeepNobodyOut() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let holders = try await blocking {
            try (0..<200).map { number in
                let client = try RawClient(path)
                if number.isMultiple(of: 2) { client.send("GET /echo HTTP/1.1\r\nHo") }
                return client
            }
        }
        let status = try await blocking { try HTTPClient(socketPath: path).request("GET", "/echo").status }
        #expect(status == 200)
        withExtendedLifetime(holders) {}
        try await fixture.stop()
    }

    @Test func answersAThousandAtOnce() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 8192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let fixture = try await Fixture.start()
        let path = fixture.path
        // They would keep their connections, if the server let them.
        let flood = try await blocking {
            let clients = try (0..<1000).map { _ in try RawClient(path) }
            for client in clients { client.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n") }
            return clients
        }
        // The loop goes on turning, and with it everything else that lives there.
        for _ in 0..<100 { try await onLoop {} }
        #expect(try await onLoop { fixture.server.counters.connections } <= 128)
        let answered = try await blocking { flood.filter { $0.receive(until: "\r\n\r\nlater") }.count }
        #expect(answered == 1000)
        let counters = try await onLoop { fixture.server.counters }
        #expect(counters.accepted == 1000)
        #expect(counters.rejected == 0)
        try await fixture.stop()
    }

    @Test func restsWhileItIsFull() async throws {
        let fixture = try await Fixture.start { $0.maximumConnections = 2 }
        let path = fixture.path
        let full = try await blocking { try [RawClient(path), RawClient(path)] }
        try await eventuallyOnLoop { fixture.server.counters.connections == 2 }
        async let waiting = fixture.request("GET", "/later")
        let turns = try await onLoop { fixture.server.turns }
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await onLoop { fixture.server.turns } - turns <= 2)
        full[0].hangUp()
        #expect(try await waiting.status == 200)
        withExtendedLifetime(full) {}
        try await fixture.stop()
    }
}
