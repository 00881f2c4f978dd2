// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import JSON
import Recorder
import RunwayModel
import TestSupport
import Testing

/// A logbook that version 0.1 left, with a flight that had landed and one in the air.
@Suite(.timeLimit(.minutes(2))) struct OlderLogbookTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // Rows as that version wrote them: no lap, no climb, no energy, nothing of indoors.
    private static let rows = """
        INSERT INTO boot(id, uuid) VALUES (1, '11111111-2222-4333-8444-555555555555');
        INSERT INTO flight(number, id, state, summary, finish, finish_time) VALUES
            (1, '01890000-0000-7000-8000-000000000001', 'landed',
             '{"id":"01890000-0000-7000-8000-000000000001","origin":"local","start":5,
               "start_time":"2026-05-01T06:30:00.000Z","start_trusted":true,"utc_offset":7200,"distance_m":1250.5,
               "elapsed_s":400,"moving_s":390,"estimated_m":0,"heart_rate_avg":150,"remarks":["interrupted"],"reasons":{}}',
             400000000005, '2026-05-01T06:36:40.000Z'),
            (2, '01890000-0000-7000-8000-000000000002', 'open',
             '{"id":"01890000-0000-7000-8000-000000000002","origin":"local","start":7,"start_trusted":false,
               "utc_offset":0,"distance_m":0,"elapsed_s":0,"moving_s":0,"estimated_m":0,"remarks":[],"reasons":{}}',
             NULL, NULL);
        INSERT INTO split(flight, idx, distance_m, duration_s, heart_rate, finish, body) VALUES
            (1, 1, 1000, 320, 150, 320000000005,
             '{"index":1,"distance_m":1000,"duration_s":320,"end":320000000005,"heart_rate":150,"estimated":false}'),
            (1, 2, 250.5, 80, NULL, 400000000005,
             '{"index":2,"distance_m":250.5,"duration_s":80,"end":400000000005,"estimated":true}');
        INSERT INTO event(flight, seq, at, kind, body) VALUES
            (1, 0, 5, 'phase', '{"at":5,"flight":"01890000-0000-7000-8000-000000000001",
                                 "phase":{"from":"cruise","to":"holding"}}');
        INSERT INTO tape(flight, seq, at, boot, kind, body) VALUES
            (2, 0, 6, 1, 'configuration',
             '{"configuration":{"split_m":1000,"countdown":3,"minimums_m":50,"short_flight_m":100}}'),
            (2, 1, 7, 1, 'command',
             '{"command":{"origin":"local","action":{"start":{"flight":"01890000-0000-7000-8000-000000000002",
               "immediately":true}}}}');
        INSERT INTO snapshot(flight, seq, at, format, body) VALUES (2, 0, 6, 'core-2', x'7b7d');
        """

    @Test func itsFlightsAreReadAndTheOneInTheAirGoesOn() async throws {
        let path = folder.logbook
        _ = try await onLoop { try await Recorder.reopened(path) }
        try Database(path: path, access: .writing).execute(OlderLogbookTests.rows)

        let open = try #require(try await onLoop { try await Recorder.reopened(path) })
        #expect(open.id.text.hasSuffix("2"))
        #expect(open.unreadableRows == 0)
        #expect(open.snapshot?.format == "core-2")
        #expect(!open.summary.isIndoor)

        let logbook = try Logbook(path: path)
        #expect(try logbook.flights().map(\.id.text.last) == ["2", "1"])
        let record = try FlightRecord(logbook, "01890000-0000-7000-8000-000000000001")
        #expect(record.flight.summary.distance == Metres(1250.5))
        #expect(record.flight.summary.ascent == nil && record.flight.summary.energy == nil)
        #expect(record.flight.summary.distanceError == nil)
        #expect(record.splits.map(\.distance) == [Metres(1000), Metres(250.5)])
        #expect(record.splits.allSatisfy { $0.ending == nil && $0.ascent == nil })
        #expect(try logbook.events(of: record.flight.id).map(\.body) == [.phase(from: .cruise, to: .holding)])
        #expect(
            try logbook.tape(of: open.id, limit: 10).map(\.input) == [
                .configuration(FlightConfiguration()),
                .command(Command(.start(flight: open.id, mission: nil, immediately: true), origin: .local)),
            ])
    }

    @Test func whatIsNewIsKept() async throws {
        let path = folder.logbook
        var summary = TestFlight().summary
        summary.isIndoor = true
        summary.distanceError = Metres(4.25)
        summary.ascent = Metres(120)
        summary.descent = Metres(80)
        summary.energy = Kilocalories(612)
        summary.energySource = .both
        var split = Split(
            index: 1, distance: Metres(400), duration: Seconds(92), end: Instant(nanoseconds: 5), ending: .lap,
            heartRate: nil, isEstimated: false)
        split.ascent = Metres(3)
        split.descent = .zero
        let (newSummary, newSplit) = (summary, split)
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            flight.takeOff(recorder)
            recorder.record(flight.event(.split(newSplit)))
            recorder.record(flight.event(.flightEnded(newSummary)))
            await recorder.close()
        }
        let record = try FlightRecord(Logbook(path: path), "last")
        #expect(record.flight.summary == newSummary)
        #expect(record.splits == [newSplit])
        // What the API and `runway log --json` give is the same again.
        let copy = try JSON.decode(FlightRecord.self, from: JSON.encode(record))
        #expect(copy.flight == record.flight)
        #expect(copy.splits == record.splits)
    }
}
