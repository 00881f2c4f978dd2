// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import JSONLinesSink

/// Standard output is another descriptor here: the test runner needs its own.
@Suite struct StandardOutputTests {
    private func ends(of make: (inout [CInt]) -> CInt) throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [-1, -1]
        try #require(make(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }

    private func lines(of descriptor: CInt, until count: Int) async throws -> [Event?] {
        try await onLoop {
            var bytes: [UInt8] = []
            try await eventually("\(count) lines") {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let taken = read(descriptor, &buffer, buffer.count)
                if taken > 0 { bytes += buffer[..<taken] }
                return bytes.filter { $0 == UInt8(ascii: "\n") }.count == count
            }
            return try bytes.split(separator: UInt8(ascii: "\n")).map {
                try ReadLine(String(decoding: $0, as: UTF8.self)).event
            }
        }
    }

    private func check(_ ends: (read: CInt, write: CInt), _ comment: Comment) async throws {
        let events = (0..<40).map { event($0, length: 10_000) }
        let flags = fcntl(ends.write, F_GETFL)
        let sink = try await onLoop {
            let sink = try JSONLinesSink(.standardOutput, standardOutput: ends.write)
            let feeder = Feeder(sink, events)
            feeder.start()
            return (sink, feeder)
        }
        #expect(try await lines(of: ends.read, until: 40) == events, comment)
        // Others write there too: the flags of their description are as they were.
        #expect(fcntl(ends.write, F_GETFL) == flags, comment)
        await onLoopStop(sink.0)
        close(ends.write)
        close(ends.read)
    }

    @Loop private func onLoopStop(_ sink: JSONLinesSink) { sink.stop() }

    @Test func pipeIsOpenedAnewAndItsFlagsAreLeftAlone() async throws {
        try await check(try ends { pipe(&$0) }, "pipe")
    }

    @Test func socketIsSentToWithoutWaiting() async throws {
        let type = CInt(SOCK_STREAM.rawValue)
        try await check(try ends { socketpair(AF_UNIX, type, 0, &$0) }, "socket")
    }

    @Test func sharedPipeIsAskedFirst() async throws {
        let ends = try ends { pipe(&$0) }
        let outlet = Outlet(descriptor: ends.write, way: .shared)
        let bytes = [UInt8](repeating: 1, count: 10_000)
        var total = 0
        // It would hang here if it wrote to a full pipe.
        while case let count = outlet.write(bytes[...]), count > 0 {
            #expect(count <= 4096)
            total += count
        }
        #expect(outlet.write(bytes[...]) == -Int(EAGAIN))
        #expect(total >= 4096)
        close(ends.write)
        close(ends.read)
    }

    @Test func closedOneIsTrouble() async throws {
        try await onLoop {
            let sink = try JSONLinesSink(.standardOutput, standardOutput: 9999)
            sink.start {}
            try await eventually("the trouble") { sink.trouble == "standard output is closed" }
            sink.stop()
        }
    }

    @Test func pipeWithoutAReaderIsTrouble() async throws {
        let ends = try ends { pipe(&$0) }
        close(ends.read)
        try await onLoop {
            let sink = try JSONLinesSink(.standardOutput, standardOutput: ends.write)
            sink.start {}
            try await eventually("the trouble") { sink.trouble == "no reader on standard output" }
            #expect(!sink.offer(.event(event(1))))
            sink.stop()
        }
        close(ends.write)
    }
}
