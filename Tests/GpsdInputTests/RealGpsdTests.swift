// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import Gpsd
import RunwayModel
import TestSupport
import Testing

@testable import GpsdInput

@Loop
private func startedInput(_ port: UInt16, device: String? = nil) throws -> (GpsdInput, Collector) {
    let input = try GpsdInput(GpsdConfiguration(host: "127.0.0.1", port: port, device: device))
    let collector = Collector()
    input.start { collector.take($0) }
    return (input, collector)
}

private func positions(_ inputs: [Input], near latitude: Double? = nil) -> Int {
    inputs.count {
        guard case .fix(let fix) = $0, let position = fix.position else { return false }
        return latitude.map { abs(position.latitude.rawValue - $0) < 0.01 } ?? true
    }
}

/// Sends once a second what a receiver says that is carried eastwards at 3 m/s, 519 m above the sea.
private func carried(
    along latitude: Double, _ destination: Destination, quality: Feed.Quality = .fix
) throws -> Feed {
    let start = Course.Start(latitude: latitude, longitude: 11.576123, height: 566, track: 90)
    // Longer than any test may take.
    let receiver = Receiver(Course(start: start, [.run(3, for: 200)]), geoid: Metres(47))
    return try Feed(receiver, to: destination, writer: NMEAWriter(kinds: [.gga, .gsa, .rmc]), quality: quality)
}

private func freeSources() throws -> [TestSupport.Gpsd.Source] { try [.udp(freePort(.udp)), .udp(freePort(.udp))] }

