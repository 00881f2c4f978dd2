// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import HTTPClient
import TestSupport
import Testing

@testable import HTTPServer

struct StreamTests {
    /// Reads a stream's events until one of the name `end` comes.
    private static func watch(_ path: String, _ target: String = "/stream") async throws -> [String] {
        try await blocking {
            var reader = ServerSentEvents()
            var events: [String] = []
            try HTTPClient(socketPath: path).stream(target) { bytes in
                for event in reader.consume(bytes) { events.append("\(event.name)=\(event.text)") }
                return events.last?.hasPrefix("end=") != true
            }
            return events
        }
    }

    private static func open(_ path: String, _ target: String = "/stream") throws -> RawClient {
        let client = try RawClient(path)
        client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
        return client
    }

    @Test func deliversEvents() async throws {
        let fixture = try await Fixture.start()
        async let watched = Self.watch(fixture.path)
        try await eventuallyOnLoop { fixture.server.counters.streams == 1 }
        for turn in 0..<5 {
            try await onLoop { fixture.journal.streams[0].send(event: "tick", data: Array("\(turn)".utf8)) }
        }
        try await onLoop {
            fixture.journal.streams[0].sendLatest(slot: "s", event: "state", data: [0x31])
            fixture.journal.streams[0].send(event: "two", data: Array("lines\nhere".utf8))
            fixture.journal.streams[0].sendLatest(slot: "s", event: "state", data: [0x32])
            fixture.journal.streams[0].send(event: "end", data: [])
        }
        #expect(
            try await watched == [
                "tick=0", "tick=1", "tick=2", "tick=3", "tick=4", "state=2", "two=lines\nhere", "end=",
            ])
        try await eventuallyOnLoop { fixture.journal.closed == 1 && fixture.server.counters.streams == 0 }
        #expect(try await onLoop { fixture.journal.streams[0].isClosed })
        try await fixture.stop()
    }

    @Test func closeEndsTheResponseAfterWhatWaits() async throws {
        let fixture = try await Fixture.start()
        async let watched = Self.watch(fixture.path)
        try await eventuallyOnLoop { fixture.server.counters.streams == 1 }
        try await onLoop {
            fixture.journal.streams[0].send(event: "last", data: [])
            fixture.journal.streams[0].close()
            fixture.journal.streams[0].send(event: "never", data: [])
        }
        #expect(try await watched == ["last="])
        try await eventuallyOnLoop { fixture.journal.closed == 1 && fixture.server.counters.connections == 0 }
        #expect(try await Self.watch(fixture.path, "/later-stream") == ["late="])
        try await fixture.stop()
    }

    @Test func aStuckClientLosesEventsAndTheOtherNone() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let rounds = 3000
        async let watched = Self.watch(path)
        try await eventuallyOnLoop { fixture.server.counters.streams == 1 }
        let stuck = try await blocking { try Self.open(path) }
        try await eventuallyOnLoop { fixture.server.counters.streams == 2 }
        let data = [UInt8](repeating: 0x78, count: 1000)
        for round in 0..<rounds {
            try await onLoop {
                for stream in fixture.journal.streams {
                    stream.send(event: "n\(round)", data: data)
                    stream.sendLatest(slot: "s", event: "state", data: Array("\(round)".utf8))
                }
            }
            // The reader shares the machine with the writer, and a slow machine may not make it drop.
            if round % 50 == 0 {
                try await eventuallyOnLoop { !fixture.journal.streams[0].hasWaiting }
            }
        }
        try await onLoop { for stream in fixture.journal.streams { stream.send(event: "end", data: []) } }
        let events = try await watched
        #expect(events.filter { $0.hasPrefix("n") }.count == rounds)
        let (dropped, none) = try await onLoop {
            (fixture.journal.streams[1].dropped, fixture.journal.streams[0].dropped)
        }
        #expect(none == 0)
        #expect(dropped > 1000)

        // The stuck one reads again: it is told, and gets what is left.
        let late = try await blocking {
            var reader = ServerSentEvents()
            var events: [ServerSentEvents.Event] = []
            while events.last?.name != "end" {
                let bytes = stuck.receive()
                if bytes.isEmpty { break }
                // The chunks' sizes are lines of their own, which are no fields.
                events += reader.consume(bytes)
            }
            return events
        }
        #expect(late.last?.name == "end")
        let told = late.filter { $0.name == "dropped" }.compactMap { Int($0.text) }.reduce(0, +)
        #expect(told == dropped)
        #expect(late.contains { $0.name == "state" && $0.text == "\(rounds - 1)" })
        try await fixture.stop()
    }

    @Test func noticesAClientThatLeaves() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        try await blocking {
            let client = try Self.open(path)
            #expect(client.receive(until: "\r\n\r\n"))
        }
        // Long before a heartbeat.
        try await eventuallyOnLoop { fixture.journal.closed == 1 && fixture.server.counters.connections == 0 }
        #expect(try await onLoop { fixture.server.counters.aborted } == 1)
        try await fixture.stop()
    }

    @Test func aHalfClosedClientStillGetsEvents() async throws {
        let fixture = try await Fixture.start { $0.heartbeat = .init(0.1) }
        let path = fixture.path
        let client = try await blocking { try Self.open(path) }
        try await eventuallyOnLoop { fixture.server.counters.streams == 1 }
        shutdown(client.descriptor, CInt(SHUT_WR))
        try await onLoop { fixture.journal.streams[0].send(event: "end", data: []) }
        #expect(try await blocking { client.receive(until: "event: end") })
        try await fixture.stop()
    }

    @Test func sendsHeartbeats() async throws {
        let fixture = try await Fixture.start { $0.heartbeat = .init(0.05) }
        let path = fixture.path
        let hearts = try await blocking {
            let client = try Self.open(path)
            return (0..<5).allSatisfy { _ in client.receive(until: ":\n\n") }
        }
        #expect(hearts)
        try await eventuallyOnLoop { fixture.server.counters.streams == 0 }
        try await fixture.stop()
    }

    @Test func hasNoIdleTimeout() async throws {
        let fixture = try await Fixture.start { $0.idleTimeout = .init(5) }
        let path = fixture.path
        let client = try await blocking { try Self.open(path) }
        // Another connection times out meanwhile.
        _ = try await blocking { try RawClient(path).receiveAll() }
        _ = try await blocking { try RawClient(path).receiveAll() }
        #expect(try await onLoop { fixture.server.counters.streams } == 1)
        try await onLoop { try #require(fixture.journal.streams.first).send(event: "end", data: []) }
        #expect(try await blocking { client.receive(until: "event: end") })
        try await fixture.stop()
    }

    @Test func boundsTheStreamsOfLivingClients() async throws {
        let fixture = try await Fixture.start { $0.maximumStreams = 3 }
        let path = fixture.path
        let clients = try await blocking { try (0..<3).map { _ in try Self.open(path) } }
        try await eventuallyOnLoop { fixture.server.counters.streams == 3 }
        let error = try await blocking { () -> HTTPClientError? in
            do {
                try HTTPClient(socketPath: path).stream("/stream") { _ in true }
                return nil
            } catch let error as HTTPClientError {
                return error
            }
        }
        #expect(error?.code == .status(503))
        #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == "too many streams are open\n")
        // The refused one is over for its owner too.
        #expect(try await onLoop { fixture.journal.closed } == 1)
        #expect(try await onLoop { fixture.server.counters.rejected } == 1)
        // Who comes back at once is not refused because of its own former connection.
        clients[0].hangUp()
        try await blocking {
            let client = try Self.open(path)
            #expect(client.receive(until: "200 OK"))
        }
        try await fixture.stop()
    }

    @Test func restsWhenNothingHappens() async throws {
        let fixture = try await Fixture.start()
        let path = fixture.path
        let clients = try await blocking {
            let clients = try (0..<5).map { _ in try Self.open(path) }
            for client in clients { #expect(client.receive(until: "\r\n\r\n")) }
            // An idle connection, a request that waits, and a client that does not read.
            let others = try [
                RawClient(path), Self.open(path, "/held"), Self.open(path, "/big?size=5000000"),
            ]
            return clients + others
        }
        try await eventuallyOnLoop { fixture.server.counters.connections == 8 && fixture.journal.held.count == 1 }
        // The measure is of silence, so there is no event to await.
        try await Task.sleep(for: .milliseconds(300))
        let before = try await onLoop { fixture.server.turns }
        try await Task.sleep(for: .milliseconds(1000))
        let turns = try await onLoop { fixture.server.turns } - before
        #expect(turns <= 2)
        withExtendedLifetime(clients) {}
        try await fixture.stop()
    }
}
