// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport

/// A strap of 1 Hz on a bus of its own, by a bluetoothd that speaks as a recorded one did.
final class BenchStrap: Sendable {
    private static let characteristic = "/org/bluez/hci0/dev_F0_F1_F2_F3_F4_F5/service000e/char000f"

    let configuration = "[sensor strap]\ntype = heart-rate\ntransport = bluez"
    private let bus: MessageBus

    init() async throws {
        bus = try await MessageBus()
        let bus = bus
        try await onLoop {
            let bluez = try ScriptedBluez(BluezRecording(named: "measurements"), on: bus)
            bluez.play()
            Loop.spawn {
                var beats: UInt8 = 0
                do {
                    while true {
                        try await pause(Seconds(1))
                        guard bluez.isFinished else { continue }
                        beats &+= 1
                        try bluez.notify(BenchStrap.characteristic, [0x16, 140 + beats % 20, 0x9C, 0x01, 0x98, 0x01])
                    }
                } catch {
                    print("the strap failed: \(error)")
                }
            }
        }
    }

    var environment: [String: String?] { bus.environment }

    /// Waits until the daemon has a heart rate.
    func isDelivering(to socket: String) async throws {
        for _ in 0..<300 {
            let status = try ChildProcess(Resources.program("runway"), ["--socket", socket, "status", "--json"])
            _ = try await status.finish(within: Seconds(30))
            if status.output.texts.joined().contains("\"state\":\"live\"") { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw TimedOut("a heart rate", after: Seconds(30))
    }
}
