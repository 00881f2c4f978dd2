// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Gpsd
import RunwayModel
import TestSupport
import Testing

@testable import ReplayInput

/// What a reader makes of a text.
struct Replayed {
    var entries: [ReplayReader.Entry] = []
    /// The lines of which something was said, and what.
    var malformed: [Int] = []
    var troubles: [String] = []
    var counters = ReplayCounters()

    init(_ text: String, device: String? = nil) throws {
        let folder = try TemporaryFolder()
        try self.init(file: URL(fileURLWithPath: folder.write("log", text)), device: device)
    }

    init(file: URL, device: String? = nil) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var lines: [Int] = []
        var texts: [String] = []
        var reader = ReplayReader(descriptor: descriptor, device: device) { line, trouble in
            lines.append(line)
            texts.append(trouble)
        }
        while let entry = try reader.next() { entries.append(entry) }
        malformed = lines
        troubles = texts
        counters = reader.counters
    }

    /// Seconds after 1 800 000 000 and what came, for example "1 fix", "1.5 heartRate".
    var log: [String] {
        entries.map {
            let milliseconds = ($0.at.nanoseconds - 1_800_000_000_000_000_000) / 1_000_000
            return "\(Double(milliseconds) / 1000) \($0.input.kind)"
        }
    }
}

private func tpv(_ second: Double, mode: Int = 3) -> String {
    "{\"class\":\"TPV\",\"device\":\"/dev/a\",\"mode\":\(mode),\"time\":\(1_800_000_000 + second),\"lat\":48.1,\"lon\":11.5}\n"
}

