// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import Foundation
import Recorder
import RunwayModel
import TestSupport
import Testing

/// One long flight whose daemon is killed again and again, at random instants.
///
/// `RUNWAYD_KILLS` sets how often, `RUNWAYD_SEED` repeats a run's instants.
@Suite(.enabled(if: TestSupport.Gpsd.isExpected, "gpsd is not installed"))
struct KillTests {
    /// One life of the daemon in the flight.
    private struct Life {
        var born: Instant
        /// nil when it was killed before.
        var ready: Instant?
        var killed: Instant
        /// The tape's rows on the disk, as another reader saw them just before the kill, and at the end of the life.
        var rowsSeen: Int
        var rowsLeft: Int
    }

    private static let commitInterval = Seconds(0.2)
    /// A commit interval, and an fsync on a machine that is busy.
    private static let mayBeLost = commitInterval + Seconds(0.8)

    @Test(.timeLimit(.minutes(15)))
    func manyKillsLeaveOneFlight() async throws {
        let environment = ProcessInfo.processInfo.environment
        let kills = environment["RUNWAYD_KILLS"].flatMap { Int($0) } ?? 100
        let seed = environment["RUNWAYD_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<100_000)
        print("kill -9: \(kills) times, RUNWAYD_SEED=\(seed)")
        var random = SplitMix64(seed: seed)

        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(
            gpsd: gpsd, recorder: "commit-interval = \(Self.commitInterval.rawValue) s",
            """
            [sensor strap]
            type = heart-rate
            transport = simulated
            curve = 0:140, 30:160
            [flight]
            split = 50 m
            """)
        try await station.start()
        let course = Course.circuit([.run(3.4, for: 3600, radius: nil, slope: 0)])
        let feed = try Feed(Receiver(course, rate: 10), to: .gpsd(gpsd))
        try await station.waitForFix()
        let id = try #require(FlightID(try await station.runway("start", "--now").output))

        var lives: [Life] = []
        var rows = 0
        for _ in 0..<kills {
            if !lives.isEmpty {
                #expect(try station.logbook().find("last").state == .open)
            }
            let life = try await live(station, isFirst: lives.isEmpty, rows: rows, &random)
            #expect(life.rowsLeft >= life.rowsSeen, "what was committed is gone, seed \(seed)")
            #expect(life.rowsSeen >= rows, "seed \(seed)")
            rows = life.rowsLeft
            lives.append(life)
        }

        try await station.start()
        let resumed = try await station.wait(for: "a fix") { $0.state.gps.state == .fix }
        #expect(resumed.state.flight?.id == id)
        #expect(resumed.state.phase == .cruise)
        // On measured positions again, so that the last gap is closed.
        let distance = resumed.state.flight?.distance ?? .zero
        try await station.wait(for: "some way") { ($0.state.flight?.distance ?? .zero) > distance + Metres(5) }
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        feed.stop()
        try check(station, id, lives, feed.sent, seed)
    }

    /// A life of the daemon, which is killed between its birth and two seconds after it was ready.
    private func live(
        _ station: Station, isFirst: Bool, rows: Int, _ random: inout SplitMix64
    ) async throws -> Life {
        let born = BootClock.now()
        var ready: Instant? = born
        if !isFirst {
            // Some never come to be ready.
            if random.uniform() < 0.15 {
                try station.launch()
                ready = nil
            } else {
                ready = try await station.start()
            }
        }
        let span = ready == nil ? 0.005 + random.uniform() * 0.2 : 0.05 + random.uniform() * 1.95
        try await onLoop { try await pause(Seconds(span)) }
        let seen = try station.tapeRows()
        let killed = BootClock.now()
        #expect(try await station.end(SIGKILL) == .signalled(SIGKILL))
        return Life(born: born, ready: ready, killed: killed, rowsSeen: seen, rowsLeft: try station.tapeRows())
    }

    private func check(
        _ station: Station, _ id: FlightID, _ lives: [Life], _ sent: [Feed.Sent], _ seed: UInt64
    ) throws {
        let database = try Database(path: station.logbookPath, access: .reading)
        #expect(try database.string("PRAGMA integrity_check") == "ok")
        #expect(try database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        let logbook = try station.logbook()
        #expect(try logbook.flights().map(\.id) == [id])
        let entry = try #require(try logbook.flight(id))
        #expect(entry.state == .landed)
        #expect(!entry.isIncomplete)
        #expect(entry.summary.remarks.contains(.interrupted))

        // Events, distance and all: live, and from the tape.
        try expectDeterminism(logbook, id)
        let tape = try logbook.tape(of: id, limit: .max)
        #expect(zip(tape, tape.dropFirst()).allSatisfy { $0.at <= $1.at }, "seed \(seed)")

        // A life that left a row left its restart before it, with the time that it was away.
        var restarts: [TapeEntry] = []
        for entry in tape { if case .restart = entry.input { restarts.append(entry) } }
        var rows = lives.first?.rowsLeft ?? 0
        var resumes = 1
        for life in lives.dropFirst() {
            if life.rowsLeft > rows { resumes += 1 }
            rows = life.rowsLeft
        }
        #expect(restarts.count == resumes, "seed \(seed)")
        #expect(try logbook.events(of: id).count(of: .resumed) == resumes)
        for case .restart(let restart) in restarts.map(\.input) {
            #expect(!restart.rebooted)
            #expect(try #require(restart.gap) >= .zero)
        }

        // Nothing is missing between a life's first fix and the last moments before its end.
        var missing = 0
        var expected = 0
        let fixes = tape.compactMap { entry in
            if case .fix(let fix) = entry.input { (entry.at, fix.time) } else { nil as (Instant, UTCTime?)? }
        }
        let times = Set(fixes.compactMap { $0.1.map(milliseconds) })
        for life in lives {
            guard let first = fixes.first(where: { $0.0 > life.born })?.0, first < life.killed else { continue }
            let due = sent.filter { $0.at > first && $0.at < life.killed - Self.mayBeLost }
            expected += due.count
            missing += due.count { !times.contains(milliseconds($0.epoch.time)) }
        }
        #expect(missing == 0, "of \(expected) fixes, seed \(seed)")
        #expect(expected > 0)

        let truth = try way(sent, from: entry.summary.start, to: try #require(tape.last).at)
        #expect(abs(entry.summary.distance.rawValue / truth - 1) < 0.02, "\(entry.summary.distance) of \(truth) m")
        let starts = lives.dropFirst().compactMap { life in life.ready.map { ($0 - life.born).rawValue } }.sorted()
        print(
            """
            kill -9: \(lives.count) lives, \(tape.count) rows, \(resumes) resumes, \
            \(expected) fixes looked for; \
            \(entry.summary.distance.rawValue) m of \(truth) m; ready again after \(starts[starts.count / 2]) s \
            (median), \(starts[starts.count - 1]) s at most
            """)
    }

    /// How far the runner truly went.
    private func way(_ sent: [Feed.Sent], from: Instant, to: Instant) throws -> Double {
        let speed = 3.4
        let first = try #require(sent.first { $0.at >= from })
        let last = try #require(sent.last { $0.at <= to })
        // From ROTATE to the first epoch behind it, and from the last one to the landing.
        return last.epoch.truth.distance.rawValue - first.epoch.truth.distance.rawValue
            + (first.at - from).rawValue * speed
    }

    private func milliseconds(_ time: UTCTime) -> Int64 { (time.nanoseconds + 500_000) / 1_000_000 }
}

extension Station {
    /// The rows of all tapes that are on the disk.
    fileprivate func tapeRows() throws -> Int {
        Int(try Database(path: logbookPath, access: .reading).integer("SELECT count(*) FROM tape") ?? 0)
    }
}
