// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import JSON
import RunwayEngine
import RunwayModel
import TestSupport
import Testing

/// `runway replay` on logs made here, whose truth is known.
struct ReplayCommandTests {
    private func run(_ words: [String]) async throws -> (status: CInt, output: String, errors: String) {
        let child = try ChildProcess(Resources.program("runway"), ["replay"] + words)
        guard case .exited(let status) = try await child.finish(within: Seconds(120)) else { return (-1, "", "") }
        return (status, child.output.texts.joined(separator: "\n"), child.errors.texts.joined(separator: "\n"))
    }

    @Test(arguments: [GpsdJSON.TimeFormat.iso8601, .seconds], [1, 10])
    func aRunOfKnownLength(_ format: GpsdJSON.TimeFormat, _ rate: Int) async throws {
        let folder = try TemporaryFolder()
        let course = Course.circuit([.stand(5), .run(3.4, for: 700, radius: nil, slope: 0), .stand(5)])
        let receiver = Receiver(course, rate: rate)
        let lines = GpsdJSON(device: "/dev/ttyACM0", timeFormat: format).log(receiver) { $0.rawValue < 350 ? 150 : 170 }
        let path = try folder.write("run.json", lines.joined(separator: "\n") + "\n")
        let (status, output, errors) = try await run([path, "--json", "--mission", "hr=150,tolerance=10,distance=2km"])
        #expect(status == 0, "\(errors)")
        let report = try JSON.decode(ReplayReport.self, from: output)
        let truth = course.distance.rawValue
        #expect(abs(report.distance.rawValue / truth - 1) < 0.003, "\(report.distance) of \(truth)")
        #expect(report.splits.count == 3)
        #expect(report.alerts.map(\.kind) == [.overspeed, .minimums])
        // In the file's own time: when the mean of ten seconds has left the band.
        let begin = receiver.epochs()[0].time.secondsSince1970
        #expect(abs((report.alerts.first?.t ?? 0) - begin - 350) < 12)
        #expect(report.phaseLog.map(\.to) == [.takeoff, .cruise, .touchdown])
    }

    @Test func standardErrorsAreTold() async throws {
        let folder = try TemporaryFolder()
        let lines = GpsdJSON(device: "a", timeFormat: .iso8601).log(
            Receiver(Course.circuit([.run(3, for: 300, radius: nil, slope: 0)])))
        let path = try folder.write("run.json", lines.joined(separator: "\n") + "\n")
        let (status, output, _) = try await run([path, "--json"])
        #expect(status == 0 && output.contains("\"distance_error_m\""))
        let report = try JSON.decode(ReplayReport.self, from: output)
        let told = try #require(report.distanceError)
        #expect(told > .zero && told < Metres(20))

        let (_, trace, _) = try await run([path, "--trace"])
        let lastLine = String(trace.split(separator: "\n").last ?? "")
        for key in ["distance_error_m", "speed_error_mps", "pace_error_s_per_km"] {
            #expect(lastLine.contains("\"\(key)\":"), "\(key)")
        }
        let point = try JSON.decode(Replay.TracePoint.self, from: lastLine)
        #expect(point.distanceError == told)
        #expect((point.speedError?.rawValue ?? 0) > 0 && (point.speedError?.rawValue ?? 9) < 0.3)
        #expect((point.paceError?.rawValue ?? 0) > 0 && (point.paceError?.rawValue ?? 99) < 30)
    }

    @Test func whatCannotBeReadIsSkippedAndSaid() async throws {
        let folder = try TemporaryFolder()
        let good = GpsdJSON(device: "a", timeFormat: .iso8601).log(
            Receiver(Course.circuit([.run(3, for: 30, radius: nil, slope: 0)])))
        let path = try folder.write(
            "run.json", (good.prefix(10) + ["{\"class\":\"TPV\",", "{}x"] + good.dropFirst(10)).joined(separator: "\n"))
        let (status, output, errors) = try await run([path, "--json"])
        #expect(status == 0)
        #expect(errors.contains("run.json:11:"))
        let report = try JSON.decode(ReplayReport.self, from: output)
        #expect(report.distance > Metres(80))
    }

    @Test func whatHasNoTimeIsLeftOutAndSaid() async throws {
        let folder = try TemporaryFolder()
        let text = (0..<5).map { #"{"class":"TPV","device":"a","mode":3,"lat":5\#($0),"lon":8}"# }
        let (status, _, errors) = try await run([try folder.write("run.json", text.joined(separator: "\n")), "--json"])
        #expect(status == 0)
        #expect(errors.contains("no time had been told yet: 4 reports"))
    }

    @Test(arguments: ["", "garbage\n", "{}\n{\n", "$GPRMC,1\n"])
    func nothingToReadIsAFailure(_ text: String) async throws {
        let folder = try TemporaryFolder()
        let (status, output, errors) = try await run([try folder.write("x.json", text), "--json"])
        #expect(status == 1)
        #expect(output.isEmpty)
        #expect(errors.contains("x.json"))
    }

    @Test func aFileThatIsMissingIsAFailure() async throws {
        let (status, _, errors) = try await run(["/nonexistent/run.json"])
        #expect(status == 1)
        #expect(errors.contains("No such file"))
    }
}
