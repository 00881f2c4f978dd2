// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import JSON
import RunwayEngine
import RunwayModel
import TestSupport
import Testing

/// `runway replay` on recordings with old dates, wrong ones and bad numbers.
struct LabelReplayTests {
    private static let rollover = 1024 * 7 * 86_400.0

    private struct Outcome {
        var report: ReplayReport
        var trace: [Replay.TracePoint]
        var errors: String
    }

    private func replay(_ path: String) async throws -> Outcome {
        let summed = try await run(path, "--json")
        let traced = try await run(path, "--trace")
        return Outcome(
            report: try JSON.decode(ReplayReport.self, from: summed.output.joined(separator: "\n")),
            trace: try traced.output.map { try JSON.decode(Replay.TracePoint.self, from: $0) }, errors: summed.errors)
    }

    private func run(_ path: String, _ option: String) async throws -> (output: [String], errors: String) {
        let child = try ChildProcess(Resources.program("runway"), ["replay", path, option])
        let end = try await child.finish(within: Seconds(120))
        #expect(end == .exited(0))
        return (child.output.texts.filter { !$0.isEmpty }, child.errors.texts.joined(separator: "\n"))
    }

    private func log(start: Double, _ change: (Int, inout String) -> Void = { _, _ in }) -> String {
        let course = Course.circuit([.run(3, for: 400, radius: nil, slope: 0)])
        let receiver = Receiver(course, start: UTCTime(secondsSince1970: start))
        var lines = GpsdJSON(device: "a", timeFormat: .seconds).log(receiver)
        for index in lines.indices where lines[index].contains("TPV") { change(index, &lines[index]) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The seconds of a made TPV moved.
    private func move(_ line: inout String, by seconds: Double) {
        guard let range = line.range(of: #""time":"#) else { return }
        let rest = line[range.upperBound...]
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        line.replaceSubrange(range.upperBound..<end, with: "\((Double(rest[..<end]) ?? 0) + seconds)")
    }

    /// What is old is old: a recording's dates are its own, and no rollover.
    @Test(arguments: [
        "2009-07-14T09:00:00Z", "1999-09-20T10:00:00Z", "2019-04-06T23:55:00Z", "2006-12-22T00:00:00Z",
        "2026-05-01T09:00:00Z",
    ])
    func aRecordingKeepsItsDates(_ start: String) async throws {
        let time = try #require(UTCTime(iso8601: start)).secondsSince1970
        let folder = try TemporaryFolder()
        let outcome = try await replay(try folder.write("log", log(start: time)))
        #expect(outcome.report.remarks == [] && outcome.report.reasons == ["provisional": 2])
        #expect(outcome.report.phaseLog.first?.t == time && outcome.report.phaseLog.last?.t == time + 400)
        #expect(outcome.trace.map(\.t) == (0...400).map { time + Double($0) })
    }

    /// In the middle of a recording the receiver falls back by 1024 weeks, and comes right again.
    @Test func aRolloverInARecordingMovesTimesOnly() async throws {
        let start = 1_790_000_000.0
        let folder = try TemporaryFolder()
        let plain = try await replay(try folder.write("plain", log(start: start)))
        var number = 0
        var times: [Double] = []
        let text = log(start: start) { _, line in
            let shift = (150..<250).contains(number) ? -LabelReplayTests.rollover : 0
            move(&line, by: shift)
            times.append(start + Double(number) + shift)
            number += 1
        }
        let upset = try await replay(try folder.write("upset", text))
        #expect(abs((upset.report.distance - plain.report.distance).rawValue) < 0.1)
        #expect(upset.report.elapsed == plain.report.elapsed)
        #expect(upset.report.splits.map(\.duration) == plain.report.splits.map(\.duration))
        #expect(upset.report.remarks == [.weekRollover])
        #expect(upset.report.reasons == ["provisional": 2, "timeJump": 2, "weekRollover": 1])
        #expect(plain.report.remarks == [])
        // `t` is what stands in the file.
        #expect(upset.trace.map(\.t) == times)
    }

    /// Real recordings, each under a clock that is one rollover on: as a gpsd 3.22 of today dates what it receives.
    @Test(arguments: ["gp-320fw-2019-03-28", "gp-320fw-2019-04-06-overflow", "ublox-8", "bundg_zeus_9"])
    func aRolledOverRecordingIsFlownTheSame(_ name: String) async throws {
        guard let file = try sharedData("gpsd-logs/\(name).log.chk") else { return }
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let plain = try await replay(file.path)
        let begin = try #require(plain.trace.first?.t)
        let folder = try TemporaryFolder()
        // The strap's times are the machine's.
        let beat = #"{"class":"HR","time":\#(begin + LabelReplayTests.rollover),"bpm":150}"#
        let rolled = try await replay(try folder.write("rolled", beat + "\n" + text))
        #expect(rolled.report.remarks.contains(.weekRollover))
        #expect(rolled.report.reasons["weekRollover"] == 1)
        #expect(!plain.report.remarks.contains(.weekRollover))
        #expect(abs((rolled.report.distance - plain.report.distance).rawValue) < 1e-6)
        #expect(rolled.report.moving == plain.report.moving)
        #expect(rolled.trace.map(\.t) == plain.trace.map(\.t))
        let path = try folder.write("again", beat + "\n" + text)
        let first = try await run(path, "--json").output
        let second = try await run(path, "--json").output
        #expect(first == second)
    }

    /// One that woke up in 1999 and found out that it is 2006, and one that says 1999 alone.
    @Test(arguments: [("trimble-lassen_iq-playacar", "2006-12-22"), ("april6_2019", "1999-08-22")])
    func theTimesOfARecordingAreItsOwn(_ name: String, _ day: String) async throws {
        guard let file = try sharedData("gpsd-logs/\(name).log.chk") else { return }
        let outcome = try await replay(file.path)
        let begin = try #require(UTCTime(iso8601: day + "T00:00:00Z")).secondsSince1970
        let last = try #require(outcome.trace.last?.t)
        #expect((begin...begin + 86_400).contains(last))
        #expect(outcome.report.phaseLog.last?.t == last)
        #expect(!outcome.report.remarks.contains(.weekRollover))
    }

    struct BadNumber: Sendable {
        var field: String
        var value: String
        var reason: String
        var isSaid: Bool
    }

    static let badNumbers: [BadNumber] = [
        BadNumber(field: "speed", value: "1e999", reason: "badSpeed", isSaid: true),
        BadNumber(field: "speed", value: "1e9", reason: "badSpeed", isSaid: false),
        BadNumber(field: "speed", value: "-3", reason: "badSpeed", isSaid: false),
        BadNumber(field: "lat", value: "91.5", reason: "badPosition", isSaid: true),
        BadNumber(field: "lon", value: "\"11\"", reason: "badPosition", isSaid: true),
        BadNumber(field: "altMSL", value: "-1e6", reason: "badAltitude", isSaid: false),
        BadNumber(field: "eps", value: "0", reason: "badSpeedError", isSaid: false),
        BadNumber(field: "eph", value: "-4", reason: "badError", isSaid: false),
        BadNumber(field: "track", value: "720", reason: "badTrack", isSaid: false),
    ]

    @Test(arguments: badNumbers)
    func aBadNumberIsTold(_ bad: BadNumber) async throws {
        var number = 0
        let text = log(start: 1_790_000_000) { _, line in
            // The last member of its name counts.
            if number % 50 == 49 { line = line.dropLast() + ",\"\(bad.field)\":\(bad.value)}" }
            number += 1
        }
        let folder = try TemporaryFolder()
        let outcome = try await replay(try folder.write("log", text))
        #expect(outcome.report.reasons[bad.reason] == 8)
        let told = outcome.trace.enumerated().filter { $0.element.rejected?.contains(bad.reason) ?? false }
        #expect(told.map(\.offset) == (1...8).map { $0 * 50 - 1 })
        #expect(outcome.trace.filter { $0.rejected == nil }.count == 401 - 8 - 2)
        #expect(outcome.errors.contains("taken as not said") == bad.isSaid)
        #expect(abs(outcome.report.distance.rawValue - 1200) < 6)
    }
}
