// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Database
import EventLoop
import Foundation
import JSON
import Recorder
import RunwayModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct LogbookTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Flights whose ids differ in their last digits, in this order.
    private func record(_ numbers: [UInt64]) async throws -> [TestFlight] {
        let path = folder.logbook
        return try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flights: [TestFlight] = []
            for number in numbers {
                var flight = TestFlight(number)
                flight.takeOff(recorder)
                flight.land(recorder)
                flights.append(flight)
            }
            await recorder.close()
            return flights
        }
    }

    @Test func listsTheLastFlightFirst() async throws {
        let flights = try await record([5, 1, 9])
        let logbook = try Logbook(path: folder.logbook)
        #expect(try logbook.flights().map(\.id) == flights.reversed().map(\.id))
        #expect(try logbook.find("last").id == flights[2].id)
        #expect(try logbook.flight(flights[0].id)?.summary == flights[0].summary)
        #expect(try logbook.flight(TestFlight(77).id) == nil)
    }

    @Test func findsAFlightByTheBeginningOfItsID() async throws {
        let flights = try await record([0x100, 0x200])
        let logbook = try Logbook(path: folder.logbook)
        let texts = flights.map(\.id.text)
        let common = String(zip(texts[0], texts[1]).prefix { $0 == $1 }.map(\.0))
        #expect(try logbook.find(texts[1]).id == flights[1].id)
        #expect(try logbook.find(String(texts[0].prefix(common.count + 1))).id == flights[0].id)
        #expect(try logbook.find(texts[0].uppercased()).id == flights[0].id)
        #expect(caught(RecorderError.self) { _ = try logbook.find(common) }?.code == .ambiguous)
        for name in ["", "%", "0_", "zz", texts[0] + "0"] {
            #expect(caught(RecorderError.self) { _ = try logbook.find(name) }?.code == .noSuchFlight, "\(name)")
        }
    }

    @Test func tellsThatThereIsNoFlightYet() async throws {
        _ = try await record([])
        let logbook = try Logbook(path: folder.logbook)
        #expect(caught(RecorderError.self) { _ = try logbook.find("last") }?.code == .noSuchFlight)
        #expect(try logbook.splits(of: TestFlight().id).isEmpty)
        let path = folder.path + "/none.db"
        #expect(caught(RecorderError.self) { _ = try Logbook(path: path) }?.code == .missing)
    }

    @Test func writesAnEntryForPrograms() throws {
        var flight = TestFlight()
        flight.summary.mission = Inputs.paceMission
        flight.summary.distance = Metres(5000.5)
        flight.summary.held = Seconds(12)
        flight.summary.averageHeartRate = BeatsPerMinute(151)
        flight.summary.remarks = [.interrupted]
        flight.summary.reasons = ["stale": 3]
        let entry = LogbookEntry(
            summary: flight.summary, state: .closed, isIncomplete: true, droppedRows: 4,
            finishTime: UTCTime(nanoseconds: 1_777_617_100_000_000_000))
        let json = try JSON.encode(entry)
        #expect(try JSON.decode(LogbookEntry.self, from: json) == entry)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        #expect(object["id"] as? String == flight.id.text)
        #expect(object["start"] as? String == "2026-05-01T06:30:00.000Z")
        #expect(object["distance_m"] as? Double == 5000.5)
        #expect(object["elapsed_s"] as? Double == 0)
        #expect(object["held_s"] as? Double == 12)
        #expect(object["moving_s"] as? Double == 0)
        #expect(object["state"] as? String == "closed")
        #expect(object["incomplete"] as? Bool == true)
    }

    @Test func readsAFlightThatIsBeingRecorded() async throws {
        let path = folder.logbook
        try await onLoop {
            let recorder = Recorder.make(path)
            _ = try await recorder.open()
            var flight = TestFlight()
            flight.takeOff(recorder)
            await recorder.commit()
            let other = try Logbook(path: path)
            #expect(try other.find("last").state == .open)
            #expect(try other.tape(of: flight.id, limit: 10).count == 2)
            flight.fly(recorder, rows: 1)
            await recorder.commit()
            #expect(try other.tape(of: flight.id, limit: 10).count == 3)
            await recorder.close()
        }
    }

    /// For a look: `swift test -c release --filter listsTenThousandFlights`.
    @Test func listsTenThousandFlights() async throws {
        let flight = try await record([1])[0]
        let path = folder.logbook
        try Database(path: path, access: .writing).execute(
            """
            INSERT INTO flight(id, state, summary)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
            SELECT printf('%08x-0000-7000-8000-000000000000', i), 'landed', summary FROM n, flight
            """)
        let logbook = try Logbook(path: path)
        let clock = ContinuousClock()
        var flights: [LogbookEntry] = []
        let time = try clock.measure { flights = try logbook.flights() }
        print("10 000 flights listed in \(time)")
        #expect(flights.count == 10_000)
        #expect(flights.last?.summary == flight.summary)
    }
}
