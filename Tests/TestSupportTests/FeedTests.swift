// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Foundation
import Glibc
import RunwayModel
import TestSupport
import Testing

@Suite struct FeedTests {
    private static let start = UTCTime(nanoseconds: 1_777_617_000_000_000_000)

    @Test func asFastAsPossibleWritesAllOfIt() throws {
        let folder = try TemporaryFolder()
        let receiver = Receiver(.circuit([.run(3, for: 600)]), start: FeedTests.start, rate: 10)
        let feed = try Feed(receiver, to: .file(folder.path("nmea")), pace: .asFastAsPossible)
        feed.waitBlocking()
        #expect(feed.sent.count == 6001)
        let text = try String(contentsOfFile: folder.path("nmea"), encoding: .utf8)
        #expect(text == receiver.epochs().flatMap { NMEAWriter().sentences($0) }.joined())
    }

    @Test func realTimeIsNeverEarlyAndEndsWhenLetGo() async throws {
        let begin = BootClock.now()
        var feed: Feed? = try Feed(Receiver(Course([.stand(3600)]), rate: 50), to: .udp(freePort(.udp)))
        try await onLoop { [feed] in try await eventually("ten epochs") { feed.map { $0.sent.count >= 10 } ?? false } }
        for sent in feed?.sent ?? [] { #expect(sent.at >= begin + sent.epoch.truth.time) }
        feed = nil
        #expect(BootClock.now() - begin < Seconds(600), "it did not wait for the course's end")
    }

    @Test func mutedItSendsNothing() async throws {
        let feed = try Feed(Receiver(Course([.stand(3600)]), rate: 100), to: .udp(freePort(.udp)))
        try await onLoop {
            try await eventually("it sends") { feed.sent.count >= 2 }
            feed.quality = .mute
            // One may be on its way.
            let muted = BootClock.now()
            try await eventually("it is muted for some epochs") { BootClock.now() > muted + Seconds(0.2) }
            let last = feed.sent.last.map(\.epoch.number) ?? 0
            feed.quality = .fix
            try await eventually("it sends again") { (feed.sent.last?.epoch.number ?? 0) > last }
            #expect(feed.sent.count < (feed.sent.last?.epoch.number ?? 0) + 1)
        }
    }

    @Test func voidItRepeatsItsLastCoordinates() async throws {
        let feed = try Feed(Receiver(Course([.run(3, for: 3600)]), rate: 100), to: .udp(freePort(.udp)))
        try await onLoop {
            try await eventually("it sends") { feed.sent.count >= 2 }
            feed.quality = .void
            try await eventually("it is void for some epochs") { feed.sent.count { $0.epoch.mode == 1 } >= 3 }
            feed.quality = .fix
            try await eventually("it has a fix again") { feed.sent.last?.epoch.mode == 3 }
        }
        let epochs = feed.sent.map(\.epoch)
        let first = try #require(epochs.firstIndex { $0.mode == 1 })
        let void = epochs[first...].prefix { $0.mode == 1 }
        #expect(void.allSatisfy { $0.latitude == epochs[first - 1].latitude && $0.satellites == 0 })
        let sentences = NMEAWriter(kinds: [.rmc, .gga, .gsa]).sentences(epochs[first]).map { $0.split(separator: ",") }
        #expect(sentences[0][2] == "V" && sentences[0][3].hasPrefix("5957.0"))
        #expect(sentences[1][2].hasPrefix("5957.0") && sentences[1][6] == "0")
        #expect(sentences[2][2] == "1")
        #expect(epochs.map(\.number) == Array(epochs.indices))
    }

    @Test func voidFromTheStartItStaysAtItsFirstCoordinates() throws {
        let folder = try TemporaryFolder()
        let feed = try Feed(
            Receiver(Course([.run(3, for: 60)])), to: .file(folder.path("nmea")), pace: .asFastAsPossible,
            quality: .void)
        feed.waitBlocking()
        #expect(feed.sent.count == 61)
        #expect(feed.sent.allSatisfy { $0.epoch.mode == 1 })
        let latitudes = Set(feed.sent.map(\.epoch.latitude))
        #expect(latitudes.count == 1)
        let latitude = try #require(feed.sent.first?.epoch.latitude)
        #expect(latitude.isClose(to: Course.Start.sea.latitude.rawValue, within: 1e-9))
    }

    @Test func aTerminalDropsWhatNobodyReads() throws {
        let terminal = try PseudoTerminal()
        let feed = try Feed(
            Receiver(Course([.stand(3600)])), to: .terminal(terminal), pace: .asFastAsPossible)
        feed.waitBlocking()
        #expect(feed.dropped > 0)
        let reader = open(terminal.path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
        defer { close(reader) }
        var bytes = [UInt8](repeating: 0, count: 6)
        #expect(read(reader, &bytes, 6) == 6)
        #expect(String(decoding: bytes, as: UTF8.self) == "$GPRMC")
    }
}

@Suite struct RunwayNMEATests {
    private func run(_ arguments: String...) async throws -> ChildProcess {
        let child = try ChildProcess(Resources.program("runway-nmea"), arguments)
        try await child.finish()
        return child
    }

    @Test func writesTheSentencesOfACourse() async throws {
        let folder = try TemporaryFolder()
        let child = try await run(
            "--course", "stand:1,run:3:5", "--fast", "--rate", "2", "--start-time", "2026-05-01T06:30:00Z",
            "--noise", "2", "--seed", "4", "--duration", "8", "--truth", folder.path("truth"))
        #expect(child.ending == .exited(0))
        #expect(child.errors.texts == [])
        var receiver = Receiver(
            try Course(spec: "stand:1,run:3:5,stand:2"), start: UTCTime(nanoseconds: 1_777_617_000_000_000_000), rate: 2
        )
        receiver.noise = Receiver.Noise(position: Metres(2))
        receiver.seed = 4
        let sentences = receiver.epochs().flatMap { NMEAWriter().sentences($0) }
        #expect(child.output.texts == sentences.map { String($0.dropLast()) })
        let truth = try String(contentsOfFile: folder.path("truth"), encoding: .utf8).split(separator: "\n")
        #expect(truth.count == 17)
        #expect(truth.last?.split(separator: " ")[1] == "\(receiver.course.distance.rawValue)")
    }

    @Test func stampsEachEpochWhenItIsSent() async throws {
        let begin = BootClock.now()
        let child = try await run(
            "--course", "stand:1", "--rate", "10", "--stamp", "--to", "udp:127.0.0.1:\(try freePort(.udp))")
        #expect(child.ending == .exited(0))
        #expect(child.output.count == 11)
        let stamps = try child.output.texts.map { line in
            let words = line.split(separator: " ")
            #expect(words.count == 2)
            _ = try #require(UTCTime(iso8601: String(words[0])))
            return Instant(nanoseconds: try #require(Int64(words[1])))
        }
        #expect(stamps == stamps.sorted())
        #expect(try #require(stamps.first) > begin)
        #expect(try #require(stamps.last) - begin >= Seconds(1))
    }

    @Test func makesATerminalAndTakesItsLinkAway() async throws {
        let folder = try TemporaryFolder()
        let link = folder.path("gps")
        let child = try ChildProcess(
            Resources.program("runway-nmea"),
            ["--course", "stand:3600", "--rate", "10", "--to", "pty:\(link)", "--stamp"])
        try await child.output.first("a first stamp") { _ in true }
        let reader = try ChildProcess("head", ["-n", "1", link])
        try await reader.finish()
        #expect(reader.output.texts.first?.hasPrefix("$GP") == true)
        #expect(try await child.stop() == .exited(0))
        #expect(access(link, F_OK) == -1)
    }

    @Test(arguments: [
        [], ["--course", "fly:1"], ["--course", "stand:1", "--rate", "3"], ["--course", "stand:1", "--stamp"],
        ["--course", "stand:1", "--to", "udp:nowhere"], ["--nonsense"], ["--course"],
    ]) func wrongUsageIsRefused(arguments: [String]) async throws {
        let child = try ChildProcess(Resources.program("runway-nmea"), arguments)
        #expect(try await child.finish() == .exited(64))
        #expect(child.output.count == 0)
        #expect(child.errors.texts.first?.hasPrefix("runway-nmea: ") == true)
    }

    @Test func helpIsHelp() async throws {
        let child = try await run("--help")
        #expect(child.ending == .exited(0))
        #expect(child.output.texts.first?.hasPrefix("usage: runway-nmea") == true)
    }
}

@Suite struct ResourcesTests {
    @Test func thePackageIsFound() {
        let manifest = Resources.packageRoot.appendingPathComponent("Package.swift").path
        #expect(FileManager.default.fileExists(atPath: manifest))
    }

    @Test func whatIsNotThereIsSkippedOrAFailure() throws {
        if isContinuousIntegration {
            #expect(throws: Resources.Missing.self) { try sharedData("no such thing") }
        } else {
            #expect(try sharedData("no such thing") == nil)
        }
        #expect(isSharedDataExpected("no such thing") == isContinuousIntegration)
    }
}
