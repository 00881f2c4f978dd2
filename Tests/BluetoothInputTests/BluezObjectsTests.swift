// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import Testing

@testable import BluetoothInput

@Suite("What BlueZ has, and which of it is the sensor")
struct BluezObjectsTests {
    private static let profile = SensorProfile.heartRate

    private func device(
        _ address: String, signal: Int? = nil, connected: Bool = false, services: [String] = [profile.service]
    ) -> BusValue {
        var properties: [String: BusValue] = [
            "Address": .variant("s", .text(address)), "Connected": .variant("b", .boolean(connected)),
            "UUIDs": .variant("as", .array(services.map(BusValue.text))),
        ]
        if let signal { properties["RSSI"] = .variant("n", .integer(Int64(signal))) }
        return .dictionary([BluezName.device: .dictionary(properties)])
    }

    private func adapter(on isPowered: Bool = true) -> BusValue {
        .dictionary([BluezName.adapter: .dictionary(["Powered": .variant("b", .boolean(isPowered))])])
    }

    private func objects(_ devices: [String: BusValue], adapters: [String] = ["/org/bluez/hci0"]) -> BluezObjects {
        var objects = BluezObjects()
        for path in adapters { objects.add(path, adapter()) }
        for (path, device) in devices { objects.add(path, device) }
        return objects
    }

    private func target(
        _ objects: BluezObjects, address: String? = nil, avoiding avoided: String? = nil
    ) -> LinkView.Target? {
        TargetSelector(profile: .heartRate, address: address, avoided: avoided).target(in: objects)
    }

    @Test("a sensor that two adapters know stays where the link holds it")
    func held() {
        let paths = ["/org/bluez/hci0/dev_1", "/org/bluez/hci1/dev_1"]
        let objects = objects(
            [paths[0]: device("1", signal: -70), paths[1]: device("1", signal: -50)],
            adapters: ["/org/bluez/hci0", "/org/bluez/hci1"])
        for path in paths {
            let selector = TargetSelector(profile: .heartRate, address: "1", held: path)
            #expect(selector.target(in: objects)?.path == path)
        }
        let gone = TargetSelector(profile: .heartRate, address: "1", held: "/org/bluez/hci2/dev_1")
        #expect(gone.target(in: objects)?.path == paths[1])
    }

    @Test("what another link has, or waits for, is not for one that takes any")
    func taken() {
        let objects = objects([
            "/org/bluez/hci0/dev_1": device("1", connected: true), "/org/bluez/hci0/dev_2": device("2", signal: -80),
        ])
        #expect(TargetSelector(profile: .heartRate, taken: ["1"]).target(in: objects)?.address == "2")
        #expect(TargetSelector(profile: .heartRate, taken: ["1", "2"]).target(in: objects) == nil)
        #expect(TargetSelector(profile: .heartRate, address: "1", taken: ["1"]).target(in: objects)?.address == "1")
    }

    @Test("what changes nothing that is kept is no change")
    func noChange() {
        var objects = objects(["/org/bluez/hci0/dev_1": device("1", signal: -50)])
        let path = "/org/bluez/hci0/dev_1"
        let changes: [Bool] = [
            objects.change(path, BluezName.device, ["ManufacturerData": .dictionary([:])]),
            objects.change(path, BluezName.device, ["RSSI": .integer(-50)]),
            objects.change(path, BluezName.device, ["RSSI": .integer(-51)]),
            objects.change(path, "org.bluez.Unknown", ["RSSI": .integer(-52)]),
        ]
        #expect(changes == [false, false, true, false])
    }

    @Test("the strongest of those that offer the service and are heard")
    func strongest() {
        let objects = objects([
            "/org/bluez/hci0/dev_1": device("1", signal: -80), "/org/bluez/hci0/dev_2": device("2", signal: -60),
            "/org/bluez/hci0/dev_3": device("3", signal: -40, services: []), "/org/bluez/hci0/dev_4": device("4"),
        ])
        #expect(target(objects)?.address == "2")
        #expect(target(objects, avoiding: "2")?.address == "1")
        #expect(target(objects, address: "3")?.address == "3")
        #expect(target(objects, address: "4")?.isHeard == false)
        #expect(target(objects, address: "5") == nil)
    }

