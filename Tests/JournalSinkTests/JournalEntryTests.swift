// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport
import Testing

@testable import JournalSink

@Suite struct JournalEntryTests {
    private static let flight = FlightID("0190a000-0000-7000-8000-000000000001")

    private static func event(_ body: Event.Body) -> Event {
        Event(
            at: Instant(nanoseconds: 5), time: UTCTime(iso8601: "2026-05-01T06:30:00Z"), flight: flight, body: body)
    }

    private static let alert: Alert = {
        var alert = Alert(
            kind: .sinkRate, severity: .caution, start: Instant(nanoseconds: 1_000_000_000), distance: Metres(1240.46),
            pace: SecondsPerKilometre(331.25), heartRate: BeatsPerMinute(187))
        alert.end = Instant(nanoseconds: 13_000_000_000)
        alert.reason = .cleared
        return alert
    }()

    private static let summary: FlightSummary = {
        var summary = FlightSummary(
            id: flight!, origin: .button, mission: try? Mission(spec: "hr=187,tolerance=5"),
            start: Instant(nanoseconds: 0))
        summary.distance = Metres(5021.44)
        summary.elapsed = Seconds(3723)
        summary.moving = Seconds(1498)
        summary.averageHeartRate = BeatsPerMinute(187)
        summary.maximumHeartRate = BeatsPerMinute(187)
        summary.remarks = [.short, .interrupted]
        return summary
    }()

    private static let split = Split(
        index: 3, distance: Metres(1000), duration: Seconds(302.14), end: Instant(nanoseconds: 7),
        ending: .lap, heartRate: BeatsPerMinute(187), isEstimated: true)

    /// One of each kind, and what is said of it.
    private static let cases: [(body: Event.Body, priority: Int, message: String, fields: [String: String])] = [
        (
            .phase(from: .cruise, to: .holding, hold: .auto), 6, "Phase holding, after cruise",
            ["PHASE": "holding", "PHASE_BEFORE": "cruise", "HOLD": "auto"]
        ),
        (
            .annunciation(Annunciation(.sinkRate, .warning, "SINK RATE")), 4, "Call: SINK RATE",
            ["CALL": "sinkRate", "TEXT": "SINK RATE"]
        ),
        (
            .annunciation(Annunciation(.split, .advisory, "KILOMETRE 3, 5:02. AVERAGE 5:00. HEART RATE 187")), 6,
            "Call: KILOMETRE 3, 5:02. AVERAGE 5:00",
            ["CALL": "split", "TEXT": "KILOMETRE 3, 5:02. AVERAGE 5:00"]
        ),
        (
            .annunciation(Annunciation(.heartRateLost, .caution, "HEART RATE LOST")), 5, "Call: HEART RATE LOST",
            ["CALL": "heartRateLost", "TEXT": "HEART RATE LOST"]
        ),
        (
            .withheld(Withheld(.overspeed, .muted)), 6, "Not called: overspeed, muted",
            ["CALL": "overspeed", "REASON": "muted"]
        ),
        (
            .inhibits([.standing, .settling]), 6, "The mission is not judged: standing settling",
            ["REASON": "standing settling"]
        ),
        (.inhibits([]), 6, "The mission is judged", [:]),
        (
            .alertBegan(alert), 5, "SINK RATE began at 1240 m",
            ["ALERT": "sinkRate", "SEVERITY": "caution", "DISTANCE_M": "1240.5", "PACE_S_PER_KM": "331.3"]
        ),
        (
            .alertEnded(alert), 6, "SINK RATE ended after 0:12: cleared",
            [
                "ALERT": "sinkRate", "SEVERITY": "caution", "DISTANCE_M": "1240.5", "PACE_S_PER_KM": "331.3",
                "REASON": "cleared", "DURATION_S": "12.0",
            ]
        ),
        (
            .split(split), 6, "Split 3: 1000 m in 5:02",
            ["SPLIT": "3", "DISTANCE_M": "1000.0", "DURATION_S": "302.1", "ENDED_BY": "lap", "ESTIMATED": "1"]
        ),
        (.flightBegan(summary), 6, "A flight began", ["ORIGIN": "button"]),
        (
            .flightEnded(summary), 6, "A flight ended: 5021 m in 1:02:03",
            ["DISTANCE_M": "5021.4", "ELAPSED_S": "3723.0", "MOVING_S": "1498.0", "REMARKS": "short interrupted"]
        ),
        (
            .refused(Refusal(.notFlying, "nothing flies; start hr=150 first")), 5, "Refused: notFlying",
            ["REFUSAL": "notFlying"]
        ),
    ]

