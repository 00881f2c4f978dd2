// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Recorder
import RunwayConfiguration
import RunwayEngine
import RunwayModel

enum TuneVerb: Verb {
    static let name = "tune"
    static let summary = "replay flights with other settings, and compare the calls"
    static let help = """
        usage: runway tune FLIGHT… [--set SECTION.KEY=VALUE]… [--mission SPEC] [--json] [--logbook FILE]

        Runs the core over flights with their own settings and with changed ones, and tells for both how often was called,
        how often falsely and how late, and the calls side by side.

          FLIGHT          ids, 'last', or logs and tapes as for 'replay'; 'all' for every flight of the logbook
          --set           a key of [flight], [gpws] or [runner], as gpws.calm=20h, gpws.detector=band, flight.minimums=30m
          --mission SPEC  what to aim at, in place of the flights' own missions
          --json          one object
          --logbook FILE  looks for flights there instead of asking the daemon

        The truth is the flight's own distance, as it is known afterwards: the mean pace over 15 s around an instant. An
        episode begins where that leaves the band and stays outside for 15 s; the latency is from there to the first
        alert, without one it is missed. An alert is false when it lies in no episode and the mean pace of the 15 s before
        it is inside the band.
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        var settings: [String] = []
        while let setting = try arguments.option("--set") { settings.append(setting) }
        let mission = try MissionOption.take(&arguments, of: self)
        let source = FlightSource(daemon: daemon, file: try arguments.option("--logbook"))
        var names = [try arguments.word("FLIGHT", of: self)]
        while let name = arguments.nextWord() { names.append(name) }
        try arguments.end(of: self)
        try check(settings)
        if names == ["all"] { names = try source.flights().map(\.id.text).reversed() }
        let flights = try names.map { name in
            TuneText.Flight(
                name: name, was: try trial(name, source, mission, []),
                wouldBe: settings.isEmpty ? nil : try trial(name, source, mission, settings))
        }
        let text = TuneText(flights: flights)
        if isJSON {
            try Output.json(text.document)
        } else {
            for line in text.lines { try Output.line(line) }
        }
    }

    private static func check(_ settings: [String]) throws {
        var configuration = FlightConfiguration()
        for setting in settings {
            do throws(SettingError) {
                try Setting.apply(setting, to: &configuration)
            } catch {
                throw Failure.usage("runway tune: --set \(setting) \(error.message); \(error.action)")
            }
        }
    }

    private static func trial(_ name: String, _ source: FlightSource, _ mission: Mission?, _ settings: [String]) throws
        -> AlertTrial
    {
        var trial = AlertTrial()
        let run = ReplayRun(mission: mission) { configuration in
            // They were checked against the defaults, and no key depends on another.
            settings.reduce(into: configuration) { try? Setting.apply($1, to: &$0) }
        }
        run.after = { trial.take($0, at: $1, $2, after: $3) }
        try Recording.read(name, source, into: run)
        if let refusal = run.refusal { throw Failure.failed("\(name): \(refusal.message)") }
        return trial
    }
}
