// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The rows that are not on the disk yet, in batches of one flight each.
///
/// A batch always ends with what the core said to its last input, so that after a crash the events on the disk are
/// those of the rows on the disk.
package struct CommitQueue {
    /// Rows of a batch, after which the next input begins another: it bounds a transaction after a long outage.
    package static let batchSize = 4096

    private let bound: Int
    private var batches: [Batch] = []
    /// Rows waiting, those of a batch that was taken included.
    package private(set) var count = 0

    package init(bound: Int) {
        self.bound = bound
    }

    package var isEmpty: Bool { batches.isEmpty }

    /// Whether more waits than the batch that still grows.
    package var hasBacklog: Bool { batches.count > 1 }

    /// A new flight, with what came before it had an id.
    package mutating func begin(_ summary: FlightSummary, with items: [Item], dropped: Int) {
        batches.append(Batch(base: summary, isOpening: true, items: items, dropped: dropped))
        count += items.count
    }

    /// - Returns: false when the bound is reached and the row was not kept.
    package mutating func append(_ item: Item, of base: FlightSummary) -> Bool {
        let isKept = count < bound || item.isEssential
        let last = batches.last
        if last?.flight != base.id || (item.isTape && last.map { $0.items.count >= CommitQueue.batchSize } ?? false) {
            batches.append(Batch(base: base, isOpening: false))
        }
        if isKept {
            batches[batches.count - 1].items.append(item)
            count += 1
        } else {
            batches[batches.count - 1].dropped += 1
        }
        return isKept
    }

    /// Sees to it that there is a batch of this flight, be it empty.
    package mutating func touch(_ base: FlightSummary) {
        if batches.last?.flight != base.id { batches.append(Batch(base: base, isOpening: false)) }
    }

    /// Takes the oldest batch out. It is followed by `settle` or `putBack`.
    package mutating func take() -> Batch? {
        batches.isEmpty ? nil : batches.removeFirst()
    }

    /// The batch is on the disk.
    package mutating func settle(_ batch: Batch) {
        count -= batch.items.count
    }

    /// The batch is not on the disk.
    package mutating func putBack(_ batch: consuming Batch) {
        batch.summary = nil
        batch.snapshot = nil
        batch.label = nil
        // Short ones become one, or an outage with many attempts would leave as many batches.
        if let next = batches.first, next.flight == batch.flight, !next.isOpening,
            batch.items.count + next.items.count <= CommitQueue.batchSize
        {
            batch.items += next.items
            batch.dropped += next.dropped
            batches[0] = batch
        } else {
            batches.insert(batch, at: 0)
        }
    }
}
