// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import HTTPServer

struct RequestTests {
    @Test func handsOverARequest() async throws {
        let fixture = try await Fixture.start()
        let body = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        let answer = try await fixture.request("POST", "/echo?limit=10&name=a%20b&flag&limit=11&x=", body: body)
        #expect(answer.status == 200)
        #expect(answer.body == body)
        let request = try await onLoop { fixture.journal.requests[0] }
        #expect(request.method == "POST")
        #expect(request.path == "/echo")
        #expect(request.query == ["limit": "10", "name": "a b", "flag": "", "x": ""])
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("Content-Type") == "application/json")
        #expect(request.header("X-None") == nil)
        try await fixture.stop()
    }

    @Test(arguments: ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "POST", "BREW"])
    func handsOverAnyMethod(method: String) async throws {
        let fixture = try await Fixture.start()
        let answer = try await fixture.request(method, "/echo")
        #expect(answer.status == 200)
        #expect(answer.body == [])
        #expect(try await onLoop { fixture.journal.requests[0].method } == method)
        try await fixture.stop()
    }

    @Test func answersHeadWithoutBody() async throws {
        let fixture = try await Fixture.start()
        for path in ["/nothing", "/stream", "/paged?count=3", "/later"] {
            let answer = try await fixture.request("HEAD", path)
            #expect(answer.status == (path == "/nothing" ? 404 : 200))
            #expect(answer.body == [])
        }
        try await eventuallyOnLoop { fixture.server.counters.streams == 0 && fixture.journal.closed == 1 }
        try await fixture.stop()
    }

    @Test(arguments: [(1000, 200), (1001, 413), (16000, 413)])
    func boundsTheBody(size: Int, status: Int) async throws {
        let fixture = try await Fixture.start { $0.maximumBody = 1000 }
        let answer = try await fixture.request("PUT", "/echo", body: [UInt8](repeating: 1, count: size))
        #expect(answer.status == status)
        let counters = try await onLoop { (fixture.server.counters.rejected, fixture.journal.requests.count) }
        #expect(counters == (status == 413 ? (1, 0) : (0, 1)))
        try await fixture.stop()
    }

    /// It is not read to its end, and the client is not always done sending when it is refused.
    @Test func doesNotReadAHopelessBody() async throws {
        let fixture = try await Fixture.start { $0.maximumBody = 1000 }
        do {
            let answer = try await fixture.request("PUT", "/echo", body: [UInt8](repeating: 1, count: 1_000_000))
            #expect(answer.status == 413)
        } catch let error as HTTPClientError {
            #expect(error.code == .interrupted)
        }
        let counters = try await onLoop { (fixture.server.counters.rejected, fixture.journal.requests.count) }
        #expect(counters == (1, 0))
        try await fixture.stop()
    }

    /// A chunked body says nothing of its length.
    @Test(arguments: [(10, 200 as Int?), (20, 413), (2000, nil)])
    func boundsAChunkedBody(chunks: Int, status: Int?) async throws {
        let fixture = try await Fixture.start { $0.maximumBody = 1000 }
        let path = fixture.path
        let received = try await blocking {
            let client = try RawClient(path)
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<chunks { client.send("64\r\n\(String(repeating: "x", count: 100))\r\n") }
            client.send("0\r\n\r\n")
            return client.receiveAll()
        }
        #expect(RawClient.status(received) == status)
        try await fixture.stop()
    }

    static let rubbish: [(String, [UInt8], Set<Int?>)] = [
        ("no HTTP", Array("\u{1}\u{2}\u{3}\u{4} garbage\r\n\r\n".utf8), [400, nil]),
        ("a binary flood", (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }, [400, 414, 431, nil]),
        (
            "an over-long line", Array("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\r\n".utf8),
            [414, 431, nil]
        ),
        (
            "over-long headers",
            Array(
                "GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X-A: \(String(repeating: "b", count: 1000))\r\n", count: 100))\r\n"
                    .utf8), [431, 413, nil]
        ),
        ("a header without colon", Array("GET /echo HTTP/1.1\r\nHost\r\n\r\n".utf8), [400, nil]),
        ("a bad length", Array("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n".utf8), [400, nil]),
        (
            "a huge length", Array("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999\r\n\r\n".utf8),
            [413]
        ),
        (
            "a bad chunk", Array("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".utf8),
            [400, nil]
        ),
        ("another protocol", Array("EHLO example.org\r\n".utf8) + [0, 255, 10, 13, 10], [400, nil]),
    ]

    @Test(arguments: rubbish)
    func survives(what: String, bytes: [UInt8], expected: Set<Int?>) async throws {
        let fixture = try await Fixture.start { $0.idleTimeout = .init(5) }
        let path = fixture.path
        let received = try await blocking {
            let client = try RawClient(path)
            client.send(bytes)
            return client.receiveAll()
        }
        #expect(expected.contains(RawClient.status(received)), "\(what): \(RawClient.status(received) as Int?)")
        #expect(try await fixture.request("GET", "/later").status == 200)
        #expect(try await onLoop { fixture.journal.requests.count } == 1)
        try await fixture.stop()
    }

    @Test func servesARequestThatComesByteByByte() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let received = try await blocking {
            let client = try RawClient(path)
            for byte in "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc".utf8 {
                client.send([byte])
            }
            return client.receiveAll()
        }
        #expect(String(decoding: received, as: UTF8.self).hasSuffix("\r\n\r\nabc"))
        try await fixture.stop()
    }

    @Test func servesPipelinedRequestsInOrder() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let received = try await blocking {
            let client = try RawClient(path)
            client.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\nGET /nested HTTP/1.1\r\nHost: x\r\n\r\n")
            client.send("GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return String(decoding: client.receiveAll(), as: UTF8.self)
        }
        let positions = ["later", "nested", "no such thing"].map { received.range(of: $0)?.lowerBound }
        #expect(positions.allSatisfy { $0 != nil })
        #expect(positions.compactMap { $0 } == positions.compactMap { $0 }.sorted())
        try await fixture.stop()
    }

    @Test func speaksTheOldProtocol() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        for target in ["/echo", "/paged?count=2", "/later"] {
            let received = try await blocking {
                let client = try RawClient(path)
                client.send("GET \(target) HTTP/1.0\r\n\r\n")
                return client.receiveAll()
            }
            #expect(RawClient.status(received) == 200)
        }
        try await fixture.stop()
    }

    @Test func dropsIdleAndHalfOpenConnections() async throws {
        let fixture = try await Fixture.start { $0.idleTimeout = .init(5) }
        let path = fixture.path
        for bytes in ["", "GET /ec", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"] {
            let received = try await blocking {
                let client = try RawClient(path)
                client.send(bytes)
                return client.receiveAll()
            }
            #expect(RawClient.status(received).map { $0 == 408 } ?? true)
        }
        try await eventuallyOnLoop { fixture.server.counters.connections == 0 }
        try await fixture.stop()
    }

    @Test func refusesAHeaderWithALineBreak() async throws {
        let fixture = try await Fixture.start()
        #expect(try await fixture.request("GET", "/bad-header").status == 500)
        try await fixture.stop()
    }

    @Test func answersLater() async throws {
        let fixture = try await Fixture.start()
        #expect(try await fixture.request("GET", "/nested").body == Array("nested".utf8))
        let path = fixture.path
        async let held = fixture.request("GET", "/held")
        try await eventuallyOnLoop { fixture.journal.held.count == 1 }
        #expect(try await fixture.request("GET", "/later").status == 200)
        try await onLoop { fixture.journal.release() }
        #expect(try await held.body == Array("held".utf8))
        // A client that does not wait for it.
        let impatient = try await blocking { try RawClient(path) }
        impatient.send("GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
        try await eventuallyOnLoop { fixture.journal.held.count == 1 }
        impatient.hangUp()
        try await onLoop { fixture.journal.release() }
        try await eventuallyOnLoop { fixture.server.counters.connections == 0 }
        try await fixture.stop()
    }
}