    @Test func everyKindHasItsFields() throws {
        for item in JournalEntryTests.cases {
            let entry = JournalEntry(JournalEntryTests.event(item.body))
            var expected = [
                "MESSAGE": item.message, "MESSAGE_ID": JournalEntry.messageID(of: item.body),
                "PRIORITY": String(item.priority), "SYSLOG_IDENTIFIER": "runwayd", "RUNWAYD_KIND": item.body.kind,
                "FLIGHT_ID": "0190a000-0000-7000-8000-000000000001", "RUNWAYD_TIME": "2026-05-01T06:30:00.000Z",
            ]
            for (name, value) in item.fields { expected["RUNWAYD_" + name] = value }
            #expect(try JournalReader.decode(entry.datagram[...]) == expected)
        }
    }

    /// All of the events above know a heart rate of 187.
    @Test func noHeartRateIsWritten() {
        for item in JournalEntryTests.cases {
            let text = String(decoding: JournalEntry(JournalEntryTests.event(item.body)).datagram, as: UTF8.self)
            #expect(!text.contains("187"), "\(text)")
        }
    }

    @Test func everyKindHasAMessageIDOfItsOwnThatTheCatalogExplains() throws {
        let ids = JournalEntryTests.cases.map { JournalEntry.messageID(of: $0.body) }
        #expect(Set(ids).count == 10)
        #expect(Set(JournalEntryTests.cases.map(\.body.kind)).count == 10)
        let catalog = try String(
            contentsOf: Resources.packageRoot.appendingPathComponent("systemd/runwayd.catalog"), encoding: .utf8)
        let documented = catalog.split(separator: "\n").filter { $0.hasPrefix("-- ") }.map { String($0.dropFirst(3)) }
        // Some kinds have several cases, one behind the other.
        #expect(documented == ids.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
        let page = try String(
            contentsOf: Resources.packageRoot.appendingPathComponent("docs/sinks.md"), encoding: .utf8)
        for (item, id) in zip(JournalEntryTests.cases, ids) {
            #expect(page.contains("| `\(item.body.kind)` | `\(id)` |"), "\(item.body.kind)")
        }
    }

    @Test func valuesWithLineBreaksSurvive() throws {
        let text = "one=1\ntwo\n\nlast\n"
        let entry = JournalEntry(
            JournalEntryTests.event(.annunciation(Annunciation(.noFix, .caution, text))))
        let fields = try JournalReader.decode(entry.datagram[...])
        #expect(fields["RUNWAYD_TEXT"] == text)
        #expect(fields["MESSAGE"] == "Call: " + text)
        #expect(fields["PRIORITY"] == "5")
    }

    @Test func whatIsNoNumberHasNoField() throws {
        var split = JournalEntryTests.split
        split.distance = Metres(.nan)
        split.duration = Seconds(.infinity)
        let entry = JournalEntry(
            Event(at: Instant(nanoseconds: 1), time: nil, flight: nil, body: .split(split)))
        #expect(entry.message == "Split 3: an unknown distance in an unknown time")
        let fields = try JournalReader.decode(entry.datagram[...])
        #expect(fields["RUNWAYD_DISTANCE_M"] == nil)
        #expect(fields["FLIGHT_ID"] == nil)
        #expect(fields["RUNWAYD_TIME"] == nil)
    }
}
