// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// A flight with all that was recorded of it but the tape.
public struct FlightRecord: Codable, Sendable {
    public var flight: LogbookEntry
    public var splits: [Split]
    public var alerts: [Alert]

    /// - Parameter name: `last`, an id, or the beginning of just one id.
    public init(_ logbook: Logbook, _ name: String) throws {
        flight = try logbook.find(name)
        splits = try logbook.splits(of: flight.id)
        alerts = try logbook.alerts(of: flight.id)
    }
}
