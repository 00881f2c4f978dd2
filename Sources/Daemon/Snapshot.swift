// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import JSON
import RunwayCore

/// The core's state as the recorder keeps it.
enum Snapshot {
    /// Raised with every change of what a `FlightComputer` is made of. A snapshot of another format is not read; the
    /// whole tape is, instead.
    static let format = "core-6"

    static func encode(_ computer: FlightComputer) -> (format: String, body: [UInt8])? {
        do {
            return (format, try JSON.encode(computer))
        } catch {
            Log.error("the core's state could not be written down, a resume will read the whole tape: \(error)")
            return nil
        }
    }

    static func decode(format: String, _ body: [UInt8]) -> FlightComputer? {
        guard format == Snapshot.format else { return nil }
        return try? JSON.decode(FlightComputer.self, from: body)
    }
}
