// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// Batteries and the recorder: each is said once, and its lamp stays.
struct BatteryLampTests {
    private func flying() -> Pilot {
        var pilot = Pilot()
        pilot.start()
        pilot.pulse(140, for: 5)
        return pilot
    }

    private func texts(_ pilot: Pilot) -> [String] {
        pilot.annunciations.filter { [.sensorBatteryLow, .deviceBatteryLow].contains($0.kind) }.map(\.text)
    }

    /// A charge, and half a minute in which all that waits is said.
    private func tell(
        _ pilot: inout Pilot, _ percent: Int, _ source: Battery.Source = .sensor, isCharging: Bool? = nil
    ) {
        let name = source == .sensor ? "strap" : "BAT0"
        pilot.submit(.battery(Battery(sensor: name, percent: percent, source: source, isCharging: isCharging)))
        pilot.pulse(140, for: 30)
    }

    @Test func theStrapsIsSaidAtFifteenAndAtFive() {
        var pilot = flying()
        for percent in [60, 20, 16] { tell(&pilot, percent) }
        #expect(pilot.lit.isEmpty && texts(pilot).isEmpty)
        for percent in [15, 14, 14, 10, 6] {
            tell(&pilot, percent)
            #expect(pilot.lit == [.sensorBatteryLow])
            #expect(pilot.state.lamps.first?.severity == .caution)
        }
        #expect(texts(pilot) == ["STRAP BATTERY LOW, 15 PERCENT"])
        for percent in [5, 4, 1] {
            tell(&pilot, percent)
            #expect(pilot.state.lamps.first?.severity == .warning)
        }
        #expect(texts(pilot) == ["STRAP BATTERY LOW, 15 PERCENT", "STRAP BATTERY LOW, 5 PERCENT"])
        #expect(pilot.annunciations.last?.priority == .warning)
        #expect(pilot.annunciations.last?.values?.percent == 5)
        pilot.pulse(140, for: 1300)
        #expect(texts(pilot).count == 2)
        #expect(pilot.lit == [.sensorBatteryLow])
    }

    @Test func theDevicesIsSaidAtTwentyAndAtEight() {
        var pilot = flying()
        for percent in [60, 21] { tell(&pilot, percent, .device, isCharging: false) }
        #expect(pilot.lit.isEmpty && texts(pilot).isEmpty)
        for percent in [20, 19, 9] {
            tell(&pilot, percent, .device, isCharging: false)
            #expect(pilot.state.lamps.first?.severity == .caution)
        }
        #expect(texts(pilot) == ["DEVICE BATTERY LOW, 20 PERCENT"])
        for percent in [8, 7] { tell(&pilot, percent, .device) }
        #expect(pilot.state.lamps.first?.severity == .warning)
        #expect(texts(pilot) == ["DEVICE BATTERY LOW, 20 PERCENT", "DEVICE BATTERY LOW, 8 PERCENT"])
    }

    @Test func whatIsBeingChargedIsNotLow() {
        var pilot = flying()
        tell(&pilot, 12, .device, isCharging: true)
        #expect(pilot.lit.isEmpty)
        tell(&pilot, 12, .device, isCharging: false)
        #expect(pilot.lit == [.deviceBatteryLow])
        tell(&pilot, 12, .device, isCharging: true)
        #expect(pilot.lit.isEmpty)
        // A plug that is loose is not said each time.
        tell(&pilot, 12, .device, isCharging: false)
        #expect(pilot.lit == [.deviceBatteryLow])
        #expect(texts(pilot) == ["DEVICE BATTERY LOW, 12 PERCENT"])
        #expect(pilot.withheld.contains(Withheld(.deviceBatteryLow, .repeated)))
    }

    @Test func atFiveAtOnceItIsSaidOnce() {
        var pilot = flying()
        tell(&pilot, 3)
        tell(&pilot, 3, .device)
        #expect(texts(pilot) == ["STRAP BATTERY LOW, 3 PERCENT", "DEVICE BATTERY LOW, 3 PERCENT"])
        #expect(pilot.lit == [.sensorBatteryLow, .deviceBatteryLow])
    }

    @Test func theBatteryOfASensorThatIsNotListenedToIsNotSaid() {
        var pilot = flying()
        pilot.submit(.battery(Battery(sensor: "watch", percent: 2)))
        pilot.pulse(140, for: 30)
        #expect(pilot.lit.isEmpty)
    }

    /// A lamp is a condition that holds: after the flight, too, it goes out when it holds no longer.
    @Test func aLampDoesNotStayBehindAFlight() {
        var pilot = flying()
        tell(&pilot, 12, .device, isCharging: false)
        pilot.command(.stop)
        tell(&pilot, 90, .device, isCharging: true)
        #expect(pilot.lit.isEmpty)
    }

    @Test func aRecorderThatFailsIsSaidAndThatItIsBack() {
        var pilot = flying()
        pilot.link(.storage, .down, "full", name: "recorder")
        #expect(pilot.texts.last == "RECORDER FAILING")
        #expect(pilot.annunciations.last?.priority == .warning)
        for _ in 0..<10 {
            pilot.pulse(140, for: 30)
            pilot.link(.storage, .down, "full", name: "recorder")
        }
        #expect(pilot.lit == [.storageFailing])
        #expect(pilot.lamp(.storageFailing)?.severity == .warning)
        pilot.link(.storage, .up, name: "recorder")
        pilot.pulse(140, for: 30)
        #expect(pilot.lit.isEmpty)
        #expect(pilot.texts.filter { $0.hasPrefix("RECORDER") } == ["RECORDER FAILING", "RECORDER BACK"])
    }

    @Test func whoHasHeardItStillHasTheLamp() {
        var pilot = flying()
        pilot.link(.storage, .down, "full", name: "recorder")
        pilot.pulse(140, for: 5)
        pilot.command(.acknowledge)
        pilot.pulse(140, for: 100)
        #expect(pilot.lamp(.storageFailing)?.isAcknowledged == true)
        #expect(pilot.count(of: .storageFailing) == 1)
    }
}
