// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel

/// The flight recorder, or black box: it writes the tape, what came of it, and the core's snapshots to the logbook,
/// such that a pulled plug costs the last `commitInterval` and nothing else.
///
/// Only what belongs to a flight is kept: rows since `beginTakeoff`, in memory until the event `flightBegan`, on the
/// disk from there on. The disk's failures do not stop a flight: rows wait in memory, and commits are tried again for
/// ever.
@Loop
public final class Recorder {
    /// The flight in numbers; asked on the loop, once a commit.
    public var summary: @Loop () -> FlightSummary? = { nil }
    /// The core's state behind the last row; asked on the loop, at the flight's beginning, at `close` and every
    /// `snapshotInterval`.
    public var snapshot: @Loop () -> (format: String, body: [UInt8])? = { nil }
    /// Civil time; asked on the loop, once a commit.
    public var clock: @Loop () -> (UTCTime, trusted: Bool)? = { nil }
    /// Told once when commits begin to fail, once more if rows begin to be lost, and with nil when commits work again;
    /// never from within a call to the recorder.
    public var onTrouble: @Loop (RecorderTrouble?) -> Void = { _ in }
    /// Told of each commit, after it is on the disk.
    package var onCommit: @Loop () -> Void = {}

    private enum Mode {
        case idle
        /// Rows of a flight that does not exist yet.
        case takeoff([Item], dropped: Int)
        case flight(FlightSummary)
        /// Events that come with the landing still belong to the flight.
        case landed(FlightSummary)
    }

    /// Where the time line stood when the last row was appended, and what CLOCK_BOOTTIME said then.
    private struct Mark {
        var sequence: Int
        var at: Instant
        var boot: String
        var clock: Instant
    }

    private let configuration: RecorderConfiguration
    private let writer: Writer
    private let committer: Committer
    private var mode = Mode.idle
    private var nextEvent = 0
    private var last: Mark?
    private var snapshotDue = Instant(nanoseconds: .max)
    private var droppedRows = 0

    public init(configuration: RecorderConfiguration) {
        self.configuration = configuration
        writer = Writer(path: configuration.path)
        committer = Committer(configuration, writer)
        committer.complete = { [weak self] batch in self?.complete(&batch) }
        committer.onTrouble = { [weak self] trouble in self?.onTrouble(trouble) }
        committer.onCommit = { [weak self] batch in self?.committed(batch) }
    }

    /// Opens the logbook, or makes it.
    /// - Returns: the flight that was in the air; it stays open until its `flightEnded` is recorded.
    /// - Throws: `RecorderError`, or `DatabaseError`; the file is as it was.
    public func open() async throws -> OpenFlight? {
        let flight = try await writer.open()
        try committer.start()
        return flight
    }

    /// Writes what waits, folds the write-ahead log into the file and closes. A flight in the air stays open.
    /// - Returns: why rows that waited could not be written and are lost; nil when all is on the disk.
    @discardableResult
    public func close() async -> RecorderTrouble? {
        await commit()
        committer.stop()
        let failure = committer.trouble
        let left = await writer.close()
        return failure ?? left
    }

    /// Writes what waits and a snapshot, and returns when that is done or has failed.
    package func commit() async {
        if case .flight(let base) = mode {
            snapshotDue = BootClock.now()
            await committer.flush(base)
        } else {
            await committer.flush(nil)
        }
    }

    /// Returns when the writer's thread has run what was queued before: it is alive.
    public func ping() async {
        await writer.ping()
    }

    /// Reads the logbook on the writer's thread, by the recorder's own connection. It shows what is committed.
    /// - Throws: what `body` throws; `RecorderError` when the recorder is not open.
    public func read<T: Sendable>(_ body: @Sendable (Logbook) throws -> T) async throws -> T {
        try await writer.read(body)
    }

    /// From here on rows are kept, in memory, until there is a flight; those of a takeoff before are forgotten. In a
    /// flight it does nothing.
    public func beginTakeoff() {
        if isFlying { return }
        mode = .takeoff([], dropped: 0)
        nextEvent = 0
    }

