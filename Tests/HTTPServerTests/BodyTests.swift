// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import HTTPServer

struct BodyTests {
    @Test func sendsALongBodyPageByPage() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let count = 3000
        let received = try await blocking {
            var received: [UInt8] = []
            try HTTPClient(socketPath: path).stream("/paged?count=\(count)") {
                received += $0
                return true
            }
            return received
        }
        #expect(received == (0..<count).flatMap { Fixture.page($0) })
        #expect(try await fixture.request("GET", "/paged?count=0").body == [])
        try await fixture.stop()
    }

    @Test func cutsTheConnectionWhenAPageFails() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let error = try await blocking { () -> HTTPClientError? in
            do {
                try HTTPClient(socketPath: path).stream("/paged?count=9&fails=5") { _ in true }
                return nil
            } catch let error as HTTPClientError {
                return error
            }
        }
        #expect(error?.code == .interrupted)
        try await fixture.stop()
    }

    @Test func asksForNoMorePagesThanAreTaken() async throws {
        let fixture = try await Fixture.start { $0.idleTimeout = .init(5) }
        let path = fixture.path
        // It reads the beginning and then no more: dropped after the idle timeout, with few pages made.
        try await blocking {
            let client = try RawClient(path)
            client.send("GET /paged?count=1000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(client.receive(until: "200 OK"))
            // The server hangs up: what is readable then ends.
            var poll = pollfd(fd: client.descriptor, events: Int16(0), revents: 0)
            #expect(Glibc.poll(&poll, 1, 30_000) == 1)
        }
        try await eventuallyOnLoop { fixture.server.counters.connections == 0 }
        #expect(try await onLoop { fixture.journal.pages } < 2000)
        #expect(try await onLoop { fixture.server.counters.aborted } == 1)
        try await fixture.stop()
    }

    @Test func aStuckReaderDelaysNobody() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let answer = try await blocking {
            let stuck = try RawClient(path)
            stuck.send("GET /big?size=5000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(!stuck.receive(limit: 100).isEmpty)
            return try HTTPClient(socketPath: path).request("GET", "/big?size=3000000")
        }
        #expect(answer.body.count == 3_000_000)
        // The stuck one has left in the middle of its response.
        try await eventuallyOnLoop { fixture.server.counters.connections == 0 }
        #expect(try await onLoop { fixture.server.counters.aborted } == 1)
        try await fixture.stop()
    }

    @Test func clientKeepsItsConnection() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        try await blocking {
            let client = HTTPClient(socketPath: path)
            for _ in 0..<20 { #expect(try client.request("GET", "/later").status == 200) }
            // Ended by the client in the middle.
            var calls = 0
            try client.stream("/paged?count=100000") { _ in
                calls += 1
                return calls < 3
            }
            #expect(calls == 3)
            #expect(try client.request("POST", "/echo", body: []).body == [])
            #expect(try client.request("POST", "/echo", body: [0, 1, 0]).body == [0, 1, 0])
        }
        #expect(try await onLoop { fixture.server.counters.accepted } == 2)
        try await fixture.stop()
    }
}
