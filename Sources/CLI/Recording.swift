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
        if name != "-", access(name, F_OK) != 0, isFlightName(name) {
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

    private static func isFlightName(_ name: String) -> Bool {
        name == "last" || (name.count >= 4 && name.allSatisfy { $0.isHexDigit || $0 == "-" })
    }

    /// A tape if its first line is an entry of one, else a log.
    private static func readLines(of name: String, _ descriptor: CInt, into run: ReplayRun) throws {
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var reader = ReplayReader { line, reason in Output.warn("\(name):\(line): \(reason); skipped") }
        var tape: TapeReader?
        var hasBegun = false
        var isFirst = true
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw Failure.failed("\(name): \(String(cString: strerror(errno)))") }
            if isFirst, TapeReader.isTape(chunk[..<count]) { tape = TapeReader(name: name) }
            isFirst = false
            if tape != nil {
                try tape?.take(chunk[..<count], isLast: count == 0, into: run)
            } else {
                for (at, input) in count == 0 ? reader.finish() : reader.read(chunk[..<count]) {
                    if !hasBegun { run.begin(at: at) }
                    hasBegun = true
                    try run.take(input, at: at)
                }
            }
            if count == 0 { break }
        }
        if tape == nil { run.land() }
    }
}

/// Reads an exported tape: JSON lines of entries.
struct TapeReader {
    let name: String
    private var lines = LineBuffer()
    private var number = 0

    init(name: String) {
        self.name = name
    }

    static func isTape(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let line = bytes.split(separator: 10, maxSplits: 1).first else { return false }
        return (try? JSON.decode(TapeEntry.self, from: line)) != nil
    }

    mutating func take(_ bytes: ArraySlice<UInt8>, isLast: Bool, into run: ReplayRun) throws {
        for line in lines.append(Array(bytes)) + (isLast ? [lines.finish()[...]] : []) where !line.isEmpty {
            number += 1
            do {
                let entry = try JSON.decode(TapeEntry.self, from: line)
                try run.take(entry.input, at: entry.at)
            } catch let failure as Failure {
                throw failure
            } catch {
                Output.warn("\(name): entry \(number) cannot be read (\(error)); skipped")
            }
        }
    }
}
