// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc
import Recorder
import RunwayModel

/// Records one flight until it is killed: `recorder-writer FILE`. After each commit it prints a line with how many rows
/// it has on the disk, and each trouble's code, or `well` when it is over.
@Loop final class Flight {
    private let recorder: Recorder
    private var timer: Timer?
    private var sequence = 0

    init(_ path: String) {
        recorder = Recorder(
            configuration: RecorderConfiguration(path: path, commitInterval: Seconds(0.002), firstRetry: Seconds(0.01)))
    }

    func begin() async throws {
        if let flight = try await recorder.open() {
            recorder.resume(flight)
            sequence = (flight.lastSequence ?? -1) + 1
        } else {
            var generator = SystemRandomNumberGenerator()
            let id = FlightID(time: UTCTime(nanoseconds: 0), using: &generator)
            let summary = FlightSummary(id: id, origin: .local, mission: nil, start: BootClock.now())
            recorder.beginTakeoff()
            recorder.record(Event(at: summary.start, time: nil, flight: id, body: .flightBegan(summary)))
        }
        recorder.onCommit = { [weak self] in
            if let self { tell("\(recorder.status.committedRows)") }
        }
        recorder.onTrouble = { [weak self] in self?.tell($0?.code.rawValue ?? "well") }
        timer = try Timer { [weak self] in self?.step() }
        step()
    }

    private func tell(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }

    private func step() {
        for _ in 0..<4 {
            let fix = Fix(receiver: "/dev/ttyACM0", mode: .threeDimensional)
            recorder.append(TapeEntry(sequence: sequence, at: BootClock.now(), boot: "boot", input: .fix(fix)))
            sequence += 1
        }
        timer?.arm(after: Seconds(0.0005))
    }
}

guard CommandLine.arguments.count == 2 else { exit(64) }
let path = CommandLine.arguments[1]
let code = try EventLoop.run {
    let flight = Flight(path)
    do {
        try await flight.begin()
        // It lives until the process is killed.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    } catch {
        print(error)
        EventLoop.exit(1)
    }
    withExtendedLifetime(flight) {}
}
exit(code)
