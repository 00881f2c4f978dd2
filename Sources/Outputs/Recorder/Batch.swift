// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// One row that waits for its commit.
package enum Item: Sendable {
    case tape(TapeEntry)
    case event(Event, sequence: Int)

    package var isTape: Bool {
        if case .tape = self { true } else { false }
    }

    /// Whether it is kept even beyond the memory's bound: there are few of them, and they are the flight's result.
    package var isEssential: Bool {
        guard case .event(let event, _) = self else { return false }
        return switch event.body {
        case .split, .alertBegan, .alertEnded, .flightBegan, .flightEnded: true
        case .phase, .annunciation, .withheld, .inhibits, .refused: false
        }
    }
}

/// What one transaction writes: rows of one flight, and how the flight stands behind them.
package struct Batch: Sendable {
    package struct Label: Sendable {
        package var instant: Instant
        package var boot: String
        package var time: UTCTime?
        package var isTrusted: Bool
    }

    /// The flight's numbers when it began or was resumed: what its row is made of, should there be none.
    package let base: FlightSummary
    /// Whether the flight begins with this batch.
    package var isOpening: Bool
    package var items: [Item] = []
    /// Rows of this flight that were lost since the batch before.
    package var dropped = 0

    // How the flight stands. Taken when the batch is made, and only for the last batch in the queue, so that nothing
    // on the disk is ahead of the tape.
    package var summary: FlightSummary?
    package var snapshot: OpenFlight.Snapshot?
    package var label: Label?

    package var flight: FlightID { base.id }
}
