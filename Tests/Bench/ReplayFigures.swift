// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import ReplayInput
import RunwayEngine
import RunwayModel
import TestSupport

/// How fast a recording is replayed: as a process, reading alone, the core alone.
struct ReplayFigures {
    let fixes: Int
    let wholeProcess: Sample
    let reading: Sample
    let core: Sample

    private static let rounds = 5

    init(fixes: Int) throws {
        self.fixes = fixes
        let folder = try TemporaryFolder()
        let course = Course.circuit([.run(3.2, for: Double(fixes) / 10, radius: nil, slope: 0)])
        let lines = GpsdJSON(device: "/dev/ttyACM0", timeFormat: .iso8601).log(
            Receiver(course, rate: 10, noise: .init()))
        let path = try folder.write("run.json", lines.joined(separator: "\n") + "\n")
        let count = Double(lines.count { $0.contains("\"TPV\"") })

        let runway = try Resources.program("runway")
        wholeProcess = Sample(
            try (0..<Self.rounds).map { _ in
                let process = Process()
                process.executableURL = URL(fileURLWithPath: runway)
                process.arguments = ["replay", path, "--json"]
                process.standardOutput = FileHandle.nullDevice
                let begin = BootClock.now()
                try process.run()
                process.waitUntilExit()
                guard process.terminationStatus == 0 else { throw SystemError(EIO, "runway replay") }
                return count / (BootClock.now() - begin).rawValue
            })

        var inputs: [(input: Input, at: Instant)] = []
        reading = Sample(
            try (0..<Self.rounds).map { _ in
                inputs = []
                inputs.reserveCapacity(fixes * 2)
                let descriptor = open(path, O_RDONLY | O_CLOEXEC)
                defer { close(descriptor) }
                let begin = BootClock.now()
                var reader = ReplayReader(descriptor: descriptor) { _, _ in }
                while let entry = try reader.next() { inputs.append((entry.input, entry.at)) }
                return count / (BootClock.now() - begin).rawValue
            })

        core = Sample(
            (0..<Self.rounds).map { _ in
                var replay = Replay()
                var zeros = SystemRandomNumberGenerator()
                let id = FlightID(time: UTCTime(nanoseconds: 0), using: &zeros)
                let first = inputs.first?.at ?? Instant(nanoseconds: 0)
                replay.take(
                    .command(Command(.start(flight: id, mission: nil, immediately: true), origin: .replay)), at: first)
                let begin = BootClock.now()
                for (input, at) in inputs { replay.take(input, at: at) }
                return count / (BootClock.now() - begin).rawValue
            })
    }
}
