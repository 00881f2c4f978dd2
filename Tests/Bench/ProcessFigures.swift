// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// What the kernel says of a process.
struct ProcessFigures {
    var residentKilobytes: Double
    var anonymousKilobytes: Double
    var threads: Double
    var switches: Double
    /// User and system time, in milliseconds.
    var milliseconds: Double

    init(_ id: pid_t) throws {
        let folder = "/proc/\(id)"
        let memory = try ProcessFigures.fields("\(folder)/smaps_rollup")
        residentKilobytes = memory["Rss"] ?? .nan
        anonymousKilobytes = memory["Anonymous"] ?? .nan
        let tasks = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")
        threads = Double(tasks.count)
        switches = 0
        var nanoseconds = 0.0
        for task in tasks {
            let status = try ProcessFigures.fields("\(folder)/task/\(task)/status")
            switches += (status["voluntary_ctxt_switches"] ?? .nan) + (status["nonvoluntary_ctxt_switches"] ?? .nan)
            // schedstat begins with the time on a processor, in nanoseconds; stat's clock ticks are too coarse.
            let schedule = try String(contentsOfFile: "\(folder)/task/\(task)/schedstat", encoding: .utf8)
            nanoseconds += schedule.split(separator: " ").first.flatMap { Double($0) } ?? .nan
        }
        milliseconds = nanoseconds / 1e6
    }

    private static func fields(_ path: String) throws -> [String: Double] {
        var fields: [String: Double] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\t" })
            if parts.count >= 2, let value = Double(parts[1]) { fields[String(parts[0])] = value }
        }
        return fields
    }
}
