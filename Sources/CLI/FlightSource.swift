// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import Recorder
import RunwayConfiguration
import RunwayModel

/// Where flights are read: from the daemon while it runs, else from the logbook's file.
struct FlightSource {
    let daemon: DaemonClient
    /// nil asks the daemon first, and falls back on the configured file.
    let file: String?

    func flights() throws -> [LogbookEntry] {
        try read(
            daemon: { try $0.get("/v1/flights", as: [LogbookEntry].self) },
            file: { try $0.flights() })
    }

    func flight(_ name: String) throws -> FlightRecord {
        try read(
            daemon: { try $0.get("/v1/flights/\(name)", as: FlightRecord.self) },
            file: { try FlightRecord($0, name) })
    }

    /// Reads a flight's tape from its first entry to its last.
    func tape(of id: FlightID, _ take: @escaping (TapeEntry) throws -> Void) throws {
        try read(
            daemon: { daemon in
                var lines = LineBuffer()
                var failure: (any Error)?
                try daemon.stream("/v1/flights/\(id)/tape") { bytes in
                    do {
                        for line in lines.append(bytes) { try take(JSON.decode(TapeEntry.self, from: line)) }
                        return true
                    } catch {
                        failure = error
                        return false
                    }
                }
                if let failure { throw failure }
            },
            file: { logbook in
                var last: Int?
                while true {
                    let page = try logbook.tape(of: id, after: last, limit: 1000)
                    for entry in page { try take(entry) }
                    guard let newest = page.last else { return }
                    last = newest.sequence
                }
            })
    }

    private func read<T>(daemon ask: (DaemonClient) throws -> T, file look: (Logbook) throws -> T) throws -> T {
        if let file { return try look(open(file)) }
        do {
            return try ask(daemon)
        } catch let failure as Failure where failure.status == ExitStatus.unavailable {
            // Without the usual daemon its file is read, if there is one for this user.
            guard daemon.isUsual, let path = (try? Configuration.load(path: nil))?.recorder.path,
                let logbook = try? Logbook(path: path)
            else { throw failure }
            return try look(logbook)
        }
    }

    private func open(_ path: String) throws -> Logbook {
        do {
            return try Logbook(path: path)
        } catch {
            throw Failure.failed("\(error)")
        }
    }
}
