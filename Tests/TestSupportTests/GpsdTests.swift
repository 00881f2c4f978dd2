// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import RunwayModel
import TestSupport
import Testing

@Suite(.enabled(if: Gpsd.isExpected, "gpsd is not installed")) struct GpsdTests {
    private static let course = Course.circuit([.run(3, for: 60), .run(4, for: 60)])

    @Test(arguments: [1, 5, 10]) func turnsTheSentencesIntoReports(rate: Int) async throws {
        let gpsd = try await Gpsd()
        let client = try GpsdClient(port: gpsd.port)
        try await client.lines.first(containing: #""class":"WATCH""#)
        let feed = try Feed(Receiver(GpsdTests.course, rate: rate), to: .gpsd(gpsd))
        try await expectTheTruth(client, feed, device: gpsd.sources[0].device)
        #expect(feed.dropped == 0)
    }

    @Test func readsATerminalAndACombinedReceiver() async throws {
        let terminal = try PseudoTerminal()
        let gpsd = try await Gpsd(sources: [.terminal(terminal.path)])
        let client = try GpsdClient(port: gpsd.port)
        try await client.lines.first(containing: #""class":"WATCH""#)
        let feed = try Feed(
            Receiver(GpsdTests.course, rate: 5), to: .terminal(terminal), writer: NMEAWriter(talker: .combined))
        try await expectTheTruth(client, feed, device: terminal.path)
    }

    @Test func reportsNoFix() async throws {
        let gpsd = try await Gpsd()
        let client = try GpsdClient(port: gpsd.port)
        let course = Course([Course.Leg.stand(60).with(.noFix)])
        let feed = try Feed(Receiver(course, rate: 5), to: .gpsd(gpsd))
        let line = try await client.lines.first(containing: #""class":"TPV""#)
        let report = try #require(JSONObject(line.text))
        #expect(report["mode"] == 1)
        #expect(report.values["lat"] == nil)
        #expect(!feed.hasEnded)
    }

    @Test func takesFurtherSourcesAndLetsThemGo() async throws {
        let terminal = try PseudoTerminal()
        let gpsd = try await Gpsd()
        let client = try GpsdClient(port: gpsd.port)
        try await client.lines.first(containing: #""class":"WATCH""#)
        let feed = try Feed(Receiver(GpsdTests.course, rate: 5), to: .terminal(terminal))
        try await gpsd.add(.terminal(terminal.path))
        try await client.lines.first("a report of it") { text in
            text.contains(#""class":"TPV""#) && text.contains(terminal.path)
        }
        try await gpsd.remove(.terminal(terminal.path))
        await #expect(throws: Gpsd.Refused.self) { try await gpsd.remove(.terminal(terminal.path)) }
        #expect(!feed.hasEnded)
    }

    @Test func comesBackOnTheSamePort() async throws {
        let gpsd = try await Gpsd()
        let feed = try Feed(Receiver(GpsdTests.course, rate: 5), to: .gpsd(gpsd))
        let first = try GpsdClient(port: gpsd.port)
        try await first.lines.first(containing: #""class":"TPV""#)
        try await gpsd.kill()
        try await onLoop { try await eventually("the client sees the end") { first.lines.isAtEnd } }
        #expect(throws: SystemError.self) { try GpsdClient(port: gpsd.port) }

        try await gpsd.start()
        let second = try GpsdClient(port: gpsd.port)
        try await second.lines.first(containing: #""class":"TPV""#)
        try await gpsd.stop()
        try await onLoop { try await eventually("the client sees the end") { second.lines.isAtEnd } }
        #expect(feed.dropped == 0)
    }

    /// Waits for some seconds of three-dimensional reports, and compares each with the epoch of its time.
    private func expectTheTruth(_ client: GpsdClient, _ feed: Feed, device: String) async throws {
        try await onLoop {
            try await eventually(within: Seconds(60), "twelve reports") {
                Set(client.objects("TPV").filter { $0["mode"] == 3 }.compactMap { $0["time"] as String? }).count >= 12
            }
        }
        let truth = Dictionary(uniqueKeysWithValues: feed.sent.map { ($0.epoch.time, $0.epoch.truth) })
        let reports = client.objects("TPV").filter { $0["mode"] == 3 }
        for report in reports {
            let time: String = try #require(report["time"])
            let expected = try #require(UTCTime(iso8601: time).flatMap { truth[$0] })
            #expect(report["device"] == device)
            #expect(try #require(report["lat"]).isClose(to: expected.latitude.rawValue, within: 1e-8))
            #expect(try #require(report["lon"]).isClose(to: expected.longitude.rawValue, within: 1e-8))
            #expect(try #require(report["speed"]).isClose(to: expected.speed.rawValue, within: 0.001))
        }
        let last = try #require(reports.last)
        #expect(try #require(last["altMSL"]).isClose(to: 12, within: 0.001))
        let sky = try #require(client.objects("SKY").last { $0.values["satellites"] != nil })
        #expect(sky["uSat"] == 9)
        #expect(sky["nSat"] == 12)
    }
}
