// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import BluetoothInput
import Bus
import EventLoop
import RunwayModel
import TestSupport

/// A strap's input on a real bus, where a recorded bluetoothd plays; what is delivered is collected.
@Loop
final class Stage {
    let bus: MessageBus
    let bluez: ScriptedBluez
    private let radio: BluetoothRadio
    let input: BluetoothInput
    private(set) var inputs: [Input] = []

    /// - Parameter recording: a file in Tests/Fixtures/bluez, without its ending.
    init(_ recording: String, on bus: MessageBus, address: String? = nil) throws {
        self.bus = bus
        let file = Resources.packageRoot.appendingPathComponent("Tests/Fixtures/bluez/\(recording).jsonl")
        bluez = try ScriptedBluez(BluezRecording(file: file), on: bus)
        radio = try BluetoothRadio(address: bus.address)
        input = try BluetoothInput(name: "strap", kind: .heartRate, address: address, radio: radio)
    }

    func start() {
        bluez.play()
        input.start { [weak self] in self?.inputs.append($0) }
    }

    func close() {
        input.stop()
        bluez.close()
    }

    var rates: [Double?] {
        inputs.compactMap { if case .heartRate(let sample) = $0 { sample.rate?.rawValue } else { nil } }
    }

    /// The link's way: `up`, `down closed` …
    var links: [String] {
        inputs.compactMap { input in
            guard case .link(let link) = input else { return nil }
            return link.state.rawValue + (link.reason.map { " \($0)" } ?? "")
        }
    }

    var batteries: [Int] {
        inputs.compactMap { if case .battery(let battery) = $0 { battery.percent } else { nil } }
    }

    /// Waits until the script is at its end.
    func finish() async throws {
        do {
            try await eventually("the end of the script") { bluez.isFinished || bluez.failure != nil }
        } catch {
            throw TimedOut("the end of the script; it waits for \(bluez.next); links were \(links)", after: Seconds(30))
        }
        if let failure = bluez.failure { throw failure }
    }
}
