// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus

/// A mirror of what bluetoothd has on the bus: adapters, devices, characteristics. It does nothing itself.
///
/// Only the interfaces and properties that are read are kept. A path is never a name: after a restart of bluetoothd, or
/// of an adapter, the same device has another one (B54).
struct BluezObjects {
    struct Adapter: Hashable {
        var isPowered = false
        var isDiscovering = false
    }

    struct Device: Hashable {
        var address = ""
        /// In dBm. Present only while it is being heard in a scan: a device without one is a memory (B66).
        var signal: Int?
        var isConnected = false
        var isResolved = false
        var services: [String] = []
        /// 0…100; nil while the device has not told.
        var battery: Int?
    }

    struct Characteristic: Hashable {
        var uuid = ""
    }

    private(set) var adapters: [String: Adapter] = [:]
    private(set) var devices: [String: Device] = [:]
    private(set) var characteristics: [String: Characteristic] = [:]

    /// Takes the reply of GetManagedObjects in place of all that was known.
    mutating func replaceAll(with objects: BusValue) {
        self = BluezObjects()
        for (path, interfaces) in objects.dictionary ?? [:] { add(path, interfaces) }
    }

    /// InterfacesAdded.
    mutating func add(_ path: String, _ interfaces: BusValue) {
        // The device first: its battery is a property of it here.
        let interfaces = interfaces.dictionary ?? [:]
        for name in [BluezName.adapter, BluezName.device, BluezName.characteristic, BluezName.battery] {
            guard let properties = interfaces[name]?.dictionary else { continue }
            switch name {
            case BluezName.adapter: adapters[path] = Adapter()
            case BluezName.device: devices[path] = Device()
            case BluezName.characteristic: characteristics[path] = Characteristic()
            default: break
            }
            change(path, name, properties)
        }
    }

    /// InterfacesRemoved. BlueZ may remove an adapter without its children first (B53).
    mutating func remove(_ path: String, _ interfaces: [String]) {
        for interface in interfaces {
            switch interface {
            case BluezName.adapter:
                adapters[path] = nil
                removeChildren(of: path)
            case BluezName.device:
                devices[path] = nil
                removeChildren(of: path)
            case BluezName.characteristic: characteristics[path] = nil
            case BluezName.battery: devices[path]?.battery = nil
            default: break
            }
        }
    }

    /// PropertiesChanged.
    /// - Parameter invalidated: properties that are gone.
    /// - Returns: whether anything that is kept here changed: most of what is advertised is not.
    @discardableResult
    mutating func change(
        _ path: String, _ interface: String, _ changed: [String: BusValue], invalidated: [String] = []
    ) -> Bool {
        let before = (adapters[path], devices[path], characteristics[path])
        for name in invalidated { set(path, interface, name, nil) }
        for (name, value) in changed { set(path, interface, name, value) }
        return before != (adapters[path], devices[path], characteristics[path])
    }

    private mutating func set(_ path: String, _ interface: String, _ name: String, _ value: BusValue?) {
        switch (interface, name) {
        case (BluezName.adapter, "Powered"): adapters[path]?.isPowered = value?.boolean ?? false
        case (BluezName.adapter, "Discovering"): adapters[path]?.isDiscovering = value?.boolean ?? false
        case (BluezName.device, "Address"): devices[path]?.address = value?.text ?? ""
        case (BluezName.device, "RSSI"): devices[path]?.signal = value?.integer
        case (BluezName.device, "Connected"): devices[path]?.isConnected = value?.boolean ?? false
        case (BluezName.device, "ServicesResolved"): devices[path]?.isResolved = value?.boolean ?? false
        case (BluezName.device, "UUIDs"): devices[path]?.services = (value?.array ?? []).compactMap(\.text)
        case (BluezName.battery, "Percentage"): devices[path]?.battery = value?.integer
        case (BluezName.characteristic, "UUID"): characteristics[path]?.uuid = value?.text ?? ""
        default: break
        }
    }

    /// With the slash: hci1 is not hci10's parent.
    private mutating func removeChildren(of path: String) {
        let prefix = path + "/"
        devices = devices.filter { !$0.key.hasPrefix(prefix) }
        characteristics = characteristics.filter { !$0.key.hasPrefix(prefix) }
    }

    /// The adapter to scan with: the first that is on, else the first.
    var adapter: (path: String, Adapter)? {
        let sorted = adapters.sorted { $0.key < $1.key }
        return (sorted.first { $0.value.isPowered } ?? sorted.first).map { ($0.key, $0.value) }
    }

    /// Whether the adapter of a device is on.
    func isReachable(_ device: String) -> Bool {
        adapters.contains { $0.value.isPowered && device.hasPrefix($0.key + "/") }
    }

    /// The path of a device's characteristic; of several the first.
    func characteristic(_ uuid: String, of device: String) -> String? {
        let prefix = device + "/"
        return characteristics.filter { $0.value.uuid == uuid && $0.key.hasPrefix(prefix) }.keys.min()
    }
}
