// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import EventLoop
import RunwayModel
import TestSupport
import Testing

/// The whole daemon on a real bus, where a recorded bluetoothd plays.
@Suite(.enabled(if: MessageBus.isExpected))
struct BluetoothFlightTests {
    private static let strap = "[sensor strap]\ntype=heart-rate\ntransport=bluez"
    private static let characteristic = "/org/bluez/hci0/dev_F0_F1_F2_F3_F4_F5/service000e/char000f"

    @Test func aStrapIsFlownWithDroppedAndBack() async throws {
        let bus = try await MessageBus()
        let station = try Station(gpsd: nil, BluetoothFlightTests.strap)
        let bluez = try await onLoop {
            let bluez = try ScriptedBluez(BluezRecording(named: "drops"), on: bus)
            // Until it is dropped for the first time.
            bluez.play { member, values in
                member == "PropertiesChanged" && values[1].dictionary?["Connected"]?.boolean == false
            }
            return bluez
        }
        try await station.start(environment: bus.environment)
        try await station.wait(for: "a heart rate") { $0.state.heartRate.state == .live }
        #expect(try await station.runway("start", "--now").status == 0)
        for rate in 140..<150 {
            try await onLoop {
                try bluez.notify(BluetoothFlightTests.characteristic, [0x06, UInt8(rate)])
                try await pause(Seconds(0.3))
            }
        }
        try await station.wait(for: "the last rate") { $0.state.heartRate.rate == BeatsPerMinute(149) }
        try await onLoop { bluez.play() }
        let back = try await station.wait(for: "the strap again") {
            $0.counters["strap_connections"] == 3 && $0.state.heartRate.state == .live
        }
        #expect(back.state.heartRate.battery == 55)
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        let flight = try #require(try station.logbook().flights().first)
        let average = try #require(flight.summary.averageHeartRate)
        #expect((120...149).contains(average.rawValue))
        try expectDeterminism(station.logbook(), flight.id)
        let said = station.daemon?.errors.texts ?? []
        #expect(said.filter { $0.contains("strap is not connected (closed)") }.count == 2)
        try await onLoop { bluez.close() }
    }

    @Test func withoutBluetoothItFliesAndSaysWhatMendsIt() async throws {
        let bus = try await MessageBus()
        let station = try Station(gpsd: nil, BluetoothFlightTests.strap)
        try await station.start(environment: bus.environment)
        try await station.wait(for: "the reason") { $0.state.heartRate.reason == "no-bluetoothd" }
        #expect(try await station.runway("status").output.contains("systemctl start bluetooth"))
        #expect(try await station.runway("start", "--now").status == 0)
        try await station.wait(for: "the takeoff") { $0.state.phase == .cruise }
        // It comes while flying.
        let bluez = try await onLoop {
            let bluez = try ScriptedBluez(BluezRecording(named: "measurements"), on: bus)
            bluez.play()
            return bluez
        }
        try await station.wait(for: "a heart rate") { $0.state.heartRate.state == .live }
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        let said = station.daemon?.errors.texts.filter { $0.contains("strap is not connected (no-bluetoothd)") }
        #expect(said?.count == 1)
        try await onLoop { bluez.close() }
    }
}
