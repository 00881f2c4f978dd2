// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What the person configured: `/etc/runwayd/runwayd.conf` and its drop-ins, checked and typed.
///
/// `Schema` lists every section and key with its default; a value that stands here has passed its checks.
public struct Configuration: Hashable, Sendable {
    public struct Gpsd: Hashable, Sendable {
        public var host = "127.0.0.1"
        /// 1…65535.
        public var port = 2947
        /// The one receiver to listen to, as gpsd names it; nil takes whatever gpsd has.
        public var device: String?
    }

    public struct Sensor: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case heartRate = "heart-rate"
        }

        public enum Transport: Hashable, Sendable {
            /// Bluetooth LE by way of BlueZ. The address of one sensor, `AA:BB:CC:DD:EE:FF`; nil takes the first found.
            case bluez(address: String?)
            case simulated(HeartRateCurve)
        }

        /// One word, never `gpsd`.
        public var name: String
        public var kind: Kind
        public var transport: Transport
    }

    /// The device's own battery.
    public struct Power: Hashable, Sendable {
        public enum Device: Hashable, Sendable {
            /// All batteries but those of peripherals.
            case auto
            case none
            /// One, by the kernel's name.
            case named(String)
        }

        /// The kernel's class of power supplies, a folder.
        public var path = "/sys/class/power_supply"
        public var device = Device.auto
    }

    public struct Recorder: Hashable, Sendable {
        /// The logbook's database.
        public var path = "/var/lib/runwayd/logbook.db"
        /// How much of a flight a power cut may cost: 0.2…5 s.
        public var commitInterval = Seconds(1)
        /// A flight that was open this long ago at most goes on after a restart; an older one is closed. Up to a week.
        public var resumeWithin = Seconds(6 * 3600)
    }

    public struct Control: Hashable, Sendable {
        /// Path of the Unix socket, 107 bytes at most.
        public var socket = "/run/runwayd/control.sock"
    }

    /// A mission that can be started by its name.
    public struct NamedMission: Hashable, Sendable {
        /// Never a word of a SPEC, as `10k` or `800m` is.
        public var name: String
        public var mission: Mission
    }

    public struct Sink: Hashable, Sendable {
        public enum Output: Hashable, Sendable {
            /// JSON lines into a file or FIFO; `-` is standard output. No two sinks share a path.
            case jsonLines(path: String)
            /// A program, by its absolute path, and its arguments. It reads JSON lines.
            case exec(command: [String])
            /// systemd's journal.
            case journal
        }

        public var name: String
        public var output: Output
    }

    public var gpsd = Gpsd()
    public var sensors: [Sensor] = []
    public var power = Power()
    public var recorder = Recorder()
    public var control = Control()
    public var flight = FlightConfiguration()
    public var missions: [NamedMission] = []
    public var sinks: [Sink] = []

    /// The defaults.
    public init() {}
}
