// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Recorder
import RunwayModel

enum LogVerb: Verb {
    static let name = "log"
    static let summary = "list the flights, newest first"
    static let help = """
        usage: runway log [--json] [--logbook FILE]

        Lists the flights of the logbook: start, distance, time, average pace without holds, mean heart rate, id, climb,
        energy. 'runway replay ID' shows a flight with its splits.

          --logbook FILE  reads this file instead of asking the daemon
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let isJSON = arguments.flag("--json")
        let source = FlightSource(daemon: daemon, file: try arguments.option("--logbook"))
        try arguments.end(of: self)
        let flights = try source.flights()
        if isJSON {
            try Output.json(flights)
        } else if flights.isEmpty {
            try Output.line("no flights yet")
        } else {
            for flight in flights { try Output.line(line(flight)) }
        }
    }

    private static func line(_ entry: LogbookEntry) -> String {
        let flight = entry.summary
        var notes = flight.remarks.map(\.rawValue)
        if entry.state == .open { notes.insert("in the air", at: 0) }
        if entry.isIncomplete { notes.append("incomplete") }
        let words = [
            Text.local(flight.startTime, offset: flight.utcOffset),
            Text.right(Text.distance(flight.distance, isIndoor: flight.isIndoor), 9),
            Text.right(Text.time(flight.elapsed), 8), Text.right(Text.pace(flight.averagePace), 9),
            Text.right(Text.rate(flight.averageHeartRate), 7),
            flight.id.text + Text.climb(flight.ascent, flight.descent) + Text.energy(flight.energy),
            notes.isEmpty ? "" : "(\(notes.joined(separator: ", ")))",
        ]
        return words.filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
