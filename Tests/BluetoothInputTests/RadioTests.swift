// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import EventLoop
import RunwayModel
import TestSupport
import Testing

@testable import BluetoothInput

/// The ways to bluetoothd that are not there, or not any more.
@Suite("The radio, on a real bus", .enabled(if: MessageBus.isExpected))
struct RadioTests {
    @Test("no bus, then one with bluetoothd on it")
    func noBus() async throws {
        let bus = try await MessageBus()
        bus.stop()
        let stage = try await onLoop {
            let radio = try BluetoothRadio(address: bus.address)
            let stage = try Stage(on: bus, radio)
            stage.start()
            try await eventually("what is missing") { stage.links.last == "down no-bus" }
            return stage
        }
        try await bus.start()
        try await onLoop {
            try stage.play("measurements")
            try await eventually("values") { stage.rates.count > 5 }
            #expect(stage.links.last == "up")
            stage.close()
        }
    }

    @Test("a bus without bluetoothd, then one comes")
    func noService() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage(on: bus, BluetoothRadio(address: bus.address))
            stage.start()
            try await eventually("what is missing") { stage.links.last == "down no-bluetoothd" }
            try stage.play("measurements")
            // Told by the bus at once, not by the next of the tries.
            try await eventually("values") { stage.rates.count > 5 }
            stage.close()
        }
    }

    @Test("the bus goes while streaming, and comes back (B52)")
    func busRestarts() async throws {
        let bus = try await MessageBus()
        let stage = try await onLoop {
            let stage = try Stage(on: bus, BluetoothRadio(address: bus.address))
            try stage.play("measurements")
            stage.start()
            try await eventually("values") { stage.rates.count > 5 }
            return stage
        }
        bus.stop()
        try await eventuallyOnLoop { stage.links.last == "down no-bus" }
        try await bus.start()
        try await onLoop {
            try stage.play("measurements")
            let before = stage.rates.count
            try await eventually("values again") { stage.rates.count > before + 5 }
            #expect(stage.links == ["connecting not-seen", "up", "down no-bus", "connecting not-seen", "up"])
            stage.close()
        }
    }

    @Test("the bus's policy keeps this user from BlueZ (B70)")
    func denied() async throws {
        let bus = try await MessageBus(policy: "<deny send_destination=\"org.bluez\"/>")
        try await onLoop {
            let stage = try Stage(on: bus, BluetoothRadio(address: bus.address))
            try stage.play("measurements")
            stage.start()
            try await eventually("the refusal") { stage.links.last == "down denied" }
            stage.close()
        }
    }

    @Test("the bus's policy lets this user look, but not scan")
    func deniedScan() async throws {
        let rule =
            "<deny send_destination=\"org.bluez\" send_interface=\"org.bluez.Adapter1\" send_member=\"StartDiscovery\"/>"
        let bus = try await MessageBus(policy: rule)
        try await onLoop {
            let stage = try Stage("measurements", on: bus)
            stage.start()
            try await eventually("the refusal") { stage.links.last == "down denied" }
            stage.close()
        }
    }

    @Test(
        "an adapter that is off: by itself, by rfkill, by a switch",
        arguments: [(RadioSwitch.clear, "adapter-off"), (.soft, "blocked"), (.hard, "blocked-by-switch")])
    func off(_ radioSwitch: RadioSwitch, _ reason: String) async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let radio = try BluetoothRadio(address: bus.address) { radioSwitch }
            let stage = try Stage(on: bus, radio)
            try stage.play("adapter-comes-and-goes") { member, values in
                // Before it is switched on.
                member == "PropertiesChanged" && values[1].dictionary?["Powered"]?.boolean == true
            }
            stage.start()
            try await eventually("what is missing") { stage.links.last == "down \(reason)" }
            stage.bluez?.play()
            try await eventually("values") { stage.rates.count > 3 }
            stage.close()
        }
    }

    @Test(
        "the kernel's switches are read as they stand",
        arguments: [
            ([], RadioSwitch.clear), (["wlan 1 0"], .clear), (["bluetooth 0 0"], .clear), (["bluetooth 1 0"], .soft),
            (["bluetooth 0 1"], .hard), (["bluetooth 1 1"], .hard), (["bluetooth 1 0", "bluetooth 0 0"], .clear),
            (["bluetooth 1 0", "bluetooth 0 1"], .soft),
        ] as [([String], RadioSwitch)])
    func switches(_ lines: [String], _ expected: RadioSwitch) throws {
        let folder = try TemporaryFolder()
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ")
            for (name, word) in zip(["type", "soft", "hard"], words) {
                try folder.write("rfkill\(index)/\(name)", word + "\n")
            }
        }
        #expect(RadioSwitch.now(folder.path) == expected)
        #expect(RadioSwitch.now(folder.path + "/none") == .clear)
    }

    @Test("a sensor that is not the configured one is left alone")
    func pinned() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("measurements", on: bus, address: "AA:BB:CC:DD:EE:FF")
            stage.start()
            try await eventually("the scan") { stage.bluez?.calls["StartDiscovery"] == 1 }
            try await pause(Seconds(0.3))
            #expect(stage.bluez?.calls["Connect"] == nil)
            stage.close()
        }
    }

    @Test("the configured one is taken, and scanned for by address, not by what it advertises (B64)")
    func pinnedTaken() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("measurements", on: bus, address: "F0:F1:F2:F3:F4:F5")
            stage.start()
            try await eventually("values") { stage.rates.count > 5 }
            #expect(stage.bluez?.filters == [.dictionary(["Transport": .variant("s", .text("le"))])])
            stage.close()
        }
    }

    @Test("a stop ends the connection")
    func stop() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("measurements", on: bus)
            stage.start()
            try await eventually("values") { stage.rates.count > 5 }
            stage.input.stop()
            try await eventually("the end of the connection") { stage.bluez?.calls["Disconnect"] == 1 }
            stage.close()
        }
    }

    @Test("what somebody else says in bluetoothd's name is not heard")
    func impostor() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            let stage = try Stage("measurements", on: bus)
            stage.start()
            try await stage.finish()
            try await eventually("the last value") { stage.rates.count == 21 }
            let impostor = try BusServer(on: bus.address) { _ in }
            let path = "/org/bluez/hci0/dev_F0_F1_F2_F3_F4_F5"
            let value = BusValue.dictionary(["Value": .variant("ay", .bytes([0x06, 200]))])
            try impostor.emit(
                path + "/service000e/char000f", BluezName.properties, "PropertiesChanged", "sa{sv}as",
                [.text(BluezName.characteristic), value, .array([])], to: stage.bluez?.caller)
            try impostor.emit(
                "/", BluezName.objectManager, "InterfacesRemoved", "oas",
                [.text(path), .array([.text(BluezName.device)])], to: stage.bluez?.caller)
            try await pause(Seconds(0.3))
            #expect(stage.rates.count == 21)
            #expect(stage.links.last == "up")
            impostor.close()
            stage.close()
        }
    }

    @Test("the late answer to a connection that was given up leaves the next one alone")
    func lateAnswer() async throws {
        let bus = try await MessageBus()
        try await onLoop {
            var connects: [BusServer.Request] = []
            var calls: [String] = []
            var server: BusServer?
            server = try BusServer(on: bus.address) { request in
                calls.append(request.member)
                switch request.member {
                case "Connect": connects.append(request)
                case "GetManagedObjects":
                    let adapter = BusValue.dictionary(["Powered": .variant("b", .boolean(true))])
                    let objects = BusValue.dictionary(["/org/bluez/hci0": .dictionary([BluezName.adapter: adapter])])
                    try? server?.reply(to: request, "a{oa{sa{sv}}}", [objects])
                default: try? server?.reply(to: request, "", [])
                }
            }
            try server?.own(BluezName.service)
            let radio = try BluetoothRadio(address: bus.address)
            let listener = Listener()
            radio.join(listener)
            try await eventually("the adapter") { radio.objects.adapter != nil }

            var answers: [LinkReason?] = []
            radio.connect("/org/bluez/hci0/dev_1") { answers.append($0) }
            try await eventually("the first call") { connects.count == 1 }
            radio.disconnect("/org/bluez/hci0/dev_1")
            radio.connect("/org/bluez/hci0/dev_1") { answers.append($0) }
            try await eventually("the second call") { connects.count == 2 }
            radio.setListening(listener, Discovery.Filter(services: nil))
            try server?.fail(connects[0], "org.bluez.Error.Failed", "br-connection-canceled")
            try await eventually("the first answer") { answers.count == 1 }
            try await pause(Seconds(0.2))
            #expect(!calls.contains("StartDiscovery"))
            try server?.reply(to: connects[1], "", [])
            try await eventually("the scan") { calls.contains("StartDiscovery") }
            #expect(answers == [.connectFailed, nil])
            radio.leave(listener)
            server?.close()
        }
    }
}

@Loop
private final class Listener: BluetoothRadio.Member {
    let claim: String? = nil
    func radioChanged() {}
    func scanned(_ failure: LinkReason?) {}
    func received(_ payload: [UInt8], from characteristic: String) {}
}