struct ReplayReaderTests {
    @Test func readsFixesSkiesAndHeartRatesInOrder() throws {
        let replayed = try Replayed(
            #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\n" + tpv(0)
                + #"{"class":"SKY","device":"/dev/a","hdop":0.9}"# + "\n"
                + #"{"class":"HR","time":1800000000.5,"bpm":152,"rr":[402,398],"contact":true}"# + "\n" + tpv(1)
                + #"{"class":"HR","time":"2027-01-15T08:00:01.500Z","bpm":0}"# + "\n" + tpv(2) + tpv(3) + tpv(4))
        #expect(
            replayed.log == [
                "0.0 sky", "0.0 fix", "0.5 heartRate", "1.0 fix", "1.5 heartRate", "2.0 fix", "3.0 fix", "4.0 fix",
            ])
        #expect(
            replayed.entries[2].input
                == .heartRate(
                    HeartRateSample(
                        sensor: "replay", rate: BeatsPerMinute(152), rrIntervals: [402, 398], contact: true)))
        #expect(replayed.entries[4].input == .heartRate(HeartRateSample(sensor: "replay", rate: nil)))
        #expect(replayed.counters.lines == 9 && replayed.counters.inputs == 8 && replayed.malformed.isEmpty)
    }

    @Test func countsAndNamesMalformedLinesAndGoesOn() throws {
        let replayed = try Replayed(
            "# a comment\n\n" + tpv(0) + "$GPRMC,,V,,,,,,,,,,N*53\n{\"class\":\"TPV\",\"mode\":3\n"
                + #"{"class":"HR","bpm":"fast"}"# + "\n" + #"{"class":"HR","rr":[-1]}"# + "\n"
                + #"{"class":"HR","time":"noon","bpm":150}"# + "\n{" + String(repeating: "x", count: 20_000) + "\n"
                + #"{"class":"PPS","device":"/dev/a"}"# + "\n" + tpv(1).dropLast())
        #expect(replayed.log == ["0.0 fix", "1.0 fix"])
        #expect(replayed.malformed == [5, 6, 7, 8, 9])
        #expect(replayed.counters.malformed == 5 && replayed.counters.skipped == 3 && replayed.counters.lines == 11)
        #expect(replayed.counters.gpsd.overlong == 1 && replayed.counters.gpsd.malformed == 1)
    }

    /// Nothing is left out without a word and a count, be it a line or a field.
    @Test func saysWhichFieldsItCouldNotUse() throws {
        func line(_ second: Int, _ members: String) -> String {
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":\#(1_800_000_000 + second),\#(members)}"# + "\n"
        }
        let replayed = try Replayed(
            tpv(0) + line(1, #""lat":48.1,"lon":11.5,"speed":1e999"#) + line(2, #""lat":"48.1","lon":11.5,"eps":"x""#)
                + line(3, #""lat":NaN,"lon":11.5"#) + #"{"class":"SKY","device":"/dev/a","hdop":"x"}"# + "\n"
                + #"{"class":"HR","time":1800000004,"bpm":1e999}"# + "\n" + #"{"class":"HR","time":1e999,"bpm":150}"#
                + "\n" + #"{"class":"HR","time":1800000004,"bpm":150,"rr":[NaN]}"# + "\n" + tpv(5))
        #expect(replayed.log == ["0.0 fix", "1.0 fix", "2.0 sky", "2.0 fix", "5.0 fix"])
        #expect(replayed.malformed == [2, 3, 4, 5, 6, 7, 8])
        #expect(replayed.troubles.map { $0.hasSuffix("skipped") } == [false, false, true, false, true, true, true])
        #expect(replayed.troubles[0].contains("speed") && replayed.troubles[1].contains("lat/lon, eps"))
        #expect(replayed.counters.malformed == 4 && replayed.counters.gpsd.badFields == 4)
        var faults: [Fix.Fault] = []
        for entry in replayed.entries { if case .fix(let fix) = entry.input { faults += fix.faults ?? [] } }
        #expect(faults == [.badSpeed, .badPosition, .badSpeedError])
    }

    /// What is reported lies on the file's own clock, wherever that stepped; the time line goes on.
    @Test func knowsTheWayBackToTheFilesTimes() throws {
        let times: [Double] = [0, 1, 2, 3, -15, -14, -13, -1e8, -1e8 + 1, 6, 7]
        let folder = try TemporaryFolder()
        let descriptor = open(try folder.write("log", times.map { tpv($0) }.joined()), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var reader = ReplayReader(descriptor: descriptor) { _, _ in }
        var instants: [Instant] = []
        while let entry = try reader.next() { instants.append(entry.at) }
        #expect(zip(instants, instants.dropFirst()).allSatisfy { $1 - $0 == Seconds(1) })
        #expect(instants.map { reader.times.seconds(of: $0) - 1_800_000_000 } == times)
        // Between two lines it goes on from the one before.
        #expect(reader.times.seconds(of: instants[4] + Seconds(0.5)) == 1_800_000_000 - 14.5)
    }

    @Test func heartRatesTellTheFilesTimeOnlyWhereNoReceiverDoes() throws {
        func rate(_ second: Double) -> String { "{\"class\":\"HR\",\"time\":\(1_800_000_000 + second),\"bpm\":150}\n" }
        let folder = try TemporaryFolder()
        let path = try folder.write("log", rate(0) + tpv(-1e8) + rate(1) + tpv(-1e8 + 1))
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var reader = ReplayReader(descriptor: descriptor) { _, _ in }
        var seconds: [Double] = []
        while let entry = try reader.next() { seconds.append(reader.times.seconds(of: entry.at) - 1_800_000_000) }
        let expected: [Double] = [-100_000_000, -100_000_000, -99_999_999, -99_999_999]
        #expect(seconds == expected)
    }

    @Test func readsCarriageReturnsSpacesAndAByteOrderMark() throws {
        let text = "\u{FEFF}" + tpv(0) + "  " + tpv(1) + #"{ "class": "HR", "time": 1800000001, "bpm": 150 }"# + "\r\n"
        let replayed = try Replayed(text.replacingOccurrences(of: "}\n", with: "}\r\n"))
        #expect(replayed.log == ["0.0 fix", "1.0 heartRate", "1.0 fix"])
        #expect(replayed.counters.malformed == 0 && replayed.counters.skipped == 0)
    }

    @Test func makesOneFixOfAnEpochThatIsSaidTwice() throws {
        let replayed = try Replayed((0..<10).map { tpv(Double($0), mode: 2) + tpv(Double($0)) }.joined())
        #expect(replayed.log == (0..<10).map { "\(Double($0)) fix" })
        #expect(replayed.counters.gpsd.duplicates == 10)
        for entry in replayed.entries {
            guard case .fix(let fix) = entry.input else { continue }
            #expect(fix.mode == .threeDimensional)
        }
    }

    @Test func placesWhatCameBeforeTheFirstTime() throws {
        let replayed = try Replayed(
            #"{"class":"TPV","device":"/dev/a","mode":1}"# + "\n" + #"{"class":"SKY","device":"/dev/a","uSat":1}"#
                + "\n"
                + #"{"class":"TPV","device":"/dev/a","mode":1}"# + "\n" + #"{"class":"SKY","device":"/dev/a","uSat":2}"#
                + "\n" + tpv(0) + tpv(1))
        #expect(replayed.log == ["0.0 sky", "0.0 fix", "1.0 fix"])
        #expect(replayed.entries[0].input == .sky(Sky(receiver: "/dev/a", satellitesUsed: 2)))
        #expect(replayed.counters.unplaced == 2)
    }

    @Test func readsARecordingWithoutAnyTime() throws {
        let replayed = try Replayed(#"{"class":"TPV","mode":3,"lat":1,"lon":2}"# + "\n")
        #expect(replayed.entries.count == 1 && replayed.entries[0].at == Instant(nanoseconds: 0))
    }

    @Test func readsNothingFromNothing() throws {
        for text in ["", "\n\n", "# nothing\n", "$GPGGA\n"] {
            let replayed = try Replayed(text)
            #expect(replayed.entries.isEmpty && replayed.malformed.isEmpty)
        }
    }

    @Test func usesOnlyThePinnedReceiver() throws {
        #expect(try Replayed(tpv(0) + tpv(1), device: "/dev/b").entries.isEmpty)
        #expect(try Replayed(tpv(0) + tpv(1), device: "/dev/a").entries.count == 2)
    }

    /// Longer than a chunk, cut at any place.
    @Test func readsLongRecordings() throws {
        let count = 5000
        let replayed = try Replayed((0..<count).map { tpv(Double($0)) }.joined())
        #expect(replayed.entries.count == count)
        #expect(replayed.log.last == "\(Double(count - 1)) fix")
        #expect(replayed.counters.malformed == 0)
    }

    @Test func saysWhatItCannotRead() throws {
        let folder = open("/", O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        var reader = ReplayReader(descriptor: folder) { _, _ in }
        var failure: ReplayError?
        do throws(ReplayError) { _ = try reader.next() } catch { failure = error }
        #expect(failure == ReplayError(code: EISDIR, line: 0))
    }
}

private let logs: [URL] = {
    let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("../shared/data/gpsd-logs").standardized
    let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return all.filter { $0.pathExtension == "chk" }.sorted { $0.path < $1.path }
}()

struct RecordedLogReplayTests {
    @Test func theLogsAreThereWhereTheyMustBe() {
        #expect(!logs.isEmpty || ProcessInfo.processInfo.environment["CI"] != "true")
    }

    @Test(.enabled(if: !logs.isEmpty, "no recorded logs beside the package"), arguments: logs)
    func replaysEveryLog(file: URL) throws {
        let replayed = try Replayed(file: file)
        #expect(!replayed.entries.isEmpty && replayed.malformed.isEmpty)
        let instants = replayed.entries.map(\.at)
        #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 <= $1 })
        // The longest of them is a day's; nothing leaps by years.
        let span = (try #require(instants.last)) - instants[0]
        #expect(span < Seconds(2 * 86_400), "\(span)")
        let again = try Replayed(file: file)
        #expect(again.entries == replayed.entries && again.counters == replayed.counters)
    }
}