    @Test("one that is connected goes before one that is heard; the only one is taken even if it failed")
    func connectedFirst() {
        let both = objects([
            "/org/bluez/hci0/dev_1": device("1", connected: true), "/org/bluez/hci0/dev_2": device("2", signal: -30),
        ])
        #expect(target(both)?.address == "1")
        let one = objects(["/org/bluez/hci0/dev_1": device("1", signal: -50)])
        #expect(target(one, avoiding: "1")?.address == "1")
    }

    @Test("a second adapter that is switched on takes no sensor from the other")
    func secondAdapter() {
        var objects = objects(
            ["/org/bluez/hci1/dev_1": device("1", connected: true)], adapters: ["/org/bluez/hci1"])
        objects.add("/org/bluez/hci0", adapter())
        #expect(target(objects, address: "1")?.isConnected == true)
        objects.change("/org/bluez/hci1", BluezName.adapter, ["Powered": .boolean(false)])
        #expect(target(objects, address: "1") == nil)
    }

    @Test("an adapter takes its children with it, and hci1 is not hci10 (B53)")
    func cascade() {
        var objects = objects(
            ["/org/bluez/hci1/dev_1": device("1"), "/org/bluez/hci10/dev_1": device("1")],
            adapters: ["/org/bluez/hci1", "/org/bluez/hci10"])
        let characteristic = BusValue.dictionary([
            BluezName.characteristic: .dictionary(["UUID": .variant("s", .text(Self.profile.characteristic))])
        ])
        for adapter in ["hci1", "hci10"] {
            objects.add("/org/bluez/\(adapter)/dev_1/service0001/char0002", characteristic)
        }
        objects.remove("/org/bluez/hci1", [BluezName.adapter])
        #expect(Array(objects.devices.keys) == ["/org/bluez/hci10/dev_1"])
        #expect(Array(objects.characteristics.keys) == ["/org/bluez/hci10/dev_1/service0001/char0002"])
        objects.remove("/org/bluez/hci10/dev_1", [BluezName.device])
        #expect(objects.characteristics.isEmpty)
    }

    @Test("a signal strength that is invalidated is none; a battery comes and goes by itself")
    func properties() {
        let path = "/org/bluez/hci0/dev_1"
        var objects = objects([path: device("1", signal: -50)])
        objects.change(path, BluezName.device, [:], invalidated: ["RSSI"])
        #expect(objects.devices[path]?.signal == nil)
        objects.add(path, .dictionary([BluezName.battery: .dictionary(["Percentage": .variant("y", .integer(77))])]))
        #expect(objects.devices[path]?.battery == 77)
        #expect(objects.devices[path]?.address == "1")
        objects.remove(path, [BluezName.battery])
        #expect(objects.devices[path]?.battery == nil)
        #expect(objects.devices[path] != nil)
    }

    @Test("properties of what is not there, and values of other types, change nothing")
    func strange() {
        var objects = objects(["/org/bluez/hci0/dev_1": device("1", signal: -50)])
        let before = objects.devices
        objects.change("/org/bluez/hci0/dev_2", BluezName.device, ["Connected": .boolean(true)])
        objects.change("/org/bluez/hci0/dev_1", "org.example.Unknown", ["Connected": .boolean(true)])
        objects.add("/org/bluez/hci0/dev_3", .text("no dictionary"))
        #expect(objects.devices == before)
        objects.change("/org/bluez/hci0/dev_1", BluezName.device, ["UUIDs": .text("?"), "RSSI": .text("?")])
        #expect(objects.devices["/org/bluez/hci0/dev_1"]?.services == [])
        #expect(objects.devices["/org/bluez/hci0/dev_1"]?.signal == nil)
    }
}
