// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import Recorder
import RunwayModel
import TestSupport
import Testing

/// The device's battery, from the kernel's files to the status and the tape.
@Suite struct PowerFlightTests {
    private static func station(_ device: String, _ attributes: [String: String]) throws -> Station {
        let station = try Station(
            gpsd: nil, "[power]\npath = /nowhere\n[flight]\ncountdown = 0")
        for (name, value) in attributes { try station.folder.write("class/BAT0/\(name)", value + "\n") }
        try station.folder.write(
            "conf.d/power.conf", "[power]\npath = \(station.folder.path("class"))\ndevice = \(device)\n")
        return station
    }

    private static let battery = ["type": "Battery", "capacity": "34", "status": "Discharging"]

    @Test func itsChargeIsShownAndIsOnTheTape() async throws {
        let station = try Self.station("auto", Self.battery)
        try await station.start()
        try await station.wait(for: "the charge") { $0.state.power != nil }
        let status = try await station.status()
        #expect(status.state.power == FlightState.Power(percent: 34, isCharging: false))
        #expect(status.counters["power_batteries"] == 1)
        let text = try await station.runway("status").output
        #expect(text.contains("battery     34 %\n"))
        // Known before the takeoff, it is known to the flight.
        _ = try await station.runway("start", "--now")
        _ = try await station.runway("stop")
        _ = try await station.end()
        let flight = try #require(try station.logbook().flights().first)
        let tape = try station.logbook().tape(of: flight.id, after: nil, limit: 1000)
        let battery = Battery(sensor: "BAT0", percent: 34, source: .device, isCharging: false)
        #expect(tape.map(\.input).filter { $0.kind == "battery" } == [.battery(battery)])
        try expectDeterminism(station.logbook(), flight.id)
    }

    @Test func aChargerIsSaidInWords() async throws {
        let station = try Self.station("BAT0", ["type": "Battery", "capacity": "100", "status": "Full"])
        try await station.start()
        try await station.wait(for: "the charge") { $0.state.power?.isCharging == true }
        let text = try await station.runway("status").output
        #expect(text.contains("battery     100 %, charging or full\n"))
        _ = try await station.end()
    }

    @Test func whereItIsNotLookedAtOrIsNotThereNothingIsShown() async throws {
        let blind = try Self.station("none", Self.battery)
        try await blind.start()
        let bare = try Self.station("auto", [:])
        try await bare.start()
        let status = try await bare.wait(for: "a reading") { $0.counters["power_readings"] == 1 }
        #expect(status.state.power == nil && status.counters["power_batteries"] == 0)
        #expect(try await blind.status().counters["power_readings"] == nil)
        for station in [blind, bare] {
            #expect(try await station.status().state.power == nil)
            #expect(try await !station.runway("status").output.contains("battery"))
            _ = try await station.end()
            #expect(station.daemon?.errors.texts.contains { $0.contains("battery") } == false)
        }
    }
}
