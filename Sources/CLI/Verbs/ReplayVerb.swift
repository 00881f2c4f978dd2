// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import JSON
import RunwayEngine
import RunwayModel

enum ReplayVerb: Verb {
    static let name = "replay"
    static let summary = "run the flight computer over a recording"
    static let help = """
        usage: runway replay FILE [--mission SPEC] [--json | --trace] [--logbook FILE]

        Runs the core over a recording as fast as it can, the same core as in the daemon.

          FILE            a log of gpsd's JSON as 'gpspipe -w' prints it, in which lines of class HR carry heart rate;
                          an exported tape; a flight's id, its beginning, or 'last'; '-' for a log on standard input
          --mission SPEC  what to aim at, as for 'runway start' but no name; takes the place of a recorded flight's own
                          mission
          --json          ends with one object: distance, splits, alerts, phases
          --trace         one object for each fix
          --logbook FILE  looks for a flight's id there instead of asking the daemon

        A log without commands is flown from its first line to its last. Lines that cannot be read are counted and
        skipped. exit status: 0 something was read, 1 nothing could be read, 64 wrong usage
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let isTrace = arguments.flag("--trace")
        let mission = try MissionOption.take(&arguments, of: self)
        let source = FlightSource(daemon: daemon, file: try arguments.option("--logbook"))
        let name = try arguments.word("FILE", of: self)
        try arguments.end(of: self)
        if isJSON, isTrace { throw Failure.usage("runway replay: --json and --trace exclude each other") }
        let run = ReplayRun(mission: mission, isTraced: isTrace)
        try Recording.read(name, source, into: run)
        if let refusal = run.refusal { throw Failure.failed(refusal.message) }
        let report = run.report
        if isJSON {
            try Output.json(report)
        } else if !isTrace {
            try Output.line(ReplayText(report).text)
        }
    }
}
