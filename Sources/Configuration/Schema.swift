// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Every section and key. A new sensor, sink or key is a line here.
public enum Schema {
    /// A key as the person sees it.
    public struct KeyDescription: Hashable, Sendable {
        public let name: String
        /// As it would be written; nil for a key that must be given.
        public let fallback: String?
        public let help: String
    }

    /// A section as the person sees it.
    public struct SectionDescription: Hashable, Sendable {
        /// Without the name that may follow it.
        public let section: String
        /// Whether the header carries a name: `[sensor NAME]`.
        public let isNamed: Bool
        public let keys: [KeyDescription]
    }

    /// For help and documentation. Keys that only a variant has (a kind of sink, a transport) are among them.
    public static let descriptions: [SectionDescription] = sections.map(\.description)

    static let sections: [any SectionRule] = [
        gpsd, sensor, power, recorder, control, flight, gpws, runner, mission, sink,
    ]

    private static let gpsd = SingleSection(
        "gpsd", \.gpsd,
        [
            Key("host", "127.0.0.1", "where gpsd runs", \.host, Value.host),
            Key("port", "2947", "its port", \.port, Value.port),
            Key("device", "auto", "one receiver by its path, or auto for all", \.device, Value.device),
        ])

    private static let sensor = NamedSection<SensorDraft>(
        "sensor",
        [
            Key("type", nil, "what it measures: heart-rate", \.kind, Value.word(Configuration.Sensor.Kind.allCases)),
            Key("transport", nil, "how it is reached: bluez, simulated", check: Value.variant(of: transports)),
        ], variants: (key: "transport", transports))

    private static let transports: [Variant<SensorDraft>] = [
        Variant(
            "bluez",
            [
                Key(
                    "device", "auto", "one sensor by its address, or auto for the first found", \.transport,
                    { text throws(ValueError) in .bluez(address: try Value.bluetoothAddress(text)) })
            ]
        ) { $0.transport = .bluez(address: nil) },
        Variant(
            "simulated",
            [
                Key(
                    "curve", nil, "its script: seconds:bpm, or seconds:- while it is away", \.transport,
                    { text throws(ValueError) in .simulated(try Value.curve(text)) })
            ]),
    ]

    private static let power = SingleSection(
        "power", \.power,
        [
            Key("path", "/sys/class/power_supply", "the kernel's power supplies", \.path, Value.folder),
            Key(
                "device", "auto", "the device's battery: auto, none, or one by the kernel's name", \.device,
                Value.battery),
        ])

    private static let recorder = SingleSection(
        "recorder", \.recorder,
        [
            Key("path", "/var/lib/runwayd/logbook.db", "the logbook", \.path, Value.path),
            Key(
                "commit-interval", "1 s", "how much a power cut may cost, 0.2 s to 5 s", \.commitInterval,
                Value.duration(0.2...5, "0.2 s to 5 s")),
            Key(
                "resume-within", "6 h", "how old a flight may be to go on after a restart, 0 s to 168 h",
                \.resumeWithin, Value.duration(0...(168 * 3600), "0 s to 168 h")),
        ])

    private static let control = SingleSection(
        "control", \.control,
        [
            Key(
                "socket", "/run/runwayd/control.sock", "where the command line finds the daemon", \.socket,
                Value.socket)
        ])

    private static let flight = SingleSection(
        "flight", \.flight,
        [
            Key(
                "split", "1 km", "length of a split, 10 m to 100 km", \.split,
                Value.length(10...100_000, "10 m to 100 km")),
            Key("countdown", "3", "seconds before ROTATE, 0 to 10", \.countdown, Value.integer(0...10)),
            Key(
                "minimums", "50 m", "how long before the target MINIMUMS is called, 0 m to 1 km", \.minimums,
                Value.length(0...1000, "0 m to 1 km")),
            Key(
                "short-flight", "100 m", "a flight below this is marked as short, 0 m to 1 km", \.shortFlight,
                Value.length(0...1000, "0 m to 1 km")),
            Key(
                "auto-hold", "no", "whether a flight holds by itself while you stand, yes or no", \.autoHold,
                Value.yesNo),
        ])

