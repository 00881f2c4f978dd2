// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import EventLoop
import ExecSink
import GpsdInput
import JSONLinesSink
import JournalSink
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

    static func sensor(_ settings: Configuration.Sensor) throws(EventLoopError) -> any SensorInput {
        switch settings.transport {
        case .simulated(let curve): try SimulatedHeartRate(name: settings.name, curve: curve)
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
