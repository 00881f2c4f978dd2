// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import BluetoothInput
import ControlAPI
import EventLoop
import ExecSink
import GpsdInput
import JSONLinesSink
import JournalSink
import PowerInput
import RunwayConfiguration
import RunwayPorts
import SimulatedInput

/// What can be configured, and what is made of it: a line for each kind of sensor and of sink.
@Loop
enum Registry {
    static func gpsd(_ settings: Configuration.Gpsd) throws(EventLoopError) -> GpsdInput {
        try GpsdInput(
            GpsdConfiguration(host: settings.host, port: UInt16(settings.port), device: settings.device))
    }

    /// nil when the device's battery is not to be looked at.
    static func power(_ settings: Configuration.Power) throws(EventLoopError) -> PowerInput? {
        switch settings.device {
        case .none: nil
        case .auto: try PowerInput(folder: settings.path, log: Log.warning)
        case .named(let name): try PowerInput(folder: settings.path, name: name, log: Log.warning)
        }
    }

    /// One for all sensors, made for the first.
    private static var sharedRadio: BluetoothRadio?

    private static func radio() throws(EventLoopError) -> BluetoothRadio {
        if let sharedRadio { return sharedRadio }
        let radio = try BluetoothRadio()
        sharedRadio = radio
        return radio
    }

    static func sensor(_ settings: Configuration.Sensor) throws(EventLoopError) -> any SensorInput {
        switch settings.transport {
        case .bluez(let address):
            return try BluetoothInput(name: settings.name, kind: .heartRate, address: address, radio: radio())
        case .simulated(let curve): return try SimulatedHeartRate(name: settings.name, curve: curve)
        }
    }

    static func sink(_ settings: Configuration.Sink) throws(EventLoopError) -> any Sink {
        switch settings.output {
        case .jsonLines(let path): try JSONLinesSink(path == "-" ? .standardOutput : .path(path))
        case .exec(let command):
            try ExecSink(name: settings.name, command: command, version: Version.text, log: Log.info)
        case .journal: try JournalSink(log: Log.event)
        }
    }
}
