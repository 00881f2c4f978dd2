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
    private let bus: MessageBus
    let input: BluetoothInput
    private(set) var bluez: ScriptedBluez?
    private(set) var inputs: [Input] = []

    init(on bus: MessageBus, _ radio: BluetoothRadio, address: String? = nil) throws {
        self.bus = bus
        input = try BluetoothInput(name: "strap", kind: .heartRate, address: address, radio: radio)
    }

    convenience init(_ recording: String, on bus: MessageBus, address: String? = nil) throws {
        try self.init(on: bus, BluetoothRadio(address: bus.address), address: address)
        try play(recording)
    }

    /// Lets a bluetoothd appear that speaks as in a recording.
    /// - Parameter recording: a file in Tests/Fixtures/bluez, without its ending.
    func play(
        _ recording: String, until limit: (@Loop (_ member: String, _ values: [BusValue]) -> Bool)? = nil
    ) throws {
        bluez?.close()
        let new = try ScriptedBluez(BluezRecording(named: recording), on: bus)
        bluez = new
        new.play(until: limit)
    }

    func start() {
        input.start { [weak self] in self?.inputs.append($0) }
    }

    func close() {
        input.stop()
        bluez?.close()
    }

    var samples: [HeartRateSample] {
        inputs.compactMap { if case .heartRate(let sample) = $0 { sample } else { nil } }
    }

    var rates: [Double?] { samples.map { $0.rate?.rawValue } }

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
            try await eventually("the end of the script") { bluez?.isFinished != false || bluez?.failure != nil }
        } catch {
            throw TimedOut("the end: waiting for \(bluez?.next ?? ""); links were \(links)", after: Seconds(30))
        }
        if let failure = bluez?.failure { throw failure }
    }
}