    /// There will be no flight: forgets the rows since `beginTakeoff`.
    public func abandonTakeoff() {
        if case .takeoff = mode { mode = .idle }
    }

    /// Goes on with a flight that was in the air. Its next row is that behind `lastSequence`.
    public func resume(_ flight: OpenFlight) {
        mode = .flight(flight.summary)
        nextEvent = flight.nextEvent
        last = nil
        snapshotDue = BootClock.now() + configuration.snapshotInterval
    }

    /// Keeps a row of the tape, in takeoff and in flight; otherwise does nothing.
    public func append(_ entry: TapeEntry) {
        switch mode {
        case .idle, .landed: return
        case .takeoff: holdBack(.tape(entry))
        case .flight(let base):
            keep(.tape(entry), of: base)
            // What a person asked for is on the disk before the next second is over.
            if case .command = entry.input { committer.commitSoon() }
        }
        last = Mark(sequence: entry.sequence, at: entry.at, boot: entry.boot, clock: BootClock.now())
    }

    /// Keeps an event of the takeoff or the flight. `flightBegan` makes the flight out of the takeoff, `flightEnded`
    /// lands it; both are committed at once. Events outside a flight are not kept.
    public func record(_ event: Event) {
        if case .flightBegan(let summary) = event.body { begin(summary) }
        switch mode {
        case .idle: return
        case .takeoff: holdBack(.event(event, sequence: nextEvent))
        case .flight(let base):
            guard event.flight ?? base.id == base.id else { return }
            keep(.event(event, sequence: nextEvent), of: base)
            if case .flightEnded = event.body { land(base) }
        case .landed(let base):
            guard event.flight == base.id else { return }
            keep(.event(event, sequence: nextEvent), of: base)
        }
        nextEvent += 1
    }

    public var status: RecorderStatus {
        let isBusy = isFlying || committer.pendingRows > 0
        return RecorderStatus(
            state: committer.trouble != nil ? .failing : isBusy ? .recording : .idle, path: configuration.path,
            pendingRows: committer.pendingRows, committedRows: committer.committedRows,
            droppedRows: droppedRows + committer.unwritableRows,
            lastCommitAge: committer.lastCommit.map { BootClock.now() - $0 }, lastError: committer.trouble?.description)
    }

    private var isFlying: Bool {
        if case .flight = mode { true } else { false }
    }

    private func begin(_ summary: FlightSummary) {
        switch mode {
        case .flight(let base) where base.id == summary.id: return
        case .takeoff(let items, let dropped): committer.begin(summary, with: items, dropped: dropped)
        case .idle, .flight, .landed:
            nextEvent = 0
            committer.begin(summary, with: [], dropped: 0)
        }
        mode = .flight(summary)
        snapshotDue = BootClock.now()
    }

    private func land(_ base: FlightSummary) {
        mode = .landed(base)
        committer.commitSoon()
    }

    private func holdBack(_ item: Item) {
        guard case .takeoff(var items, var dropped) = mode else { return }
        // Or the array would be copied for each row.
        mode = .idle
        if items.count + committer.pendingRows < configuration.memoryBound {
            items.append(item)
        } else {
            dropped += 1
            droppedRows += 1
        }
        mode = .takeoff(items, dropped: dropped)
    }

    private func keep(_ item: Item, of base: FlightSummary) {
        if !committer.append(item, of: base) { droppedRows += 1 }
    }

    private func complete(_ batch: inout Batch) {
        guard case .flight(let base) = mode, base.id == batch.flight else { return }
        if let summary = summary(), summary.id == base.id { batch.summary = summary }
        guard let last else { return }
        let now = BootClock.now()
        let reading = clock()
        batch.label = Batch.Label(
            instant: last.at + (now - last.clock), boot: last.boot, time: reading?.0,
            isTrusted: reading?.trusted ?? false)
        if now >= snapshotDue, let state = snapshot() {
            batch.snapshot = OpenFlight.Snapshot(
                sequence: last.sequence, at: last.at, format: state.format, body: state.body)
        }
    }

    private func committed(_ batch: Batch) {
        if batch.snapshot != nil { snapshotDue = BootClock.now() + configuration.snapshotInterval }
        onCommit()
    }
}
