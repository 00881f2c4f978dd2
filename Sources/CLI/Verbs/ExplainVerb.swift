// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayEngine
import RunwayModel

enum ExplainVerb: Verb {
    static let name = "explain"
    static let summary = "tell what was called in a flight, what was not, and why"
    static let help = """
        usage: runway explain [FLIGHT] [--at TIME] [--mission SPEC] [--json] [--logbook FILE]

        Runs the core over a flight's tape and tells in order: phases, what was said, what was withheld and why, which
        conditions held, from when to when nothing was judged and why, and your switches.

          FLIGHT          a flight's id, its beginning, or 'last' (without it: last); a log or a tape as for 'replay'
          --at TIME       what held at that moment and what happened around it: minutes:seconds since ROTATE, as 12:34 or
                          1:02:03, or a civil time as 2026-05-01T07:12:03Z
          --mission SPEC  what to aim at, in place of the flight's own mission
          --json          objects for programs
          --logbook FILE  looks for the flight there instead of asking the daemon
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let at = try arguments.option("--at").map(Moment.init)
        let mission = try MissionOption.take(&arguments, of: self)
        let source = FlightSource(daemon: daemon, file: try arguments.option("--logbook"))
        let name = arguments.nextWord() ?? "last"
        try arguments.end(of: self)

        var explanation = try read(name, source, mission, moment: nil)
        guard let rotate = explanation.rotate, let newest = explanation.newest else {
            throw Failure.failed("\(name): no flight in it took off")
        }
        var moment: Double?
        if let at {
            guard let t = at.seconds(in: explanation), (0...(newest - rotate).rawValue).contains(t) else {
                throw Failure.failed(
                    "--at \(at.text): the flight lasted from 0:00 to \(Text.time(newest - rotate)) after ROTATE")
            }
            moment = t
            explanation = try read(name, source, mission, moment: t)
        }
        let differs = mission == nil ? try difference(explanation, name, source) : nil
        let text = ExplanationText(explanation, moment: moment, difference: differs)
        if isJSON {
            try Output.json(text.document)
        } else {
            for line in text.lines { try Output.line(line) }
        }
    }

    private static func read(_ name: String, _ source: FlightSource, _ mission: Mission?, moment: Double?) throws
        -> Explanation
    {
        var explanation = Explanation(at: moment)
        let run = ReplayRun(mission: mission)
        run.before = { explanation.look(before: $0, $1) }
        run.after = { input, now, events, computer in
            explanation.take(input, at: now, events, time: computer.civilTime(at: now)?.time)
        }
        try Recording.read(name, source, into: run)
        if let refusal = run.refusal { throw Failure.failed(refusal.message) }
        explanation.finish(run.computer)
        return explanation
    }

    /// What the flight's own record says otherwise, for it may be another version's; nil when it says the same.
    private static func difference(_ explanation: Explanation, _ name: String, _ source: FlightSource) throws -> String?
    {
        guard Recording.isFlight(name) else { return nil }
        let recorded = try source.flight(name).alerts
        func key(_ alert: Alert) -> String { "\(alert.kind.rawValue) \(alert.start.nanoseconds)" }
        let (then, now) = (Set(recorded.map(key)), Set(explanation.alerts.map(key)))
        guard then != now else { return nil }
        return
            "in the flight itself \(recorded.count) alerts were recorded, \(then.intersection(now).count) of them as here: "
            + "it was flown with another version, or its last second is not on the tape"
    }
}
