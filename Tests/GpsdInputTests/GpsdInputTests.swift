// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import Gpsd
import RunwayModel
import Synchronization
import TestSupport
import Testing

@testable import GpsdInput

private let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"

private func tpv(_ second: Int, mode: Int = 3) -> String {
    "{\"class\":\"TPV\",\"device\":\"/dev/a\",\"mode\":\(mode),\"time\":\(1_800_000_000 + second),\"lat\":48.1,\"lon\":11.5}\r\n"
}

/// An input with what it delivers.
@Loop
private func startedInput(_ port: UInt16, host: String = "127.0.0.1", device: String? = nil) throws -> (
    GpsdInput, Collector
) {
    let input = try GpsdInput(GpsdConfiguration(host: host, port: port, device: device))
    let collector = Collector()
    input.start { collector.take($0) }
    return (input, collector)
}

/// Against a server of the test's own.
@Suite(.timeLimit(.minutes(2)))
struct GpsdInputTests {
    @Test func deliversFixesAndTheLinkInOrder() async throws {
        let server = try TestServer { connection in
            sendAll(
                connection,
                version + tpv(0) + #"{"class":"SKY","device":"/dev/a","hdop":0.9,"uSat":8}"# + "\r\n" + tpv(1))
            waitForEnd(connection)
        }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port)
            try await collector.wait(for: "two fixes") { inputs in inputs.count >= 5 }
            #expect(collector.links == ["connecting", "up"])
            #expect(collector.inputs.map(\.kind) == ["link", "link", "sky", "fix", "fix"])
            #expect(collector.fixes.map(\.time?.secondsSince1970) == [1_800_000_000, 1_800_000_001])
            #expect(input.version == GpsdVersion(release: "3.22", protocolMajor: 3, protocolMinor: 14))
            #expect(input.activeReceiver == "/dev/a")
            input.stop()
        }
    }

    @Test func asksForTheReports() async throws {
        let asked = Mutex("")
        let server = try TestServer { connection in
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = recv(connection, &buffer, buffer.count, 0)
            asked.withLock { $0 = String(decoding: buffer[..<max(0, count)], as: UTF8.self) }
            sendAll(connection, version)
            waitForEnd(connection)
        }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port, host: "localhost", device: "/dev/a")
            try await collector.wait(for: "up") { $0.count == 2 }
            input.stop()
        }
        #expect(asked.withLock { $0 } == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/a\"};\n")
    }

    @Test func findsAHostByItsName() async throws {
        let server = try TestServer { connection in
            sendAll(connection, version)
            waitForEnd(connection)
        }
        // The machine's own name goes through the resolver; where it is not that of a loopback address, refusal is
        // an answer as well, and where it has no address at all, that.
        let name = ProcessInfo.processInfo.hostName
        var found: UnsafeMutablePointer<addrinfo>?
        let isKnown = getaddrinfo(name, nil, nil, &found) == 0
        freeaddrinfo(found)
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port, host: name)
            try await collector.wait(for: "an answer") { $0.count == 2 }
            let answers = isKnown ? ["up", "down:refused"] : ["down:unresolved"]
            #expect(answers.contains(collector.links.last ?? ""), "\(collector.links)")
            input.stop()
        }
    }

    @Test func reportsANameThatNobodyHas() async throws {
        try await onLoop {
            let (input, collector) = try startedInput(2947, host: "no-such-host.invalid")
            try await collector.wait(for: "the failure", seconds: 60) { $0.count == 2 }
            #expect(collector.links == ["connecting", "down:unresolved"])
            input.stop()
        }
    }

    @Test func startsWhenTheServerComesLater() async throws {
        let port = try freePort(.tcp)
        try await onLoop {
            let (input, collector) = try startedInput(port)
            try await collector.wait(for: "the refusal") { $0.count == 2 }
            #expect(collector.links == ["connecting", "down:refused"])
            input.stop()
        }
    }

    // B5, and everything else that a line can be.
    @Test func putsUpWithHalfLinesAndGarbage() async throws {
        let server = try TestServer { connection in
            sendAll(connection, version)
            for byte in tpv(0).unicodeScalars { sendAll(connection, String(byte)) }
            sendAll(connection, "garbage\r\n{\"class\":\"TPV\",\"mode\":3,\r\n" + String(repeating: "x", count: 60_000))
            sendAll(connection, String(repeating: "{", count: 40_000) + "\r\n" + tpv(1))
            waitForEnd(connection)
        }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port)
            try await collector.wait(for: "both fixes") { $0.count >= 4 }
            #expect(collector.fixes.count == 2)
            let counters = input.counters
            #expect(counters.malformed == 2 && counters.overlong == 1 && counters.lines == 5)
            input.stop()
        }
    }

    /// As the status shows them.
    @Test func countsTheFieldsThatItCouldNotUse() async throws {
        let server = try TestServer { connection in
            sendAll(connection, version + tpv(0))
            sendAll(connection, #"{"class":"TPV","mode":3,"lat":"1","lon":2,"speed":1e999}"# + "\r\n")
            sendAll(connection, #"{"class":"SKY","hdop":[]}"# + "\r\n" + tpv(5))
            waitForEnd(connection)
        }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port)
            try await collector.wait(for: "the sky") { _ in input.counts["lines"] == 5 }
            #expect(input.counts["bad_fields"] == 3 && input.counts["malformed"] == 0 && input.counts["untimed"] == 0)
            input.stop()
        }
    }

    @Test func staysResponsiveInAFlood() async throws {
        let server = try TestServer { connection in
            sendAll(connection, version)
            let flood = (0..<500).map { tpv($0) }.joined()
            while sendAll(connection, flood) {}
        }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port)
            try await collector.wait(for: "the link") { $0.count == 2 }
            for _ in 0..<20 { try await pause(Seconds(0.01)) }
            // The loop turned while more came than it could read.
            #expect(input.counters.lines > 500)
            input.stop()
            let count = collector.inputs.count
            try await pause(Seconds(0.05))
            #expect(collector.inputs.count == count)
        }
    }

    @Test func isNotUpWhileTheServerSaysNothing() async throws {
        let server = try TestServer { waitForEnd($0) }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port)
            for _ in 0..<10 { try await pause(Seconds(0.1)) }
            #expect(collector.links == ["connecting"])
            input.stop()
        }
    }

    @Test func takesNothingFromAServerThatIsNotGpsd() async throws {
        let server = try TestServer { connection in
            sendAll(connection, tpv(0) + tpv(1) + tpv(2) + tpv(3) + tpv(4))
            waitForEnd(connection)
        }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port)
            try await collector.wait(for: "the refusal") { $0.count == 2 }
            #expect(collector.links == ["connecting", "down:not-gpsd"])
            input.stop()
        }
    }

    @Test func comesBackAfterTheServerClosed() async throws {
        let server = try TestServer { sendAll($0, version + tpv(0)) }
        defer { server.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(server.port)
            try await collector.wait(for: "three connections") { _ in collector.links.count >= 6 }
            #expect(Array(collector.links.prefix(6)) == ["connecting", "up", "down:closed", "up", "down:closed", "up"])
            #expect(input.counters.reconnects == 2)
            // What was held of the epoch is handed over before the loss is told.
            #expect(collector.inputs.map(\.kind).prefix(4) == ["link", "link", "fix", "link"])
            input.stop()
        }
    }

    /// The second link most likely gets the descriptor that the first one has just closed, within the same turn.
    @Test func letsGoOfItsSocketBeforeItClosesIt() async throws {
        let brief = try TestServer { sendAll($0, version) }
        defer { brief.stop() }
        let lasting = try TestServer { connection in
            sendAll(connection, version + tpv(0))
            waitForEnd(connection)
        }
        defer { lasting.stop() }
        try await onLoop {
            let second = Collector()
            let next = try GpsdInput(GpsdConfiguration(host: "127.0.0.1", port: lasting.port))
            let input = try GpsdInput(GpsdConfiguration(host: "127.0.0.1", port: brief.port))
            var hasStarted = false
            input.start {
                guard case .link(let change) = $0, change.state == .down, !hasStarted else { return }
                hasStarted = true
                next.start { second.take($0) }
            }
            // Less than it takes until an attempt to connect is given up.
            try await second.wait(for: "the second link's fix", seconds: 4) { $0.count >= 3 }
            input.stop()
            next.stop()
        }
    }

    @Test func givesUpAConnectionThatIsNotAnswered() async throws {
        // A full backlog: the kernel answers no further attempt.
        let (descriptor, port) = try listeningSocket(backlog: 0)
        defer { close(descriptor) }
        var fillers: [CInt] = []
        defer { for filler in fillers { close(filler) } }
        var address = loopback(port)
        for _ in 0..<4 {
            let filler = socket(AF_INET, Transport.tcp.socketType, 0)
            _ = fcntl(filler, F_SETFL, O_NONBLOCK)
            _ = withSocketAddress(&address) { connect(filler, $0, $1) }
            fillers.append(filler)
        }
        try await onLoop {
            let (input, collector) = try startedInput(port)
            let started = BootClock.now()
            for _ in 0..<5 { try await pause(Seconds(0.05)) }
            try await collector.wait(for: "the timeout") { $0.count == 2 }
            #expect(collector.links == ["connecting", "down:timeout"])
            #expect(BootClock.now() - started >= Seconds(5))
            input.stop()
        }
    }

    // B6.
    @Test func leavesNoDescriptorBehind() async throws {
        let server = try TestServer { connection in
            sendAll(connection, version + tpv(0))
            waitForEnd(connection)
        }
        let closed = try freePort(.tcp)
        let before = openDescriptors()
        defer { server.stop() }
        try await onLoop {
            for _ in 0..<100 {
                let (input, collector) = try startedInput(server.port)
                try await collector.wait(for: "the fix") { $0.count >= 3 }
                input.stop()
                let (refused, failures) = try startedInput(closed)
                try await failures.wait(for: "the refusal") { $0.count == 2 }
                refused.stop()
            }
        }
        // Other tests open and close theirs meanwhile; a leak would be a hundred.
        #expect(openDescriptors() - before < 50)
    }

    private func openDescriptors() -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }
}
