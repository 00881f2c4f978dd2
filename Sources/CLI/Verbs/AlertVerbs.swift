// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import RunwayConfiguration
import RunwayModel

enum AckVerb: Verb {
    static let name = "ack"
    static let summary = "acknowledge what is called"
    static let help = """
        usage: runway ack [--json]

        What is called at present was heard: its calls are silent, its lamps stay lit while it holds. A caution that
        becomes a warning is called all the same.
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        try arguments.end(of: self)
        let status = try daemon.post("/v1/ack", as: Status.self)
        try isJSON ? Output.json(status) : Output.line(StatusText(status).text)
    }
}

enum MuteVerb: Verb {
    static let name = "mute"
    static let summary = "no calls for a while"
    static let help = """
        usage: runway mute [DURATION | off] [--json]

        No calls for a while, ten minutes unless said otherwise; lamps are lit all the same. What still holds at the end is
        called then. What answers you, as HOLDING or LAP, is said all the same.

          DURATION  as 90s, 10min or 1h, a day at most
          off       ends the silence
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let word = arguments.nextWord()
        try arguments.end(of: self)
        let status = try daemon.send("POST", "/v1/mute", MuteRequest(try duration(word)), as: Status.self)
        try isJSON ? Output.json(status) : Output.line(StatusText(status).text)
    }

    private static func duration(_ word: String?) throws -> Seconds {
        guard let word else { return MuteRequest.usual }
        if word == "off" { return .zero }
        do throws(SettingError) {
            return try Setting.duration(word, upTo: Command.longestMute)
        } catch {
            throw Failure.usage("runway mute: '\(word)' \(error.message); \(error.action)")
        }
    }
}

enum InhibitVerb: Verb {
    static let name = "inhibit"
    static let summary = "switch all alerts off, or on again"
    static let help = """
        usage: runway inhibit [on | off] [--json]

        Switches alerts and calls off until the flight ends or 'runway inhibit off' switches them on again: nothing is
        judged, and nothing is said but what answers you.
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let word = arguments.nextWord() ?? "on"
        try arguments.end(of: self)
        guard word == "on" || word == "off" else {
            throw Failure.usage("runway inhibit: '\(word)' is neither on nor off\n\(help)")
        }
        let request = InhibitRequest(on: word == "on")
        let status = try daemon.send("POST", "/v1/inhibit", request, as: Status.self)
        try isJSON ? Output.json(status) : Output.line(StatusText(status).text)
    }
}
