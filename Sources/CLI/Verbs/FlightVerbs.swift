// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import RunwayModel

enum StartVerb: Verb {
    static let name = "start"
    static let summary = "begin a flight"
    static let help = """
        usage: runway start [--mission SPEC] [--indoor] [--now] [--json]

        Counts down 3, 2, 1 and begins a flight. A start without a GPS fix is allowed: distance then begins with the
        first good positions.

          --mission SPEC  a pace or a heart rate, a distance, a time for it, as pace=5:00,tolerance=15,distance=5km,
                          hr=150,10k or half,time=1:45:00 (there are 5k, 10k, half and full); steps, as
                          'warm-up 10min + 6x(800m@pace=3:45,tolerance=10 + recovery 400m@hr=130) + cool-down 1km';
                          or the name of a mission in the configuration; without it the mission set before holds
          --indoor        on a treadmill: time and heart rate alone, no distance and no GPS; so is any mission whose
                          SPEC has the word indoor, as hr=150,tolerance=10,indoor
          --now           skips the countdown
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let request = StartRequest(
            mission: try arguments.option("--mission"), now: arguments.flag("--now"),
            indoor: arguments.flag("--indoor") ? true : nil)
        try arguments.end(of: self)
        let reply = try daemon.send("POST", "/v1/start", request, as: StartReply.self)
        try isJSON ? Output.json(reply) : Output.line(reply.flight.text)
    }
}

enum StopVerb: Verb {
    static let name = "stop"
    static let summary = "land: end the flight"
    static let help = "usage: runway stop [--json]\n\nEnds the flight, or breaks off its countdown."

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        try command(self, &arguments, daemon)
    }
}

enum HoldVerb: Verb {
    static let name = "hold"
    static let summary = "pause the flight"
    static let help = """
        usage: runway hold [--json]

        Pauses the flight: distance, splits and alerts rest until 'runway resume'. A hold by auto-hold becomes one by
        hand.
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        try command(self, &arguments, daemon)
    }
}

enum ResumeVerb: Verb {
    static let name = "resume"
    static let summary = "go on after a hold"
    static let help = "usage: runway resume [--json]\n\nGoes on with the flight after a hold."

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        try command(self, &arguments, daemon)
    }
}

enum LapVerb: Verb {
    static let name = "lap"
    static let summary = "end the running split"
    static let help = """
        usage: runway lap [--json]

        Ends the running split here. The next one has the whole configured length before it, from here on.
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        try command(self, &arguments, daemon)
    }
}

enum PreflightVerb: Verb {
    static let name = "preflight"
    static let summary = "set the mission, and show whether all is ready"
    static let help = """
        usage: runway preflight [--mission SPEC | --clear] [--json]

        Sets what the next flight aims at, or the one in the air, and shows the sensors.

          --mission SPEC  as for 'runway start'
          --clear         no mission
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let mission = try arguments.option("--mission")
        let isCleared = arguments.flag("--clear")
        try arguments.end(of: self)
        if mission != nil, isCleared {
            throw Failure.usage("runway preflight: --mission and --clear exclude each other")
        }
        let status =
            if mission != nil || isCleared {
                try daemon.send("PUT", "/v1/mission", MissionRequest(mission: mission), as: Status.self)
            } else {
                try daemon.get("/v1/status", as: Status.self)
            }
        try isJSON ? Output.json(status) : Output.line(StatusText(status).text)
    }
}

private func command(_ verb: any Verb.Type, _ arguments: inout Arguments, _ daemon: DaemonClient) throws {
    let isJSON = arguments.flag("--json")
    try arguments.end(of: verb)
    let status = try daemon.post("/v1/\(verb.name)", as: Status.self)
    try isJSON ? Output.json(status) : Output.line(StatusText(status).text)
}
