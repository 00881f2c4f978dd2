// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Recorder
import RunwayModel

/// A flight as the engine would record it.
struct TestFlight: Sendable {
    static let boot = "11111111-2222-4333-8444-555555555555"
    static let takeoffRows = 2

    let id: FlightID
    var summary: FlightSummary
    /// The tape's next row.
    var sequence = 0

    init(_ number: UInt64 = 1) {
        var generator = Counter(value: number)
        id = FlightID(time: UTCTime(nanoseconds: 1_777_617_000_000_000_000), using: &generator)
        summary = FlightSummary(id: id, origin: .local, mission: nil, start: Instant(nanoseconds: 1_000_000_000))
        summary.startTime = UTCTime(nanoseconds: 1_777_617_000_000_000_000)
    }

    static func entry(_ sequence: Int, _ input: Input? = nil) -> TapeEntry {
        var fix = Fix(receiver: "/dev/ttyACM0", mode: .threeDimensional)
        fix.latitude = Degrees(48.0 + Double(sequence) * 1e-5)
        fix.longitude = Degrees(11.0 + Double(sequence) / 3e5)
        return TapeEntry(
            sequence: sequence, at: Instant(nanoseconds: Int64(sequence) * 1_000_000_000), boot: TestFlight.boot,
            input: input ?? .fix(fix))
    }

    func event(_ body: Event.Body) -> Event {
        Event(
            at: Instant(nanoseconds: Int64(sequence) * 1_000_000_000), time: summary.startTime, flight: id, body: body)
    }

    /// Two rows of takeoff, and ROTATE.
    @Loop mutating func takeOff(_ recorder: Recorder) {
        recorder.beginTakeoff()
        fly(recorder, rows: TestFlight.takeoffRows)
        recorder.record(event(.flightBegan(summary)))
    }

    @Loop mutating func fly(_ recorder: Recorder, rows: Int) {
        for _ in 0..<rows {
            recorder.append(TestFlight.entry(sequence))
            sequence += 1
        }
    }

    @Loop mutating func land(_ recorder: Recorder) {
        summary.distance = Metres(5000.125)
        summary.elapsed = Seconds(1500)
        summary.moving = Seconds(1490.5)
        recorder.record(event(.flightEnded(summary)))
    }
}

struct Counter: RandomNumberGenerator {
    var value: UInt64

    mutating func next() -> UInt64 {
        defer { value += 1 }
        return value
    }
}

extension Recorder {
    /// A recorder that commits only when it must, unless told otherwise.
    @Loop static func make(
        _ path: String, commitInterval: Seconds = Seconds(3600), memoryBound: Int = 200_000,
        snapshotInterval: Seconds = Seconds(30), retry: Seconds = Seconds(0.01)
    ) -> Recorder {
        Recorder(
            configuration: RecorderConfiguration(
                path: path, commitInterval: commitInterval, memoryBound: memoryBound,
                snapshotInterval: snapshotInterval, firstRetry: retry, longestRetry: retry))
    }

    /// The commits from here on, one element each.
    @Loop var commits: Awaited<Void> {
        let commits = Awaited<Void>()
        onCommit = { commits.add(()) }
        return commits
    }

    /// Opens the file, looks, and closes it again.
    @Loop static func reopened(_ path: String) async throws -> OpenFlight? {
        let recorder = make(path)
        let flight = try await recorder.open()
        await recorder.close()
        return flight
    }
}

/// What `body` throws, if it is of this type.
func thrown<Failure: Error>(_ type: Failure.Type, _ body: @Sendable () async throws -> Void) async -> Failure? {
    do {
        try await body()
        return nil
    } catch {
        return error as? Failure
    }
}

/// What a callback on the loop was told, to be awaited one by one.
@Loop final class Awaited<Element: Sendable> {
    private var elements: [Element] = []
    private var waiting: CheckedContinuation<Element, Never>?

    func add(_ element: Element) {
        if let waiting {
            self.waiting = nil
            waiting.resume(returning: element)
        } else {
            elements.append(element)
        }
    }

    @discardableResult
    func next() async -> Element {
        await withCheckedContinuation { continuation in
            // Looked at in here: the await itself may have given the loop a turn.
            if elements.isEmpty {
                waiting = continuation
            } else {
                continuation.resume(returning: elements.removeFirst())
            }
        }
    }
}

/// The same for what does not wait.
func caught<Failure: Error>(_ type: Failure.Type, _ body: () throws -> Void) -> Failure? {
    do {
        try body()
        return nil
    } catch {
        return error as? Failure
    }
}
