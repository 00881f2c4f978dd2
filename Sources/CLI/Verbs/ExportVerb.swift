// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import GPXExport
import RunwayEngine
import RunwayModel

enum ExportVerb: Verb {
    static let name = "export"
    static let summary = "write a flight as GPX"
    static let help = """
        usage: runway export ID|last --format gpx [--output FILE] [--logbook FILE]

        Writes a flight for other programs: GPX 1.1 with Garmin's TrackPointExtension v2.

          ID              the flight's id, or its beginning
          --output FILE   writes there instead of to standard output
          --logbook FILE  reads this logbook instead of asking the daemon
        """

    static func run(_ arguments: inout Arguments, _ daemon: DaemonClient) throws {
        let format = try arguments.option("--format")
        let output = try arguments.option("--output")
        let source = FlightSource(daemon: daemon, file: try arguments.option("--logbook"))
        let name = try arguments.word("ID", of: self)
        try arguments.end(of: self)
        guard format == "gpx" else {
            throw Failure.usage(
                "runway export: " + (format.map { "'\($0)' is no format" } ?? "no format") + "; write --format gpx")
        }
        let flight = try source.flight(name).flight.summary
        if flight.isIndoor { throw Failure.failed("flight \(flight.id) was indoors and has no track to export") }
        var replay = Replay()
        var track = Track()
        try source.tape(of: flight.id) { entry in
            replay.take(entry.input, at: entry.at)
            track.take(entry.input, at: entry.at, after: replay.computer)
        }
        let document = try gpx(flight, track.finished(by: replay.computer))
        if document.skipped > 0 {
            Output.warn("\(document.skipped) points without a place or a time of their own left out")
        }
        if let output {
            try File.write(document.bytes, path: output)
            Output.warn("\(document.points) points written to \(output)")
        } else {
            try Output.write(document.bytes)
        }
    }

    private static func gpx(_ flight: FlightSummary, _ segments: [[TrackPoint]]) throws -> GPXExport.Document {
        let name = "Flight of " + Text.local(flight.startTime, offset: flight.utcOffset)
        do {
            return try GPXExport.write(flight: flight.id, name: name, start: flight.startTime, segments: segments)
        } catch {
            throw Failure.failed("\(error)")
        }
    }
}