    private static let gpws = SingleSection(
        "gpws", \.flight.gpws,
        [
            Key(
                "detector", "sequential", "how a pace outside its band is found: sequential or band", \.detector,
                Value.detector),
            Key(
                "calm", "5 h", "how seldom a false call may come, 1 h to 1000 h", \.calm,
                Value.duration(3600...3_600_000, "1 h to 1000 h")),
            Key(
                "grace", "15 s", "no call of pace so long after ROTATE, 0 s to 600 s", \.grace,
                Value.duration(0...600, "0 s to 600 s")),
            Key(
                "settling", "8 s", "nor so long after standing, a hold or a gap, 0 s to 120 s", \.settling,
                Value.duration(0...120, "0 s to 120 s")),
            Key(
                "warm-up", "3 min", "a low heart rate is not called so long, 0 s to 30 min", \.warmUp,
                Value.duration(0...1800, "0 s to 30 min")),
            Key(
                "same-alert-within", "20 s", "an alert back within this is the same one, 0 s to 600 s",
                \.sameAlertWithin, Value.duration(0...600, "0 s to 600 s")),
        ])

    private static let runner = SingleSection(
        "runner", \.flight.runner,
        [
            Key("weight", "unknown", "for energy: 20 kg to 300 kg", \.weight, Value.weight(20...300)),
            Key("age", "unknown", "for energy from heart rate: 5 to 120 years", \.age, Value.age(5...120)),
            Key("sex", "unknown", "for energy from heart rate: female or male", \.sex, Value.sex),
        ])

    private static let mission = NamedSection<MissionDraft>(
        "mission",
        [
            Key(
                "spec", nil, "what to aim at, as pace=5:00,tolerance=15,distance=5km or 6x(800m@pace=3:45 + 400m)",
                \.mission, Value.mission)
        ])

    private static let sink = NamedSection<SinkDraft>(
        "sink", [Key("type", nil, "where it leads: jsonl, exec or journal", check: Value.variant(of: outputs))],
        variants: (key: "type", outputs))

    private static let outputs: [Variant<SinkDraft>] = [
        Variant(
            "jsonl",
            [
                Key(
                    "path", nil, "a file, a FIFO, or - for standard output", \.output,
                    { text throws(ValueError) in .jsonLines(path: try Value.path(text)) })
            ]),
        Variant(
            "exec",
            [
                Key(
                    "command", nil, "a program by its absolute path, and its arguments", \.output,
                    { text throws(ValueError) in .exec(command: try CommandWords.of(text)) })
            ]),
        Variant("journal", []) { $0.output = .journal },
    ]
}

private struct SensorDraft: SectionDraft {
    var kind: Configuration.Sensor.Kind?
    var transport: Configuration.Sensor.Transport?

    func finish(_ name: String, _ configuration: inout Configuration) throws(ValueError) {
        guard let kind, let transport else { return }
        guard name != "gpsd" else { throw ValueError("has the name of the link to gpsd", "give it another name") }
        let others = configuration.sensors.filter { $0.kind == kind }
        if case .bluez = transport, let other = others.first(where: { $0.transport == transport }) {
            throw ValueError(
                "takes the same device as [sensor \(other.name)]", "give each its own address with device=")
        }
        configuration.sensors.append(.init(name: name, kind: kind, transport: transport))
    }
}

private struct MissionDraft: SectionDraft {
    var mission: Mission?

    func finish(_ name: String, _ configuration: inout Configuration) throws(ValueError) {
        guard let mission else { return }
        // Where a mission is asked for, a name and a SPEC stand in the same place.
        guard !Mission.isSpecWord(name) else {
            throw ValueError("has a name that means something in a SPEC", "give it another name, as my-\(name)")
        }
        configuration.missions.append(.init(name: name, mission: mission))
    }
}

private struct SinkDraft: SectionDraft {
    var output: Configuration.Sink.Output?

    func finish(_ name: String, _ configuration: inout Configuration) throws(ValueError) {
        guard let output else { return }
        if let other = configuration.sinks.first(where: { $0.output == output }) {
            switch output {
            case .jsonLines: throw ValueError("writes where [sink \(other.name)] writes", "give each its own path")
            case .journal: throw ValueError("writes what [sink \(other.name)] writes", "remove one of them")
            // Each has a child of its own.
            case .exec: break
            }
        }
        configuration.sinks.append(.init(name: name, output: output))
    }
}
