// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import JSON
import RunwayModel
import TestSupport
import Testing

/// `runway explain` and `runway tune` on logs made here, whose truth is known.
struct ExplainTests {
    private func runway(_ words: [String]) async throws -> (status: CInt, output: String, errors: String) {
        let child = try ChildProcess(Resources.program("runway"), words)
        guard case .exited(let status) = try await child.finish(within: Seconds(120)) else { return (-1, "", "") }
        return (status, child.output.texts.joined(separator: "\n"), child.errors.texts.joined(separator: "\n"))
    }

    /// 300 s at 5:00, a surge to 4:10 for 90 s, 5:00 again, a stop of a minute.
    private func surge(in folder: TemporaryFolder) throws -> String {
        let course = Course.circuit([
            .run(3.333, for: 300, radius: nil, slope: 0), .run(4, for: 90, radius: nil, slope: 0),
            .run(3.333, for: 120, radius: nil, slope: 0), .stand(60), .run(3.333, for: 60, radius: nil, slope: 0),
        ])
        let lines = GpsdJSON(device: "a", timeFormat: .iso8601).log(Receiver(course))
        return try folder.write("surge.json", lines.joined(separator: "\n") + "\n")
    }

    private static let mission = ["--mission", "pace=5:00,tolerance=15"]

    @Test func aFlightIsExplained() async throws {
        let folder = try TemporaryFolder()
        let path = try surge(in: folder)
        let (status, output, errors) = try await runway(["explain", path] + Self.mission)
        #expect(status == 0, "\(errors)")
        for words in [
            "mission pace=5:00,tolerance=15", "not judged: the flight has just begun", "judged from here on",
            "overspeed began", "said: OVERSPEED", "overspeed ended: cleared", "said: ON TARGET",
            "not judged: you stand (standing)", "not judged: you are getting under way again (settling)",
            "said: TOUCHDOWN",
        ] { #expect(output.contains(words), "\(words)") }
        #expect(!output.contains("SINK RATE"))
    }

    @Test(arguments: [
        ("5:20", "lamp        OVERSPEED"), ("0:05", "judged      no: the flight has just begun"),
        ("0:08:50", "judged      no: you stand"), ("4:00", "judged      yes"),
    ])
    func aMomentIsExplained(_ time: String, _ words: String) async throws {
        let folder = try TemporaryFolder()
        let (status, output, errors) = try await runway(
            ["explain", try surge(in: folder), "--at", time] + Self.mission)
        #expect(status == 0, "\(errors)")
        #expect(output.contains(words), "\(output)")
    }

    @Test func objectsForPrograms() async throws {
        let folder = try TemporaryFolder()
        let (status, output, _) = try await runway(
            ["explain", try surge(in: folder), "--json", "--at", "5:20"] + Self.mission)
        #expect(status == 0)
        struct Document: Decodable {
            struct Entry: Decodable {
                var t: Double?
                var said: Annunciation?
                var not_judged: [Inhibit]?
            }
            var entries: [Entry]
            var alerts: [Alert]
            var state: FlightState?
        }
        let document = try JSON.decode(Document.self, from: output)
        #expect(document.state?.gpws == .overspeed)
        #expect(document.alerts.map(\.kind) == [.overspeed])
        #expect(document.entries.contains { $0.said?.kind == .overspeed })
        #expect(document.entries.allSatisfy { (260...350).contains($0.t ?? -1) })
    }

    @Test(arguments: [
        (["explain", "FILE", "--at", "99:00"], 1, "lasted from 0:00 to 10:"),
        (["explain", "FILE", "--at", "noon"], 64, "is no time"),
        (["explain", "FILE", "--at", "1:-2"], 64, "is no time"),
        (["explain", "nowhere.json"], 1, "nowhere.json"), (["explain", "EMPTY"], 1, "nothing to replay"),
        (["explain", "FILE", "more"], 64, "more"), (["tune"], 64, "FLIGHT is missing"),
        (["tune", "FILE", "--set", "gpws.kalm=3h"], 64, "did you mean calm="),
        (["tune", "FILE", "--set", "gpws.calm=3"], 64, "has no unit"),
        (["tune", "FILE", "--set", "gpws.calm=2000h"], 64, "out of range"),
        (["tune", "FILE", "--set", "calm=3h"], 64, "write SECTION.KEY=VALUE"),
        (["tune", "FILE", "--set", "gpsd.port=3"], 64, "flight, gpws or runner"),
        (["tune", "FILE", "--set", "gpws.detector=both"], 64, "sequential or band"), (["tune", "EMPTY"], 1, "nothing"),
    ])
    func badWordsAreRefused(_ words: [String], _ expected: CInt, _ reason: String) async throws {
        let folder = try TemporaryFolder()
        let path = try surge(in: folder)
        let empty = try folder.write("empty.json", "")
        let words = words.map { $0 == "FILE" ? path : $0 == "EMPTY" ? empty : $0 }
        let (status, _, errors) = try await runway(words)
        #expect(status == expected && errors.contains(reason), "\(words): \(errors)")
    }

    struct Tuned: Decodable {
        struct Figures: Decodable {
            var hours_judged: Double
            var calls: [String: Int]
            var false_calls: Int
            var episodes: Int
            var missed: Int
            var median_latency_s: Double?
        }
        var was: Figures
        var would_be: Figures?
    }

    @Test func otherSettingsAreCompared() async throws {
        let folder = try TemporaryFolder()
        let path = try surge(in: folder)
        let (status, output, errors) = try await runway(
            ["tune", path, "--set", "gpws.grace=600s", "--json"] + Self.mission)
        #expect(status == 0, "\(errors)")
        let tuned = try JSON.decode(Tuned.self, from: output)
        #expect(tuned.was.episodes == 1 && tuned.was.missed == 0 && tuned.was.false_calls == 0)
        #expect(tuned.was.calls["overspeed"] == 1)
        #expect((tuned.was.median_latency_s ?? 99) < 5)
        #expect((0.12...0.17).contains(tuned.was.hours_judged))
        // Nothing is judged in the first ten minutes.
        #expect(tuned.would_be?.calls == [:])
        #expect((tuned.would_be?.hours_judged ?? 1) < 0.02)

        let (_, text, _) = try await runway(["tune", path, "--set", "gpws.detector=band"] + Self.mission)
        for words in ["would be", "hours judged", "OVERSPEED an hour", "episodes, missed", "ON TARGET"] {
            #expect(text.contains(words), "\(words)")
        }
        let (_, alone, _) = try await runway(["tune", path] + Self.mission)
        #expect(alone.contains("OVERSPEED") && !alone.contains("would be"))
    }

    /// The same file twice is two flights, and their sum.
    @Test func flightsAreSummedUp() async throws {
        let folder = try TemporaryFolder()
        let path = try surge(in: folder)
        let (status, output, _) = try await runway(["tune", path, path, "--json"] + Self.mission)
        #expect(status == 0)
        let tuned = try JSON.decode(Tuned.self, from: output)
        #expect(tuned.was.episodes == 2 && tuned.was.calls["overspeed"] == 2 && tuned.would_be == nil)
    }
}
