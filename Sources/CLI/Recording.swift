// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import JSON
import ReplayInput
import RunwayModel

/// Finds out what a recording is, and reads it into a replay.
enum Recording {
    /// - Parameter name: a file, `-`, or a flight of the logbook.
    /// - Throws: `Failure` when nothing can be read.
    static func read(_ name: String, _ source: FlightSource, into run: ReplayRun) throws {
        if isFlight(name) {
            let id = try source.flight(name).flight.id
            try source.tape(of: id) { try run.take($0.input, at: $0.at) }
        } else {
            let descriptor = name == "-" ? 0 : open(name, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure.failed("\(name): \(String(cString: strerror(errno)))") }
            defer { if name != "-" { close(descriptor) } }
            try readLines(of: name, descriptor, into: run)
        }
        try run.flush()
        if run.isEmpty {
            throw Failure.failed(
                "\(name): nothing to replay in it; a log of gpsd's JSON has lines like {\"class\":\"TPV\",…}")
        }
    }

    /// Whether a name is a flight's and no file's.
    static func isFlight(_ name: String) -> Bool { name != "-" && access(name, F_OK) != 0 && isFlightName(name) }

    private static func isFlightName(_ name: String) -> Bool {
        name == "last" || (name.count >= 4 && name.allSatisfy { $0.isHexDigit || $0 == "-" })
    }

    /// A tape if its first line is an entry of one, else a log.
    private static func readLines(of name: String, _ descriptor: CInt, into run: ReplayRun) throws {
        if TapeReader.isTape(descriptor) {
            try TapeReader(name: name).read(descriptor, into: run)
            return
        }
        var reader = ReplayReader(descriptor: descriptor) { line, trouble in
            Output.warn("\(name):\(line): \(trouble)")
        }
        while let entry = try reader.next() {
            run.times = reader.times
            if run.isEmpty { run.begin(at: entry.at) }
            try run.take(entry.input, at: entry.at)
        }
        let unplaced = reader.counters.unplaced
        if unplaced > 0 {
            Output.warn("\(name): left out because no time had been told yet: \(unplaced) reports")
        }
        run.land()
    }
}
