// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import Testing

@testable import GPXExport

@Suite struct GPXExportTests {
    private let gpx = "http://www.topografix.com/GPX/1/1"
    private let garmin = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
    private let flight = "0190b5a0-1111-7222-8333-444455556666"

    private func point(
        _ time: Double, _ latitude: Double = 48, _ longitude: Double = 11, altitude: Double? = nil,
        rate: Double? = nil, speed: Double? = nil
    ) -> TrackPoint {
        TrackPoint(
            time: UTCTime(secondsSince1970: 1_777_617_000 + time), latitude: Degrees(latitude),
            longitude: Degrees(longitude), altitude: altitude.map { Metres($0) },
            heartRate: rate.map { BeatsPerMinute($0) }, speed: speed.map { MetresPerSecond($0) })
    }

    private func export(
        _ segments: [[TrackPoint]], name: String = "Morning", start: UTCTime? = nil
    ) throws -> GPXExport.Document {
        try GPXExport.write(
            flight: try #require(FlightID(flight)), name: name, start: start, segments: segments)
    }

    @Test func writesTheWholeStructure() throws {
        let start = UTCTime(secondsSince1970: 1_777_616_999)
        let document = try export(
            [[point(0, altitude: 519.456, rate: 141.6, speed: 3.25)], [point(9.25, -0.00001, -11.5)]], start: start)
        #expect(document.points == 2)
        #expect(document.skipped == 0)
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="runwayd" xmlns="\(gpx)" xmlns:gpxtpx="\(garmin)" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="\(gpx) \(gpx)/gpx.xsd \
            \(garmin) http://www.garmin.com/xmlschemas/TrackPointExtensionv2.xsd">
             <metadata>
              <name>Morning</name>
              <time>2026-05-01T06:29:59.000Z</time>
             </metadata>
             <trk>
              <name>Morning</name>
              <desc>flight \(flight)</desc>
              <type>running</type>
              <trkseg>
               <trkpt lat="48.0000000" lon="11.0000000">
                <ele>519.46</ele>
                <time>2026-05-01T06:30:00.000Z</time>
                <extensions>
                 <gpxtpx:TrackPointExtension>
                  <gpxtpx:hr>142</gpxtpx:hr>
                  <gpxtpx:speed>3.250</gpxtpx:speed>
                 </gpxtpx:TrackPointExtension>
                </extensions>
               </trkpt>
              </trkseg>
              <trkseg>
               <trkpt lat="-0.0000100" lon="-11.5000000">
                <time>2026-05-01T06:30:09.250Z</time>
               </trkpt>
              </trkseg>
             </trk>
            </gpx>

            """
        #expect(String(decoding: document.bytes, as: UTF8.self) == expected)
    }

    @Test func elementsAreInTheirNamespaces() throws {
        let root = try XMLNode.parse(export([[point(0, altitude: 1, rate: 100, speed: 1)]]).bytes)
        #expect(root.name == "gpx" && root.namespace == gpx)
        for name in ["metadata", "trk", "trkseg", "trkpt", "ele", "time", "extensions"] {
            #expect(root.all(name).allSatisfy { $0.namespace == gpx }, "\(name)")
            #expect(!root.all(name).isEmpty, "\(name)")
        }
        for name in ["TrackPointExtension", "hr", "speed"] {
            #expect(root.all(name).map(\.namespace) == [garmin], "\(name)")
        }
    }

    @Test func leavesOutWhatDoesNotComeLater() throws {
        let document = try export([
            [point(0), point(1), point(1), point(0.5), point(1.0004), point(1.5)], [point(1.2), point(1.4)],
            [point(1.5), point(2)],
        ])
        #expect(document.points == 4)
        #expect(document.skipped == 6)
        let root = try XMLNode.parse(document.bytes)
        #expect(root.all("trkseg").map(\.children.count) == [3, 1])
        let times = root.all("trkpt").compactMap { $0.child("time")?.text }
        #expect(times.map { String($0.suffix(7)) } == ["00.000Z", "01.000Z", "01.500Z", "02.000Z"])
        // Without a start, the first point's time is the file's.
        #expect(root.child("metadata")?.child("time")?.text == times.first)
    }

    @Test func writesOnlyFiniteValuesInRange() throws {
        let document = try export([
            [
                point(0, .nan), point(1, 91), point(2, 48, .infinity), point(3, 48, -180.1),
                point(4, altitude: .nan, rate: .infinity, speed: -1), point(5, rate: 0, speed: .nan),
                point(6, rate: 256), point(7, altitude: -.infinity, rate: 255.4), point(8, 90, 180),
                point(9, -90, 179.99999999), point(10, 48, -180),
            ]
        ])
        #expect(document.skipped == 4)
        let points = try XMLNode.parse(document.bytes).all("trkpt")
        #expect(
            points.map { $0.children.map(\.name) } == [
                ["time"], ["time"], ["time"], ["time", "extensions"], ["time"], ["time"], ["time"],
            ])
        #expect(points[3].all("hr").map(\.text) == ["255"])
        #expect(points[4].attributes == ["lat": "90.0000000", "lon": "-180.0000000"])
        #expect(points[5].attributes == ["lat": "-90.0000000", "lon": "-180.0000000"])
        #expect(points[6].attributes["lon"] == "-180.0000000")
    }

    @Test func withoutPointsSaysWhy() {
        #expect(throws: GPXExportError.noPoints(skipped: 0)) { try export([]) }
        #expect(throws: GPXExportError.noPoints(skipped: 0)) { try export([[], []]) }
        #expect(throws: GPXExportError.noPoints(skipped: 1)) { try export([[point(0, .nan)]]) }
    }

    @Test(arguments: [
        ("a < b & \"c\" > 'd'", "a < b & \"c\" > 'd'"), ("läuft 🏃 ]]>", "läuft 🏃 ]]>"),
        ("bell\u{7} null\u{0} \u{FFFE}", "bell\u{FFFD} null\u{FFFD} \u{FFFD}"),
    ])
    func nameStaysWhatItIs(name: String, expected: String) throws {
        let root = try XMLNode.parse(export([[point(0)]], name: name).bytes)
        #expect(root.child("trk")?.child("name")?.text == expected)
        #expect(root.child("metadata")?.child("name")?.text == expected)
    }

    @Test func anotherParserFindsItWellFormed() throws {
        let bytes = try export([(0..<5000).map { point(Double($0), altitude: 500, rate: 150, speed: 3) }], name: "<&>")
            .bytes
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script =
            "import sys,xml.etree.ElementTree as e;print(len(e.parse(sys.stdin.buffer).getroot().findall("
            + "'.//{http://www.topografix.com/GPX/1/1}trkpt')))"
        process.arguments = ["python3", "-c", script]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // 127: there is no python3 here, and the other tests have parsed the same.
        guard process.terminationStatus != 127 else { return }
        #expect(String(decoding: answer, as: UTF8.self) == "5000\n")
    }

    @Test(arguments: [
        (0.0, 2, "0.00"), (-0.001, 2, "0.00"), (-0.006, 2, "-0.01"), (1e-7, 7, "0.0000001"), (12.5, 0, "13"),
        (-179.9999999, 7, "-179.9999999"), (0.05, 1, "0.1"), (8848.86, 2, "8848.86"), (-1.5, 3, "-1.500"),
    ])
    func decimal(value: Double, digits: Int, expected: String) {
        #expect(Decimal.text(value, digits: digits) == expected)
    }
}
