// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import EventLoop
import Foundation
import HTTPClient
import JSON
import Recorder
import RunwayModel
import TestSupport
import Testing

/// The switches of the alerts, and what is called once, with a whole daemon.
@Suite(.enabled(if: TestSupport.Gpsd.isExpected, "gpsd is not installed"))
struct AlertControlTests {
    /// Without receivers, with a heart that is far above the band.
    private func highHeart() throws -> Station {
        try Station(
            gpsd: nil,
            """
            [sensor strap]
            type = heart-rate
            transport = simulated
            curve = 0:178, 20:182, 40:178, 60:182, 600:180
            [flight]
            countdown = 0
            """)
    }

    private func lamp(_ kind: Annunciation.Kind, of status: Status) -> Lamp? {
        status.state.lamps.first { $0.kind == kind }
    }

    @Test func anAlertIsAcknowledgedMutedAndSwitchedOff() async throws {
        let station = try highHeart()
        try await station.start()
        for words in [["ack"], ["mute"], ["inhibit"]] {
            let outcome = try await Station.runway(words, socket: station.socket)
            #expect(outcome.status == 1 && outcome.errors.contains("start one first"), "\(words)")
        }
        #expect(try await station.runway("start", "--mission", "hr=140,tolerance=10,indoor").status == 0)
        try await station.wait(for: "the alert") { lamp(.overspeed, of: $0) != nil }
        #expect(try await station.runway("ack").output.contains("OVERSPEED, warning, acknowledged"))
        var status = try await station.status()
        #expect(lamp(.overspeed, of: status)?.isAcknowledged == true && status.state.gpws == .overspeed)
        #expect(try await station.runway("mute", "90s").output.contains("muted for 1:"))
        status = try await station.status()
        #expect(status.state.muted.map { (80...90).contains($0.rawValue) } ?? false)
        #expect(try await station.runway("mute", "off").status == 0)
        #expect(try await station.status().state.muted == nil)
        #expect(try await station.runway("inhibit").status == 0)
        status = try await station.status()
        #expect(status.state.isInhibited && status.state.lamps.isEmpty && status.state.inhibits == [.inhibited])
        #expect(try await station.runway("inhibit", "off").status == 0)
        try await station.wait(for: "the alert again") { lamp(.overspeed, of: $0) != nil }
        #expect(try await station.runway("stop").status == 0)
        // The next flight is judged and called as ever.
        #expect(try await station.runway("start").status == 0)
        status = try await station.status()
        #expect(!status.state.isInhibited && status.state.muted == nil)
        #expect(try await station.runway("stop").status == 0)
        let explained = try await station.runway("explain", try station.logbook().flights()[1].id.text)
        for words in ["you: ack", "you: mute", "you: unmute", "you: inhibit", "you: uninhibit", "said: OVERSPEED"] {
            #expect(explained.output.contains(words), "\(words)")
        }
        #expect(!explained.output.contains("note:"))
        try await station.end()
    }

    @Test func badWishesAreRefused() async throws {
        let station = try highHeart()
        try await station.start()
        #expect(try await station.runway("start", "--mission", "hr=140,tolerance=10,indoor").status == 0)
        for words in [["mute", "5"], ["mute", "25h"], ["mute", "-1s"], ["inhibit", "maybe"], ["ack", "all"]] {
            #expect(try await Station.runway(words, socket: station.socket).status == 64, "\(words)")
        }
        let socket = station.socket
        for (path, body) in [
            ("mute", "{\"seconds\":-1}"), ("mute", "{\"seconds\":1e9}"), ("mute", "{\"minutes\":1}"), ("mute", "{}"),
            ("mute", "5"), ("inhibit", "{}"), ("inhibit", "{\"on\":1}"), ("inhibit", ""),
        ] {
            let status = try await blocking {
                try HTTPClient(socketPath: socket).request("POST", "/v1/" + path, body: Array(body.utf8)).status
            }
            #expect((400..<500).contains(status), "\(path) \(body)")
        }
        let state = try await station.status().state
        #expect(state.muted == nil && !state.isInhibited)
        try await station.end()
    }

    @Test func aThousandAcknowledgementsChangeNothing() async throws {
        let station = try highHeart()
        try await station.start()
        #expect(try await station.runway("start", "--mission", "hr=140,tolerance=10,indoor").status == 0)
        try await station.wait(for: "the alert") { lamp(.overspeed, of: $0) != nil }
        let socket = station.socket
        try await blocking {
            let client = HTTPClient(socketPath: socket)
            for _ in 0..<1000 {
                let status = try client.request("POST", "/v1/ack").status
                #expect(status == 200)
            }
        }
        let status = try await station.status()
        #expect(status.state.lamps.count == 1 && status.recorder.droppedRows == 0)
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        let flight = try station.logbook().find("last")
        #expect(try station.logbook().alerts(of: flight.id).count == 1)
    }

    /// Killed within the last metres, and again behind the target.
    @Test func minimumsIsCalledOnceOverKills() async throws {
        let gpsd = try await TestSupport.Gpsd()
        let station = try Station(gpsd: gpsd, recorder: "commit-interval = 0.2 s")
        try await station.start()
        let course = Course.circuit([.run(3.4, for: 600, radius: nil, slope: 0)])
        let feed = try Feed(Receiver(course, rate: 5), to: .gpsd(gpsd))
        try await station.waitForFix()
        #expect(try await station.runway("start", "--now", "--mission", "distance=100m").status == 0)
        try await station.wait(for: "the last metres") { $0.state.gpws == .minimums }
        try await Task.sleep(for: .seconds(1.5))
        try await station.end(SIGKILL)
        try await station.start()
        try await station.wait(for: "the target") { ($0.state.flight?.distance ?? .zero) > Metres(115) }
        try await station.end(SIGKILL)
        try await station.start()
        try await Task.sleep(for: .seconds(3))
        #expect(try await station.runway("stop").status == 0)
        try await station.end()
        feed.stop()
        let logbook = try station.logbook()
        let events = try logbook.events(of: logbook.find("last").id)
        #expect(events.count(of: .minimums) == 1)
        #expect(events.count(of: .targetReached) == 1)
        #expect(events.count(of: .halfWay) == 1)
    }
}
