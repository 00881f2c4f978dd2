// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import JSON
import RunwayEngine
import RunwayModel
import TestSupport
import Testing

/// What the flight computer makes of recordings that nobody of this project made. A change of a golden file needs a
/// reason in its commit: RUNWAYD_GOLDEN=write makes them anew.
struct GoldenTests {
    /// Each with what makes its outcome plausible.
    static let logs = [
        "bundg_zeus_9",  // 429 m at a runner's speed; the receiver's speed is another sensor's for 40 s
        "ublox-neo-m9n-nmea",  // standing, burst of sentences an epoch
        "navisys-gr701w",  // modes mixed, 99 doubled epochs
        "bu303-moving",  // standing, says its name otherwise
        "bu303-stillfix",  // standing
        "telit-he910",  // standing, 744 doubled epochs
        "april6_2019",  // a week rollover
        "gp-320fw-2019-03-28",  // before the rollover
        "gp-320fw-2019-04-06-overflow",  // and over it
        "ublox-glo",  // standing, with gaps and poor fixes
        "haicom-305N",  // poor fixes
        "bu303-nofix",  // never a fix
    ]

    struct Golden: Codable {
        var report: ReplayReport
        /// Every tenth point.
        var trace: [Replay.TracePoint]
    }

    @Test(arguments: logs)
    func replaysAsItDid(_ name: String) async throws {
        guard let log = try sharedData("gpsd-logs/\(name).log.chk") else { return }
        let golden = Resources.packageRoot.appendingPathComponent("Tests/Fixtures/replay/\(name).json")
        let report = try JSON.decode(ReplayReport.self, from: await replay(log, "--json"))
        let lines = try await replay(log, "--trace").split(separator: "\n")
        let trace = try lines.enumerated().filter { $0.offset % 10 == 0 }.map {
            try JSON.decode(Replay.TracePoint.self, from: String($0.element))
        }
        if ProcessInfo.processInfo.environment["RUNWAYD_GOLDEN"] == "write" {
            try Data(JSON.encode(Golden(report: report, trace: trace)) + [10]).write(to: golden)
            return
        }
        let expected = try JSON.decode(Golden.self, from: Array(Data(contentsOf: golden)))
        #expect(report.splits.map(\.index) == expected.report.splits.map(\.index))
        #expect(report.phaseLog.map(\.to) == expected.report.phaseLog.map(\.to))
        #expect(report.reasons == expected.report.reasons)
        #expect(report.annunciations.map(\.kind) == expected.report.annunciations.map(\.kind))
        // Another processor's sine differs in the last bits; a centimetre is far above them.
        #expect(abs(report.distance.rawValue - expected.report.distance.rawValue) < 0.01)
        #expect(abs(report.moving.rawValue - expected.report.moving.rawValue) < 0.001)
        #expect(trace.count == expected.trace.count)
        for (point, before) in zip(trace, expected.trace) {
            #expect(point.t == before.t)
            #expect(abs(point.distance.rawValue - before.distance.rawValue) < 0.01)
            #expect(abs((point.speed?.rawValue ?? -1) - (before.speed?.rawValue ?? -1)) < 0.001)
            #expect(point.gpws == before.gpws)
        }
    }

    /// Standing receivers add next to nothing, the runner's log nearly all of its 429 m.
    @Test(arguments: [
        ("bundg_zeus_9", 410.0...435), ("ublox-neo-m9n-nmea", 0...0.5), ("bu303-stillfix", 0...0.5),
        ("telit-he910", 0...0.5), ("ublox-glo", 0...5.5), ("gp-320fw-2019-04-06-overflow", 0...0.5),
    ])
    func makesSense(_ name: String, _ metres: ClosedRange<Double>) async throws {
        guard let log = try sharedData("gpsd-logs/\(name).log.chk") else { return }
        let report = try JSON.decode(ReplayReport.self, from: await replay(log, "--json"))
        #expect(metres.contains(report.distance.rawValue), "\(report.distance)")
    }

    private func replay(_ log: URL, _ option: String) async throws -> String {
        let child = try ChildProcess(Resources.program("runway"), ["replay", log.path, option])
        guard try await child.finish(within: Seconds(120)) == .exited(0) else {
            throw Failed(description: child.errors.texts.joined(separator: "\n"))
        }
        return child.output.texts.joined(separator: "\n")
    }

    struct Failed: Error, CustomStringConvertible {
        var description: String
    }
}
