// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import Foundation
import HTTPClient
import JSON
import Recorder
import RunwayEngine
import RunwayModel
import TestSupport
import Testing

@Suite(.enabled(if: TestSupport.Gpsd.isExpected, "gpsd is not installed"))
struct FlightTests {
    /// A runner on the real gpsd, by sentences in real time, known to the centimetre.
    @Test(arguments: [1, 5])
    func distanceIsWithinOnePercent(_ rate: Int) async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(gpsd: gpsd)
        try await station.start()
        let course = Course.circuit([.stand(14), .run(3.4, for: 40, radius: nil, slope: 0), .stand(8)])
        let feed = try Feed(Receiver(course, rate: rate), to: .gpsd(gpsd))
        try await station.waitForFix()
        #expect(try await station.runway("start", "--now").status == 0)
        // Standing again, and the last fix taken.
        try await station.wait(within: Seconds(120), for: "the end of the run") {
            ($0.state.flight?.moving ?? .zero) > Seconds(30) && $0.state.flight?.pace == nil
        }
        #expect(try await station.runway("stop").status == 0)
        let flights = try JSON.decode([LogbookEntry].self, from: await station.runway("log", "--json").output)
        let flown = try #require(flights.first).summary.distance
        let truth = course.distance
        #expect(abs(flown.rawValue / truth.rawValue - 1) < 0.01, "\(flown) of \(truth)")
        try await station.end()
        try expectDeterminism(station.logbook(), flights[0].id)
        feed.stop()
    }

    @Test func aFlightFromStartToExport() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let fifo = try TemporaryFolder()
        let station = try Station(
            gpsd: gpsd,
            """
            [sensor strap]
            type = heart-rate
            transport = simulated
            curve = 0:120
            [flight]
            split = 20 m
            [sink lines]
            type = jsonl
            path = \(fifo.path("lines.jsonl"))
            """)
        try await station.start()
        let feed = try Feed(
            Receiver(Course.circuit([.run(4, for: 200, radius: nil, slope: 0)]), rate: 5), to: .gpsd(gpsd))
        try await station.waitForFix()
        let watch = try ChildProcess(
            Resources.program("runway"), ["--socket", station.socket, "watch", "--json", "--until-touchdown"])
        #expect(try await station.runway("start", "--mission", "hr=100,tolerance=5,distance=100m").status == 0)
        #expect(try await station.runway("start").status == 1)
        try await station.wait(for: "three splits") { ($0.state.flight?.splits ?? 0) >= 3 }
        #expect(try await station.runway("hold").status == 0)
        #expect(try await station.status().state.phase == .holding)
        // Long enough to show in the average pace.
        try await Task.sleep(for: .seconds(4))
        #expect(try await station.runway("resume").status == 0)
        try await station.wait(for: "the target") { ($0.state.flight?.distance ?? .zero) > Metres(105) }
        #expect(try await station.runway("stop").status == 0)
        #expect(try await watch.finish(within: Seconds(30)) == .exited(0))
        feed.stop()

        let record = try JSON.decode(FlightRecord.self, from: await fetch(station, "/v1/flights/last"))
        let id = record.flight.id
        #expect(record.splits.count >= 5)
        let held = try #require(record.flight.summary.held)
        #expect(held > Seconds(4))
        let flown = record.splits.reduce(0) { $0 + $1.duration.rawValue }
        #expect(abs(flown + held.rawValue - record.flight.summary.elapsed.rawValue) < 1e-6)
        // The list tells the pace that the display told.
        let average = try await station.status().state.flight?.averagePace
        #expect(try await station.runway("log").output.contains(" \(try #require(average).clock) /km "))
        #expect(
            abs(record.splits.reduce(0) { $0 + $1.distance.rawValue } - record.flight.summary.distance.rawValue) < 1e-6)
        #expect(record.alerts.map(\.kind).contains(.overspeed))
        #expect(record.alerts.map(\.kind).contains(.minimums))
        #expect(record.flight.summary.averageHeartRate == BeatsPerMinute(120))
        let calls = try station.logbook().events(of: id).compactMap(\.annunciation?.text)
        #expect(calls.starts(with: ["3", "2", "1", "ROTATE", "OVERSPEED"]))

        // What watched, and the sink, saw the same flight end.
        #expect(watch.output.texts.contains { $0.contains("\"flightEnded\"") && $0.contains(id.text) })
        let lines = fifo.path("lines.jsonl")
        try await station.wait(for: "the sink's line") { _ in
            (try? String(contentsOfFile: lines, encoding: .utf8))?.contains("TOUCHDOWN") ?? false
        }

        // Exports with the daemon and without it.
        let gpx = fifo.path("flight.gpx")
        #expect(try await station.runway("export", "last", "--format", "gpx", "--output", gpx).status == 0)
        let replay = try await station.runway("replay", id.text, "--json").output
        #expect(try JSON.decode(ReplayReport.self, from: replay).distance == record.flight.summary.distance)
        try await station.end()
        let second = try await station.runway(
            "export", String(id.text.prefix(18)), "--format", "gpx", "--logbook", station.logbookPath)
        let first = try String(contentsOfFile: gpx, encoding: .utf8)
        #expect(second.output == first.trimmingCharacters(in: .newlines))
        #expect(second.output.contains("gpxtpx:hr"))
        try expectDeterminism(station.logbook(), id)
    }

    @Test func aLapAndAFlightIndoors() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(
            gpsd: gpsd,
            """
            [sensor strap]
            type = heart-rate
            transport = simulated
            curve = 0:140
            [runner]
            weight = 70 kg
            age = 35
            sex = male
            """)
        try await station.start()
        let refused = try await station.runway("lap")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("no flight is in the air"))
        let feed = try Feed(
            Receiver(Course.circuit([.run(4, for: 200, radius: nil, slope: 0)]), rate: 5), to: .gpsd(gpsd))
        try await station.waitForFix()
        #expect(try await station.runway("start", "--now").status == 0)
        try await station.wait(for: "some way") { ($0.state.flight?.distance ?? .zero) > Metres(10) }
        #expect(try await station.runway("lap").status == 0)
        try await station.wait(for: "the split") { $0.state.flight?.splits == 1 }
        #expect(try await station.runway("stop").status == 0)
        let outside = try JSON.decode(FlightRecord.self, from: await fetch(station, "/v1/flights/last"))
        #expect(outside.splits.map(\.ending) == [.lap, .end])
        #expect(outside.splits.allSatisfy { $0.distance > .zero })

        let pace = try await station.runway("start", "--indoor", "--mission", "pace=5:00")
        #expect(pace.status == 1)
        #expect(pace.errors.contains("foot pod"))
        #expect(try await station.runway("start", "--now", "--indoor", "--mission", "hr=140").status == 0)
        let status = try await station.wait(for: "energy") { ($0.state.flight?.energy ?? .zero) > .zero }
        #expect(status.state.isIndoor)
        #expect(status.state.flight?.distance == .zero)
        #expect(try await station.runway("status").output.contains("not used, the flight is indoors"))
        // The display, on a terminal of its own.
        let watch = try ChildProcess(
            "script",
            ["-qec", "'\(Resources.program("runway"))' --socket '\(station.socket)' watch", "/dev/null"], input: .pipe)
        try await watch.output.first("its energy") { $0.contains("ENERGY") && $0.contains(" kcal") }
        watch.kill()
        #expect(try await station.runway("stop").status == 0)
        let inside = try JSON.decode(FlightRecord.self, from: await fetch(station, "/v1/flights/last"))
        #expect(inside.flight.summary.isIndoor)
        #expect(inside.flight.summary.distance == .zero)
        #expect(inside.flight.summary.remarks.isEmpty)
        #expect(inside.flight.summary.energySource == .heartRate)
        #expect(try await station.runway("log").output.contains("indoors"))
        let replayed = try await station.runway("replay", "last").output
        #expect(replayed.contains("split 1  0:"))
        #expect(!replayed.contains("km"))
        let export = try await station.runway("export", "last", "--format", "gpx")
        #expect(export.status == 1)
        #expect(export.errors.contains("no track"))
        feed.stop()
        try await station.end()
        for flight in try station.logbook().flights() { try expectDeterminism(station.logbook(), flight.id) }
    }

    @Test func coordinatesWithoutAFixAreNoPosition() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(gpsd: gpsd)
        try await station.start()
        // A receiver that prints where it was last, status V, mode 1.
        let course = Course.circuit([.run(3, for: 60, radius: nil, slope: 0).with(.noFix)])
        let feed = try Feed(Receiver(course, rate: 5), to: .gpsd(gpsd))
        try await station.wait(for: "mode 1") { $0.state.gps.mode == 1 }
        #expect(try await station.runway("start", "--now").status == 0)
        let before = try await station.status().counters["gpsd_lines"] ?? 0
        try await station.wait(for: "more reports") { ($0.counters["gpsd_lines"] ?? 0) > before + 20 }
        let status = try await station.status()
        #expect(status.state.gps.state == .searching)
        #expect(status.state.flight?.distance == .zero)
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        feed.stop()
        let entry = try station.logbook().find("last")
        #expect(entry.summary.remarks.contains(.noPosition))
        try expectDeterminism(station.logbook(), entry.id)
    }

    @Test func gpsdIsKilledAndComesBack() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(gpsd: gpsd)
        try await station.start()
        let feed = try Feed(
            Receiver(Course.circuit([.run(3, for: 300, radius: nil, slope: 0)]), rate: 5), to: .gpsd(gpsd))
        try await station.waitForFix()
        let started = try await station.runway("start", "--now").output
        for _ in 0..<2 {
            try await gpsd.kill()
            try await station.wait(for: "the loss") { $0.state.gps.state == .disconnected }
            try await gpsd.start()
            // Five seconds are promised on a machine that is not busy with other tests.
            try await station.wait(within: Seconds(15), for: "data again") { $0.state.gps.state == .fix }
        }
        let status = try await station.status()
        #expect(status.state.phase == .cruise)
        #expect(status.state.flight?.id.text == started)
        // The voice has still to say it.
        try await Task.sleep(for: .seconds(4))
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        feed.stop()
        let entry = try station.logbook().find("last")
        let events = try station.logbook().events(of: entry.id)
        // The second time may be so soon that it is not said again; its return is said if it was.
        #expect((1...2).contains(events.count(of: .positionLost)))
        #expect(events.count(of: .positionRegained) == events.count(of: .positionLost))
        try expectDeterminism(station.logbook(), entry.id)
    }

    @Test func aReceiverGoesAndAnotherComes() async throws {
        let gpsd = try await TestSupport.Gpsd(sources: [.udp(freePort(.udp)), .udp(freePort(.udp))])
        let station = try Station(gpsd: gpsd)
        try await station.start()
        let here = Course(start: .sea, [.run(3, for: 300, radius: nil, slope: 0)])
        let first = try Feed(Receiver(here, rate: 5), to: .gpsd(gpsd))
        try await station.waitForFix()
        #expect(try await station.runway("start", "--now").status == 0)
        // The same runner as another receiver sees him, some forty metres off.
        let there = Course(
            start: Course.Start(
                latitude: Course.Start.sea.latitude.rawValue + 0.0004, longitude: Course.Start.sea.longitude.rawValue),
            [.run(3, for: 300, radius: nil, slope: 0)])
        let other = try Feed(Receiver(there, rate: 5), to: .gpsd(gpsd, source: 1))
        let receiver = try await station.status().state.gps.receiver
        try await station.wait(for: "some way") { ($0.state.flight?.distance ?? .zero) > Metres(15) }
        #expect(try await station.status().state.gps.receiver == receiver)
        first.stop()
        try await station.wait(within: Seconds(60), for: "the switch") {
            $0.state.gps.receiver != receiver && $0.state.gps.state == .fix
        }
        let switched = try await station.status().state.flight?.distance ?? .zero
        try await station.wait(for: "more way") { ($0.state.flight?.distance ?? .zero) > switched + Metres(10) }
        let state = try await station.status().state
        let elapsed = try #require(state.flight?.elapsed)
        // Nothing across: not faster than the runner.
        #expect((state.flight?.distance ?? .zero).rawValue < 3 * elapsed.rawValue + 3)
        #expect(state.phase == .cruise)
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        other.stop()
        let entry = try station.logbook().find("last")
        try expectDeterminism(station.logbook(), entry.id)
    }

    private func fetch(_ station: Station, _ path: String) async throws -> [UInt8] {
        let socket = station.socket
        return try await blocking { try HTTPClient(socketPath: socket).request("GET", path).body }
    }
}
