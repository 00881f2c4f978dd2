// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Recorder
import RunwayModel
import Testing

@Suite struct CommitQueueTests {
    private let flight = TestFlight()

    private func row(_ sequence: Int) -> Item { .tape(TestFlight.entry(sequence)) }

    private var call: Item {
        .event(flight.event(.annunciation(Annunciation(.hold, .status, "HOLDING"))), sequence: 0)
    }

    private var split: Item {
        let split = Split(
            index: 1, distance: .zero, duration: .zero, end: Instant(nanoseconds: 0), heartRate: nil, isEstimated: false
        )
        return .event(flight.event(.split(split)), sequence: 0)
    }

    @Test func endsABatchBehindWhatAnInputBrought() {
        let queue = Queue(bound: 100_000)
        for sequence in 0..<CommitQueue.batchSize { #expect(queue.append(row(sequence), of: flight.summary)) }
        #expect(queue.append(call, of: flight.summary))
        #expect(queue.append(split, of: flight.summary))
        #expect(!queue.hasBacklog)
        #expect(queue.append(row(CommitQueue.batchSize), of: flight.summary))
        #expect(queue.hasBacklog)
        #expect(queue.take()?.items.count == CommitQueue.batchSize + 2)
        #expect(queue.take()?.items.count == 1)
        #expect(queue.take() == nil)
    }

    @Test func countsWhatIsTakenUntilItIsSettled() throws {
        let queue = Queue(bound: 2)
        #expect(queue.append(row(0), of: flight.summary))
        #expect(queue.append(row(1), of: flight.summary))
        let batch = try #require(queue.take())
        #expect(queue.isEmpty && queue.count == 2)
        #expect(!queue.append(row(2), of: flight.summary))
        queue.settle(batch)
        #expect(queue.count == 0)
        #expect(queue.append(row(3), of: flight.summary))
        #expect(queue.take()?.dropped == 1)
    }

    @Test func keepsResultsBeyondTheBound() {
        let queue = Queue(bound: 1)
        #expect(queue.append(row(0), of: flight.summary))
        #expect(!queue.append(call, of: flight.summary))
        #expect(queue.append(split, of: flight.summary))
        #expect(queue.take()?.items.count == 2)
    }

    @Test func putsABatchBackBeforeWhatCameSince() throws {
        let queue = Queue(bound: 100)
        queue.begin(flight.summary, with: [row(0)], dropped: 1)
        var batch = try #require(queue.take())
        batch.summary = flight.summary
        #expect(queue.append(row(1), of: flight.summary))
        queue.putBack(batch)
        #expect(!queue.hasBacklog && queue.count == 2)
        let again = try #require(queue.take())
        #expect(again.isOpening && again.dropped == 1 && again.summary == nil)
        #expect(again.items.map { if case .tape(let entry) = $0 { entry.sequence } else { -1 } } == [0, 1])
    }

    @Test func keepsFlightsApart() throws {
        let other = TestFlight(2)
        let queue = Queue(bound: 100)
        #expect(queue.append(row(0), of: flight.summary))
        let first = try #require(queue.take())
        queue.begin(other.summary, with: [], dropped: 0)
        queue.putBack(first)
        queue.touch(other.summary)
        #expect(queue.take()?.flight == flight.id)
        #expect(queue.take()?.flight == other.id)
        #expect(queue.isEmpty)
    }
}

/// The queue by reference: an expectation cannot call what mutates a value.
private final class Queue {
    private var queue: CommitQueue

    init(bound: Int) { queue = CommitQueue(bound: bound) }

    var isEmpty: Bool { queue.isEmpty }
    var hasBacklog: Bool { queue.hasBacklog }
    var count: Int { queue.count }

    func begin(_ summary: FlightSummary, with items: [Item], dropped: Int) {
        queue.begin(summary, with: items, dropped: dropped)
    }

    func append(_ item: Item, of base: FlightSummary) -> Bool { queue.append(item, of: base) }
    func touch(_ base: FlightSummary) { queue.touch(base) }
    func take() -> Batch? { queue.take() }
    func settle(_ batch: Batch) { queue.settle(batch) }
    func putBack(_ batch: Batch) { queue.putBack(batch) }
}
