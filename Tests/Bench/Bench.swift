// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport

/// Measures the program as it is used, beside gpxlogger on the same feed, and prints what it finds. Built for release.
@main
struct Bench {
    static func main() async throws {
        // A reader that leaves shows as an error of the write.
        signal(SIGPIPE, SIG_IGN)
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == ExecFigures.clockVerb {
            return try ExecFigures.clockLines(into: arguments[2])
        }
        let rest = arguments.dropFirst(2).map { $0 }
        if arguments.dropFirst().first == "--accuracy" { return try await accuracy(rest) }
        if arguments.dropFirst().first == "--alerts" { return try await alerts(rest) }
        print("machine: \(ProcessInfo.processInfo.activeProcessorCount) cores, \(processor())")
        print("medians; the range in brackets\n")
        try replay()
        try await accuracy([])
        try await alerts([])
        guard TestSupport.Gpsd.isExpected else {
            print("skipped: the live figures, for gpsd is not installed")
            return
        }
        for rate in [1, 5] { try await LiveFigures(rate: rate, seconds: 30).run() }
        for rate in [1, 10] { try await ExecFigures(rate: rate, seconds: 60).run() }
        guard MessageBus.isExpected else {
            print("skipped: the figures with a strap, for dbus-daemon is not installed")
            return
        }
        try await LiveFigures(rate: 1, seconds: 30, strap: BenchStrap()).run()
    }

    /// - Parameter arguments: how many runs of each kind, and the first one's seed.
    private static func accuracy(_ arguments: [String]) async throws {
        var figures = AccuracyFigures()
        let (runs, first) = try size(arguments, of: "--accuracy")
        if let runs { figures.seeds = runs }
        if let first { figures.first = first }
        await figures.run()
        try RecordingFigures().run()
    }

    /// - Parameter arguments: the same.
    private static func alerts(_ arguments: [String]) async throws {
        var figures = AlertFigures()
        let (runs, first) = try size(arguments, of: "--alerts")
        if let runs { figures.runs = runs }
        if let first { figures.first = first }
        try await figures.run()
    }

    private static func size(_ arguments: [String], of verb: String) throws -> (runs: Int?, first: UInt64?) {
        let numbers = arguments.compactMap { UInt64($0) }
        guard numbers.count == arguments.count, numbers.count <= 2, numbers.first ?? 1 > 0,
            numbers.first ?? 1 <= 1_000_000, numbers.last ?? 1 <= UInt64.max / 4
        else {
            try FileHandle.standardError.write(contentsOf: Data("usage: runway-bench \(verb) [RUNS [SEED]]\n".utf8))
            exit(64)
        }
        return (numbers.first.map { Int($0) }, numbers.count == 2 ? numbers[1] : nil)
    }

    /// Speed of `runway replay`, of reading alone and of the core alone.
    private static func replay() throws {
        let figures = try ReplayFigures(fixes: 200_000)
        print("replay of \(figures.fixes) fixes at 10 Hz")
        print("  runway replay    \(figures.wholeProcess) fixes/s, the process from start to end   goal 100 000")
        print("  reading alone    \(figures.reading) fixes/s")
        print("  core alone       \(figures.core) fixes/s\n")
    }

    private static func processor() -> String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let model = lines.first { $0.hasPrefix("model name") || $0.hasPrefix("Model") }
        return model.map { String($0.drop { $0 != ":" }.dropFirst(2)) } ?? "unknown processor"
    }
}

/// Some measurements of one thing.
struct Sample: CustomStringConvertible {
    let values: [Double]
    var places = 0

    init(_ values: [Double], places: Int = 0) {
        self.values = values.sorted()
        self.places = places
    }

    var median: Double { quantile(0.5) }

    func quantile(_ share: Double) -> Double {
        values.isEmpty ? .nan : values[min(values.count - 1, Int(Double(values.count) * share))]
    }

    var description: String {
        guard let first = values.first, let last = values.last else { return "nothing" }
        return "\(text(median)) [\(text(first)) – \(text(last))]"
    }

    func text(_ value: Double) -> String {
        String(format: "%.\(places)f", value)
    }
}