/// Against gpsd itself, with receivers that speak in real time.
@Suite(.enabled(if: TestSupport.Gpsd.isExpected, "gpsd is not installed"), .timeLimit(.minutes(3)))
struct RealGpsdTests {
    @Test func deliversOneFixASecond() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let feed = try carried(along: 48.137154, .gpsd(gpsd))
        defer { feed.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(gpsd.port)
            try await collector.wait(for: "eight fixes") { positions($0) >= 8 }
            let fixes = collector.fixes.filter { $0.position != nil }
            let times = fixes.compactMap { $0.time?.secondsSince1970 }
            #expect(times.count == fixes.count)
            // Each epoch once, whatever gpsd made of it.
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 1 }, "\(times)")
            #expect(fixes.last?.mode == .threeDimensional)
            #expect(abs((fixes.last?.latitude?.rawValue ?? 0) - 48.137154) < 1e-4)
            #expect(abs((fixes.last?.speed?.rawValue ?? 0) - 3) < 0.01)
            #expect(fixes.last?.altitudeMSL == Metres(519))
            #expect(input.counters.malformed == 0 && input.counters.overlong == 0)
            #expect(input.version != nil)
            input.stop()
        }
    }

    // B10, B11, B13. Whether gpsd itself believes the coordinates or not, they must not come through.
    @Test func passesNoPositionThatTheReceiverCallsVoid() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let feed = try carried(along: 48.137154, .gpsd(gpsd), quality: .void)
        defer { feed.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(gpsd.port)
            try await collector.wait(for: "fixes without a fix") { $0.count { $0.kind == "fix" } >= 4 }
            #expect(
                collector.fixes.allSatisfy { $0.mode < .twoDimensional && $0.latitude == nil && $0.longitude == nil })
            feed.quality = .fix
            try await collector.wait(for: "a fix") { positions($0) >= 3 }
            feed.quality = .void
            try await collector.wait(for: "the loss") { inputs in
                if case .fix(let fix)? = inputs.last(where: { $0.kind == "fix" }) {
                    fix.mode < .twoDimensional
                } else {
                    false
                }
            }
            let count = positions(collector.inputs)
            let reports = collector.fixes.count
            try await collector.wait(for: "more of it") { $0.count { $0.kind == "fix" } >= reports + 3 }
            #expect(positions(collector.inputs) == count)
            input.stop()
        }
    }

    // B1, B2.
    @Test func comesBackWithinFiveSecondsOfGpsd() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let feed = try carried(along: 48.137154, .gpsd(gpsd))
        defer { feed.stop() }
        try await gpsd.kill()
        // Refused at the beginning.
        let (input, collector) = try await onLoop {
            let (input, collector) = try startedInput(gpsd.port)
            try await collector.wait(for: "the refusal") { $0.count == 2 }
            #expect(collector.links == ["connecting", "down:refused"])
            return (input, collector)
        }
        try await gpsd.start()
        try await onLoop {
            try await collector.wait(for: "fixes") { positions($0) >= 3 }
            #expect(collector.links == ["connecting", "down:refused", "up"])
        }
        try await gpsd.kill()
        try await onLoop {
            try await collector.wait(for: "the loss") { _ in collector.links.count == 4 }
            // Long enough for the waits to have grown to their limit.
            try await pause(Seconds(7))
            #expect(collector.links == ["connecting", "down:refused", "up", "down:closed"])
        }
        let (started, before) = try await onLoop { (BootClock.now(), positions(collector.inputs)) }
        try await gpsd.start()
        try await onLoop {
            try await collector.wait(for: "fixes again") { positions($0) > before }
            let took = BootClock.now() - started
            // Five seconds are what is promised; a loaded machine gets some more.
            #expect(took < Seconds(8), "\(took)")
            #expect(collector.links == ["connecting", "down:refused", "up", "down:closed", "up"])
            #expect(input.counters.reconnects == 1)
            input.stop()
        }
    }

    // B28, B29.
    @Test func goesOverToAnotherReceiverWhenTheActiveOneIsSilent() async throws {
        let gpsd = try await TestSupport.Gpsd(sources: freeSources())
        let first = try carried(along: 48.1, .gpsd(gpsd))
        defer { first.stop() }
        try await onLoop {
            let (input, collector) = try startedInput(gpsd.port)
            try await collector.wait(for: "the first receiver") { positions($0, near: 48.1) >= 2 }
            let second = try carried(along: 47.5, .gpsd(gpsd, source: 1))
            try await collector.wait(for: "the second one to be passed over") { _ in input.counters.otherReceivers >= 3
            }
            #expect(positions(collector.inputs, near: 47.5) == 0)
            first.quality = .mute
            try await collector.wait(for: "the second receiver") { positions($0, near: 47.5) >= 2 }
            #expect(input.activeReceiver == gpsd.sources[1].device)
            // The first comes back, and stays second.
            first.quality = .fix
            let before = positions(collector.inputs, near: 48.1)
            let others = input.counters.otherReceivers
            try await collector.wait(for: "the first to be passed over") { _ in
                input.counters.otherReceivers >= others + 2
            }
            #expect(positions(collector.inputs, near: 48.1) == before)
            #expect(collector.links == ["connecting", "up"])
            second.stop()
            input.stop()
        }
    }

    @Test func followsReceiversThatAreUnpluggedAndPluggedIn() async throws {
        let terminals = try [PseudoTerminal(), PseudoTerminal()]
        let gpsd = try await TestSupport.Gpsd(sources: [.terminal(terminals[0].path)])
        let feeds = try [carried(along: 48.1, .terminal(terminals[0])), carried(along: 47.5, .terminal(terminals[1]))]
        defer { for feed in feeds { feed.stop() } }
        let (input, collector) = try await onLoop {
            let (input, collector) = try startedInput(gpsd.port)
            try await collector.wait(for: "the first receiver") { positions($0, near: 48.1) >= 2 }
            #expect(input.activeReceiver == terminals[0].path)
            return (input, collector)
        }
        try await gpsd.remove(.terminal(terminals[0].path))
        try await gpsd.add(.terminal(terminals[1].path))
        try await onLoop {
            try await collector.wait(for: "the second receiver") { positions($0, near: 47.5) >= 2 }
            #expect(input.activeReceiver == terminals[1].path)
            #expect(collector.links == ["connecting", "up"])
            input.stop()
        }
    }

    @Test func waitsForThePinnedReceiver() async throws {
        let gpsd = try await TestSupport.Gpsd(sources: freeSources())
        let feeds = try [carried(along: 48.1, .gpsd(gpsd)), carried(along: 47.5, .gpsd(gpsd, source: 1))]
        defer { for feed in feeds { feed.stop() } }
        try await onLoop {
            let (input, collector) = try startedInput(gpsd.port, device: gpsd.sources[1].device)
            try await collector.wait(for: "the pinned receiver") { positions($0, near: 47.5) >= 3 }
            #expect(positions(collector.inputs, near: 48.1) == 0)
            input.stop()
        }
    }
}
