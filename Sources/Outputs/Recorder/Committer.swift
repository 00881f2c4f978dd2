// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel

/// Brings the queue to the disk, one batch at a time, in time, and again after a failure.
@Loop
final class Committer {
    /// Adds to the last batch in the queue how the flight stands.
    var complete: @Loop (inout Batch) -> Void = { _ in }
    var onCommit: @Loop (Batch) -> Void = { _ in }
    var onTrouble: @Loop (RecorderTrouble?) -> Void = { _ in }

    private let configuration: RecorderConfiguration
    private let writer: Writer
    private var queue: CommitQueue
    private var timer: Timer?
    /// When the next commit begins; nil while there is nothing to write.
    private var due: Instant?
    private var isCommitting = false
    /// All that waits is to be written without further delay.
    private var isUrgent = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var retry: Seconds

    private(set) var trouble: RecorderTrouble?
    private(set) var committedRows = 0
    private(set) var unwritableRows = 0
    private(set) var lastCommit: Instant?

    init(_ configuration: RecorderConfiguration, _ writer: Writer) {
        self.configuration = configuration
        self.writer = writer
        queue = CommitQueue(bound: configuration.memoryBound)
        retry = configuration.firstRetry
    }

    var pendingRows: Int { queue.count }

    func start() throws {
        timer = try Timer { [weak self] in self?.commitSoon() }
        if !queue.isEmpty { commitSoon() }
    }

    func stop() {
        timer?.disarm()
        timer = nil
    }

    func begin(_ summary: FlightSummary, with items: [Item], dropped: Int) {
        queue.begin(summary, with: items, dropped: dropped)
        commitSoon()
    }

    /// - Returns: false when the row is lost, because the memory's bound is reached.
    func append(_ item: Item, of base: FlightSummary) -> Bool {
        let isKept = queue.append(item, of: base)
        if !isKept, trouble?.code != .rowsLost {
            report(
                RecorderTrouble(
                    .rowsLost,
                    "the memory for rows that wait for the disk is full and new rows are lost; "
                        + (trouble?.description ?? "\(configuration.path): the disk is too slow")))
        }
        if due == nil { arm(after: configuration.commitInterval) }
        // A row that comes when a commit is nearly due takes the others along, and saves the timer's wake-up.
        if trouble == nil, let due, due - BootClock.now() < configuration.commitInterval * 0.2 { commitSoon() }
        return isKept
    }

    /// Begins a commit on a later turn of the loop, when the core has said all to its last input.
    func commitSoon() {
        isUrgent = true
        guard timer != nil, !isCommitting else { return }
        isCommitting = true
        Loop.spawn { await self.run() }
    }

    /// Writes what waits, and returns when that is done or has failed.
    /// - Parameter base: the flight in the air, whose standing is written even if no row waits.
    func flush(_ base: FlightSummary?) async {
        if let base { queue.touch(base) }
        commitSoon()
        await withCheckedContinuation { continuation in
            // Looked at in here: the await itself may have given the loop a turn, and the commit may be over.
            if isCommitting {
                waiting.append(continuation)
            } else {
                continuation.resume()
            }
        }
    }

    private func run() async {
        var isWorking = true
        while isWorking, isUrgent || queue.hasBacklog, var batch = queue.take() {
            if queue.isEmpty {
                complete(&batch)
                isUrgent = false
                due = nil
            }
            switch await writer.commit(batch) {
            case .success(let receipt): succeeded(batch, receipt)
            case .failure(let trouble):
                failed(batch, trouble)
                isWorking = false
            }
        }
        isUrgent = false
        isCommitting = false
        // Rows that came meanwhile wait from when they came.
        if let due { timer?.arm(at: due) }
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    private func succeeded(_ batch: Batch, _ receipt: BatchWriter.Receipt) {
        queue.settle(batch)
        committedRows += receipt.rows
        unwritableRows += receipt.unwritable
        lastCommit = BootClock.now()
        retry = configuration.firstRetry
        // After rows were lost, not before there is room again: or each commit would end a trouble and the next row begin one.
        if let trouble, trouble.code != .rowsLost || queue.count < configuration.memoryBound / 2 { report(nil) }
        onCommit(batch)
    }

    private func failed(_ batch: Batch, _ failure: RecorderTrouble) {
        queue.putBack(batch)
        if trouble == nil {
            report(failure)
        } else if trouble?.code != .rowsLost {
            trouble = failure
        }
        arm(after: retry)
        retry = min(retry + retry, configuration.longestRetry)
    }

    /// Told on a turn of its own: who is told may append, and this may come from within an append.
    private func report(_ new: RecorderTrouble?) {
        trouble = new
        Loop.spawn { self.onTrouble(new) }
    }

    private func arm(after interval: Seconds) {
        let instant = BootClock.now() + interval
        due = instant
        if !isCommitting { timer?.arm(at: instant) }
    }
}
