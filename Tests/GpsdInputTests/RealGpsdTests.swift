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

/// The changes of the link since gpsd, started a moment before, took connections.
@Loop
private func changes(_ collector: Collector) -> [String] { collector.links.filter { $0 != "down:refused" } }

private func positions(_ inputs: [Input], near latitude: Double? = nil) -> Int {
    inputs.count {
        guard case .fix(let fix) = $0, let position = fix.position else { return false }
        return latitude.map { abs(position.latitude.rawValue - $0) < 0.01 } ?? true
    }
}

/// Against gpsd itself, with receivers that speak in real time.
@Suite(.enabled(if: RealGpsd.isInstalled, "gpsd is not installed"), .timeLimit(.minutes(3)))
struct RealGpsdTests {
    @Test func deliversOneFixASecond() async throws {
        let udp = freePort(datagramSocket)
        let gpsd = RealGpsd(sources: ["udp://127.0.0.1:\(udp)"])
        gpsd.start()
        defer { gpsd.kill() }
        let receiver = Receiver(latitude: 48.137154, udp: udp)
        defer { receiver.stop() }
        let port = gpsd.port
        try await onLoop {
            let (input, collector) = try startedInput(port)
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
        let udp = freePort(datagramSocket)
        let gpsd = RealGpsd(sources: ["udp://127.0.0.1:\(udp)"])
        gpsd.start()
        defer { gpsd.kill() }
        let receiver = Receiver(latitude: 48.137154, quality: .void, udp: udp)
        defer { receiver.stop() }
        let port = gpsd.port
        try await onLoop {
            let (input, collector) = try startedInput(port)
            try await collector.wait(for: "fixes without a fix") { $0.count { $0.kind == "fix" } >= 4 }
            #expect(
                collector.fixes.allSatisfy { $0.mode < .twoDimensional && $0.latitude == nil && $0.longitude == nil })
            receiver.quality = .fix
            try await collector.wait(for: "a fix") { positions($0) >= 3 }
            receiver.quality = .void
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
        let udp = freePort(datagramSocket)
        let port = freePort(streamSocket)
        let receiver = Receiver(latitude: 48.137154, udp: udp)
        defer { receiver.stop() }
        let source = "udp://127.0.0.1:\(udp)"
        // Refused at the beginning.
        let (input, collector) = try await onLoop {
            let (input, collector) = try startedInput(port)
            try await collector.wait(for: "the refusal") { $0.count == 2 }
            #expect(collector.links == ["connecting", "down:refused"])
            return (input, collector)
        }
        let first = RealGpsd(sources: [source], port: port)
        first.start()
        defer { first.kill() }
        try await onLoop {
            try await collector.wait(for: "fixes") { positions($0) >= 3 }
            #expect(collector.links == ["connecting", "down:refused", "up"])
        }
        first.kill()
        try await onLoop {
            try await collector.wait(for: "the loss") { _ in collector.links.count == 4 }
            // Long enough for the waits to have grown to their limit.
            try await pause(7)
            #expect(collector.links == ["connecting", "down:refused", "up", "down:closed"])
        }
        let second = RealGpsd(sources: [source], port: port)
        second.start()
        defer { second.kill() }
        try await onLoop {
            let started = BootClock.now()
            let before = positions(collector.inputs)
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
        let ports = (freePort(datagramSocket), freePort(datagramSocket))
        let gpsd = RealGpsd(sources: ["udp://127.0.0.1:\(ports.0)", "udp://127.0.0.1:\(ports.1)"])
        gpsd.start()
        defer { gpsd.kill() }
        let first = Receiver(latitude: 48.1, udp: ports.0)
        defer { first.stop() }
        let port = gpsd.port
        try await onLoop {
            let (input, collector) = try startedInput(port)
            try await collector.wait(for: "the first receiver") { positions($0, near: 48.1) >= 2 }
            let second = Receiver(latitude: 47.5, udp: ports.1)
            try await collector.wait(for: "the second one to be passed over") { _ in input.counters.otherReceivers >= 3
            }
            #expect(positions(collector.inputs, near: 47.5) == 0)
            first.quality = .mute
            try await collector.wait(for: "the second receiver") { positions($0, near: 47.5) >= 2 }
            #expect(input.activeReceiver == "udp://127.0.0.1:\(ports.1)")
            // The first comes back, and stays second.
            first.quality = .fix
            let before = positions(collector.inputs, near: 48.1)
            let others = input.counters.otherReceivers
            try await collector.wait(for: "the first to be passed over") { _ in
                input.counters.otherReceivers >= others + 2
            }
            #expect(positions(collector.inputs, near: 48.1) == before)
            #expect(changes(collector) == ["connecting", "up"])
            second.stop()
            input.stop()
        }
    }

    @Test func followsReceiversThatAreUnpluggedAndPluggedIn() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = (TerminalLine(), TerminalLine())
        let gpsd = RealGpsd(sources: [lines.0.path], control: folder.appendingPathComponent("control").path)
        gpsd.start()
        defer { gpsd.kill() }
        let receivers = (Receiver(latitude: 48.1) { lines.0.say($0) }, Receiver(latitude: 47.5) { lines.1.say($0) })
        defer {
            receivers.0.stop()
            receivers.1.stop()
        }
        let port = gpsd.port
        let (input, collector) = try await onLoop {
            let (input, collector) = try startedInput(port)
            try await collector.wait(for: "the first receiver") { positions($0, near: 48.1) >= 2 }
            #expect(input.activeReceiver == lines.0.path)
            return (input, collector)
        }
        #expect(gpsd.control("-\(lines.0.path)"))
        #expect(gpsd.control("+\(lines.1.path)"))
        try await onLoop {
            try await collector.wait(for: "the second receiver") { positions($0, near: 47.5) >= 2 }
            #expect(input.activeReceiver == lines.1.path)
            #expect(changes(collector) == ["connecting", "up"])
            input.stop()
        }
    }

    @Test func waitsForThePinnedReceiver() async throws {
        let ports = (freePort(datagramSocket), freePort(datagramSocket))
        let gpsd = RealGpsd(sources: ["udp://127.0.0.1:\(ports.0)", "udp://127.0.0.1:\(ports.1)"])
        gpsd.start()
        defer { gpsd.kill() }
        let receivers = (Receiver(latitude: 48.1, udp: ports.0), Receiver(latitude: 47.5, udp: ports.1))
        defer {
            receivers.0.stop()
            receivers.1.stop()
        }
        let port = gpsd.port
        try await onLoop {
            let (input, collector) = try startedInput(port, device: "udp://127.0.0.1:\(ports.1)")
            try await collector.wait(for: "the pinned receiver") { positions($0, near: 47.5) >= 3 }
            #expect(positions(collector.inputs, near: 48.1) == 0)
            input.stop()
        }
    }
}
