// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel
import TestSupport
import Testing

@testable import RunwayConfiguration

@Suite struct ConfigurationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func load(_ text: String) throws -> Configuration {
        try Configuration.load(path: folder.write("runwayd.conf", text))
    }

    /// The errors of a text, with the folder's path left out.
    private func errors(_ text: String) throws -> [String] {
        try errors(path: folder.write("runwayd.conf", text))
    }

    private func errors(path: String) -> [String] {
        do {
            let configuration = try Configuration.load(path: path)
            Issue.record("loaded without an error: \(configuration)")
            return []
        } catch {
            return error.errors.map { String($0.description.dropFirst(folder.path.utf8.count + 1)) }
        }
    }

    @Test func readsEverySection() throws {
        let configuration = try load(
            """
            [gpsd]
            host=gps.local
            port=2948
            device=/dev/ttyACM0
            [sensor strap]
            type=heart-rate
            transport=simulated
            curve=0:95, 20:150
            [sensor garmin]
            type=heart-rate
            transport=bluez
            [sensor polar]
            type=heart-rate
            transport=bluez
            device=c8:12:34:ab:CD:0f
            [power]
            path=/tmp/class
            device=max17040-battery
            [recorder]
            path=here.db
            commit-interval=200 ms
            resume-within=90 min
            [control]
            socket=/tmp/control.sock
            [flight]
            split=0.5 km
            countdown=0
            minimums=100m
            short-flight=0 m
            auto-hold=yes
            [runner]
            weight=68.5 kg
            age=41
            sex=female
            [mission tempo]
            spec=pace=5:00,tolerance=15,distance=5km
            [mission easy]
            spec=hr=140
            [sink out]
            type=jsonl
            path=-
            [sink fifo]
            type=jsonl
            path=/run/runwayd/events
            [sink voice]
            type=exec
            command = /opt/my\\ programs/speak  --name 'Anna Maria' -q "say \\"no\\" \\w" '' a\\|b
            [sink voice2]
            type=exec
            command=/bin/sh -c 'cat > /dev/null; exit'
            [sink journal]
            type=journal
            """)
        #expect(configuration.gpsd == .init(host: "gps.local", port: 2948, device: "/dev/ttyACM0"))
        let curve = try HeartRateCurve("0:95, 20:150")
        #expect(
            configuration.sensors == [
                .init(name: "strap", kind: .heartRate, transport: .simulated(curve)),
                .init(name: "garmin", kind: .heartRate, transport: .bluez(address: nil)),
                .init(name: "polar", kind: .heartRate, transport: .bluez(address: "C8:12:34:AB:CD:0F")),
            ])
        #expect(configuration.power == .init(path: "/tmp/class", device: .named("max17040-battery")))
        let recorder = Configuration.Recorder(
            path: "here.db", commitInterval: Seconds(0.2), resumeWithin: Seconds(5400))
        #expect(configuration.recorder == recorder)
        #expect(configuration.control.socket == "/tmp/control.sock")
        let runner = Runner(weight: Kilograms(68.5), age: 41, sex: .female)
        let flight = FlightConfiguration(
            split: Metres(500), countdown: 0, minimums: Metres(100), shortFlight: .zero, autoHold: true, runner: runner)
        #expect(configuration.flight == flight)
        #expect(configuration.missions.map(\.name) == ["tempo", "easy"])
        #expect(
            configuration.missions.map(\.mission.spec) == [
                "pace=5:00,tolerance=15,distance=5km", "hr=140,tolerance=10",
            ])
        #expect(
            configuration.sinks == [
                .init(name: "out", output: .jsonLines(path: "-")),
                .init(name: "fifo", output: .jsonLines(path: "/run/runwayd/events")),
                .init(
                    name: "voice",
                    output: .exec(
                        command: [
                            "/opt/my programs/speak", "--name", "Anna Maria", "-q", "say \"no\" \\w", "", "a|b",
                        ])),
                .init(name: "voice2", output: .exec(command: ["/bin/sh", "-c", "cat > /dev/null; exit"])),
                .init(name: "journal", output: .journal),
            ])
    }

    @Test func aRunnerMayBeUnknownAndAWeightNeedsNoUnit() throws {
        let known = try load("[runner]\nweight=70\nage=unknown\nsex=male").flight.runner
        #expect(known == Runner(weight: Kilograms(70), age: nil, sex: .male))
        #expect(try load("[runner]\nweight=unknown\nsex=unknown").flight.runner == Runner())
    }

    /// Brackets, `+` and `@` are nothing to the file's format, nor are spaces within a value.
    @Test(arguments: [
        "10k", "half,time=1:45:00", "pace=5:00", "800m+400m", "+ 800m",
        "warm-up 10min + 6x(800m@pace=3:45,tolerance=10 + recovery 400m@hr=130) + cool-down 1km",
        "2x(10min@hr=150 + 2min), indoor", "  6 x ( 800m @ pace=3:45 )\t", "(800m) + 1km", "@800m",
    ])
    func aSpecReachesTheMissionAsItIsWritten(_ spec: String) throws {
        for text in ["[mission x]\nspec=\(spec)\n[flight]\ncountdown=1", "[mission x]\nspec = \(spec)"] {
            guard let mission = try? Mission(spec: spec) else {
                #expect(try errors(text).first?.hasPrefix("runwayd.conf:2: [mission x] spec=") == true)
                continue
            }
            #expect(try load(text).missions == [.init(name: "x", mission: mission)])
        }
    }

    /// 200 steps, each different, on one line.
    @Test func aLongSpecIsReadWhole() throws {
        let spec = (0..<200).map { "\(800 + $0)m@pace=3:45,tolerance=10" }.joined(separator: " + ")
        let mission = try Mission(spec: spec)
        #expect(mission.steps.count == 200)
        #expect(try load("[mission x]\nspec=\(spec)").missions.map(\.mission) == [mission])
    }

    @Test func aNameLikeASpecsIsNone() throws {
        let configuration = try load("[mission 6x800]\nspec=6x(800m)\n[mission half-fast]\nspec=half,time=1:45:00")
        #expect(configuration.missions.map(\.name) == ["6x800", "half-fast"])
    }

    static let devices: [(String, Configuration.Power.Device)] = [
        ("auto", .auto), ("none", .none), ("BAT0", .named("BAT0")), ("none0", .named("none0")),
    ]

    @Test(arguments: devices)
    func theDevicesBatteryIsOneOrNoneOrAll(_ text: String, _ expected: Configuration.Power.Device) throws {
        #expect(try load("[power]\ndevice=\(text)").power == .init(device: expected))
    }

    /// Each line of text with what is said of it.
    static let refusals: [(String, String)] = [
        ("[gpsd]\n\nport=29x47", "3: [gpsd] port=29x47 is no port number; write 1 to 65535"),
        ("[gpsd]\nport=0", "2: [gpsd] port=0 is no port number; write 1 to 65535"),
        ("[gpsd]\nport=65536", "2: [gpsd] port=65536 is no port number; write 1 to 65535"),
        ("[gpsd]\nport=", "2: [gpsd] port= is empty; remove the line for the default, 2947"),
        ("[gpsd]\nhost=a b", "2: [gpsd] host=a b is no host; write a name or an address"),
        ("[gpsd]\nprot=1", "2: [gpsd] prot= is not known; did you mean port=?"),
        ("[gpsd]\nspeed=1", "2: [gpsd] speed= is not known; write host=, port= or device="),
        ("[gpsd strap]\nport=1", "1: [gpsd strap] takes no name; write [gpsd]"),
        ("[gspd]\nport=1", "1: [gspd] is not known; did you mean [gpsd]?"),
        ("[sensors strap]\ntype=heart-rate", "1: [sensors strap] is not known; did you mean [sensor NAME]?"),
        (
            "[bluetooth]",
            "1: [bluetooth] is not known; write [gpsd], [sensor NAME], [power], [recorder], [control], "
                + "[flight], [gpws], [runner], [mission NAME] or [sink NAME]"
        ),
        ("[sensor]\ntype=heart-rate", "1: [sensor] has no name; write [sensor NAME]"),
        (
            "[sensor a b]\ntype=heart-rate",
            "1: [sensor a b] has a name that cannot be used; write letters, digits, '.', '-' and '_', at most 32"
        ),
        (
            "[sensor a]\ntype=heart-rate\ntransport=ant\ndevice=auto",
            "3: [sensor a] transport=ant is not known; write bluez or simulated"
        ),
        (
            "[sensor a]\ntype=heart-rate\ntransport=bluez\ndevice=polar",
            "4: [sensor a] device=polar is no Bluetooth address; write auto, or six pairs as C8:12:34:AB:CD:EF"
        ),
        (
            "[sensor a]\ntype=heart-rate\ntransport=bluez\ndevice=C8:12:34:AB:CD",
            "4: [sensor a] device=C8:12:34:AB:CD is no Bluetooth address; write auto, or six pairs as C8:12:34:AB:CD:EF"
        ),
        (
            "[sensor a]\ntype=heart-rate\ntransport=bluez\n[sensor b]\ntype=heart-rate\ntransport=bluez",
            "4: [sensor b] takes the same device as [sensor a]; give each its own address with device="
        ),
        (
            "[sensor a]\ntype=heart-rate\ntransport=bluez\ncurve=0:60",
            "4: [sensor a] curve= is not known; write type=, transport= or device="
        ),
        (
            "[sensor a]\ntype=scale\ntransport=simulated\ncurve=0:60",
            "2: [sensor a] type=scale is not known; write heart-rate"
        ),
        (
            "[sensor a]\ntype=heart-rate\ntransport=simulated",
            "1: [sensor a] has no curve=; write curve=, its script: "
                + "seconds:bpm, or seconds:- while it is away"
        ),
        (
            "[sensor gpsd]\ntype=heart-rate\ntransport=simulated\ncurve=0:60",
            "1: [sensor gpsd] has the name of the link to gpsd; give it another name"
        ),
        (
            "[sensor a]\ntype=heart-rate\ntransport=simulated\ncurve=0:300",
            "4: [sensor a] curve=0:300 is no curve: '300' is neither '-' nor a heart rate from 1 to 240; write points as "
                + "seconds:bpm or seconds:-, for example 0:95, 20:150, 40:-, 45:150"
        ),
        ("[power]\npath=power_supply", "2: [power] path=power_supply is no folder; write its absolute path"),
        (
            "[power]\ndevice=/sys/class/power_supply/BAT0",
            "2: [power] device=/sys/class/power_supply/BAT0 is no battery; write auto, none, or a name as in "
                + "/sys/class/power_supply"
        ),
        (
            "[power]\ndevice=..",
            "2: [power] device=.. is no battery; write auto, none, or a name as in /sys/class/power_supply"
        ),
        ("[power]\ndevices=BAT0", "2: [power] devices= is not known; did you mean device=?"),
        ("[recorder]\ncommit-interval=6 s", "2: [recorder] commit-interval=6 s is out of range; write 0.2 s to 5 s"),
        (
            "[recorder]\ncommit-interval=1",
            "2: [recorder] commit-interval=1 has no unit; write a number and ms, min, s or h, "
                + "from 0.2 s to 5 s"
        ),
        (
            "[recorder]\nresume-within=-1h",
            "2: [recorder] resume-within=-1h is no duration; write a number and ms, min, s or h, "
                + "from 0 s to 168 h"
        ),
        (
            "[recorder]\nresume-within=nanh",
            "2: [recorder] resume-within=nanh is no duration; write a number and ms, min, s or "
                + "h, from 0 s to 168 h"
        ),
        ("[recorder]\npath=/var/lib/", "2: [recorder] path=/var/lib/ is a folder; write the path of a file"),
        ("[flight]\nsplit=5 m", "2: [flight] split=5 m is out of range; write 10 m to 100 km"),
        ("[flight]\nsplit=1mi", "2: [flight] split=1mi has no unit; write a number and km or m, from 10 m to 100 km"),
        ("[flight]\nauto-hold=on", "2: [flight] auto-hold=on is neither yes nor no; write yes or no"),
        ("[flight]\nauto_hold=yes", "2: [flight] auto_hold= is not known; did you mean auto-hold=?"),
        ("[runner]\nweight=12", "2: [runner] weight=12 is out of range; write 20 kg to 300 kg"),
        (
            "[runner]\nweight=154 lb",
            "2: [runner] weight=154 lb has no unit; write a number and kg, from 20 kg to 300 kg"
        ),
        ("[runner]\nage=4.5", "2: [runner] age=4.5 is out of range; write a whole number from 5 to 120"),
        ("[runner]\nsex=m", "2: [runner] sex=m is not known; write female, male or unknown"),
        ("[flight]\ncountdown=11", "2: [flight] countdown=11 is out of range; write a whole number from 0 to 10"),
        (
            "[mission x]\nspec=pace=5:00,tolerance=0",
            "2: [mission x] spec=pace=5:00,tolerance=0 is no mission: a tolerance of 0.0 s makes no pace band; write 1 to "
                + "300, and less than the pace less 1:00"
        ),
        (
            "[mission x]",
            "1: [mission x] has no spec=; write spec=, what to aim at, as pace=5:00,tolerance=15,distance=5km or "
                + "6x(800m@pace=3:45 + 400m)"
        ),
        (
            "[mission x]\nspec=6x(800m@pace=3:45 + 400m",
            "2: [mission x] spec=6x(800m@pace=3:45 + 400m is no mission: '(' is not closed; write ')' behind the last step "
                + "of the repeat"
        ),
        (
            "[mission x]\nspec=pace=5:00;10k,time=50:00",
            "2: [mission x] spec=pace=5:00;10k,time=50:00 is no mission: 'pace=5:00;10k' is not a pace; write minutes and "
                + "seconds a km, as in pace=5:00"
        ),
        (
            "[mission 10k]\nspec=pace=5:00",
            "1: [mission 10k] has a name that means something in a SPEC; give it another name, as my-10k"
        ),
        (
            "[mission half]\nspec=pace=5:00",
            "1: [mission half] has a name that means something in a SPEC; give it another name, as my-half"
        ),
        (
            "[mission 800m]\nspec=2x(800m)",
            "1: [mission 800m] has a name that means something in a SPEC; give it another name, as my-800m"
        ),
        (
            "[mission warm-up]\nspec=hr=120",
            "1: [mission warm-up] has a name that means something in a SPEC; give it another name, as my-warm-up"
        ),
        ("[sink x]\ntype=mqtt\nbroker=b\npath=-", "2: [sink x] type=mqtt is not known; write jsonl, exec or journal"),
        ("[sink x]\npath=-", "1: [sink x] has no type=; write type=, where it leads: jsonl, exec or journal"),
        (
            "[sink x]\ntype=jsonl\npath=-\n[sink y]\ntype=jsonl\npath=-",
            "4: [sink y] writes where [sink x] writes; give each its own path"
        ),
        (
            "[sink x]\ntype=journal\n[sink y]\ntype=journal",
            "3: [sink y] writes what [sink x] writes; remove one of them"
        ),
        ("[sink x]\ntype=journal\npath=-", "3: [sink x] path= is not known; write type="),
        (
            "[sink x]\ntype=exec",
            "1: [sink x] has no command=; write command=, a program by its absolute path, and its arguments"
        ),
        (
            "[sink x]\ntype=exec\ncommand=espeak-ng -q",
            "3: [sink x] command=espeak-ng -q begins with no absolute path; write a program by its absolute path, and its "
                + "arguments"
        ),
        (
            "[sink x]\ntype=exec\ncommand=/bin/cat | /bin/wc",
            "3: [sink x] command=/bin/cat | /bin/wc has '|' outside quotes, and no shell reads it; quote it, or write "
                + "/bin/sh -c '…'"
        ),
        (
            "[sink x]\ntype=exec\ncommand=/bin/echo 'a b",
            "3: [sink x] command=/bin/echo 'a b has a quote that does not end; close it"
        ),
        (
            "[sink x]\ntype=exec\ncommand=/bin/echo a\\",
            "3: [sink x] command=/bin/echo a\\ ends with a backslash; write what it stands before"
        ),
        (
            "[sink x]\ntype=exec\ncommand=/bin/",
            "3: [sink x] command=/bin/ begins with no absolute path; write a program by its absolute path, and its "
                + "arguments"
        ),
        (
            "[sink x]\ntype=jsonl\npath=a\n[sink x]\ntype=jsonl\npath=b",
            "4: [sink x] stands twice; put its keys into the one on line 1"
        ),
        ("port=1", "1: port= stands before any section; write a [section] above it"),
    ]

    @Test(arguments: refusals)
    func refuses(text: String, expected: String) throws {
        let found = try errors(text)
        #expect(found.first == "runwayd.conf:" + expected)
    }

    @Test func reportsAllErrorsOfAllFilesTogether() throws {
        try folder.write("conf.d/b.conf", "[control]\nsocks=/a\n[broken")
        try folder.write("conf.d/a.conf", "[gpsd]\nport=x\n")
        #expect(
            try errors("[flight]\nsplit=1\nsplit=2\n[gpsd]\nhots=a\n").map { $0.prefix { $0 != " " } } == [
                "runwayd.conf:3:", "conf.d/a.conf:2:", "conf.d/b.conf:3:",
            ])
        // The fault in the form of runwayd.conf is mended: now its content is judged.
        #expect(
            try errors("[flight]\nsplit=1\n[gpsd]\nhots=a\n").map { $0.prefix { $0 != " " } } == [
                "runwayd.conf:2:", "runwayd.conf:4:", "conf.d/a.conf:2:", "conf.d/b.conf:3:",
            ])
    }

    @Test func dropInsReplaceSingleKeysInTheOrderOfTheirNames() throws {
        try folder.write("conf.d/20.conf", "[gpsd]\nport=3\n")
        try folder.write("conf.d/10.conf", "[gpsd]\nport=2\ndevice=/dev/a\n[sink s]\ntype=jsonl\npath=b\n")
        try folder.write("conf.d/30.conf.bak", "[nonsense]\n")
        try folder.write("conf.d/.40.conf", "[nonsense]\n")
        let configuration = try load("[gpsd]\nport=1\nhost=h\n[sink s]\ntype=jsonl\npath=a\n")
        #expect(configuration.gpsd == .init(host: "h", port: 3, device: "/dev/a"))
        #expect(configuration.sinks == [.init(name: "s", output: .jsonLines(path: "b"))])
    }

    @Test func laterFileMendsEarlierValue() throws {
        try folder.write("conf.d/10.conf", "[gpsd]\nport=2\n")
        #expect(try load("[gpsd]\nport=nonsense\n").gpsd.port == 2)
    }

    @Test func errorOfValueNamesTheFileItCameFrom() throws {
        try folder.write("conf.d/10.conf", "[gpsd]\nport=x\n")
        #expect(
            try errors("[gpsd]\nport=1\n") == ["conf.d/10.conf:2: [gpsd] port=x is no port number; write 1 to 65535"])
    }

    @Test func missingFileIsAnErrorOnlyWhenNamed() throws {
        let path = folder.path("runwayd.conf")
        #expect(
            errors(path: path) == [
                "runwayd.conf: cannot be read: No such file or directory; create it or name another"
            ])
        #expect(try Configuration.load(path, mayBeMissing: true) == Configuration())
        try folder.write("conf.d/10.conf", "[gpsd]\nport=2\n")
        #expect(try Configuration.load(path, mayBeMissing: true).gpsd.port == 2)
    }

    @Test func defaultFileThatIsNoFileIsAnError() throws {
        #expect(throws: ConfigurationErrors.self) { try Configuration.load(folder.path, mayBeMissing: true) }
    }

    @Test(arguments: [
        ("port", "prot", 1), ("port", "port", 0), ("", "abc", 3), ("host", "hots", 1), ("split", "splits", 1),
    ])
    func distance(left: String, right: String, expected: Int) {
        #expect(Suggestion.distance(left, right) == expected)
        #expect(Suggestion.distance(right, left) == expected)
    }
}
