// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport

/// The command line was wrong.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What the command line asks for.
struct Options {
    private enum Target {
        case udp(UInt16), terminal(String), file(String), standardOutput
    }

    var wantsHelp = false
    var rate = 1
    var start: UTCTime?
    var seed: UInt64 = 1
    var noise = 0.0
    var talker = NMEAWriter.Talker.gps
    var isFast = false
    var stamps = false
    var truth: String?
    private var spec: String?
    private var duration: Double?
    private var target = Target.standardOutput

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--help", "-h": wantsHelp = true
            case "--fast": isFast = true
            case "--stamp": stamps = true
            default:
                guard let value = rest.popFirst() else { throw UsageError("\(name): unknown, or its value is missing") }
                try take(name, value)
            }
        }
        if wantsHelp { return }
        guard spec != nil else { throw UsageError("--course is missing") }
        if case .standardOutput = target, stamps { throw UsageError("--stamp needs a --to other than stdout") }
    }

    func course() throws -> Course {
        let spec = spec ?? ""
        let text =
            FileManager.default.fileExists(atPath: spec) ? try String(contentsOfFile: spec, encoding: .utf8) : spec
        do {
            let course = try Course(spec: text)
            return duration.map { course.lasting(Seconds($0)) } ?? course
        } catch {
            throw UsageError("\(error)")
        }
    }

    var isTerminal: Bool { if case .terminal = target { true } else { false } }

    func destination() throws -> Destination {
        switch target {
        case .udp(let port): try .udp(port)
        case .terminal(let link): try .terminal(PseudoTerminal(link: link))
        case .file(let path): try .file(path)
        case .standardOutput: .standardOutput()
        }
    }

    private mutating func take(_ name: String, _ value: String) throws {
        func parsed<T>(_ result: T?) throws -> T {
            guard let result else { throw UsageError("\(name): '\(value)' will not do") }
            return result
        }
        switch name {
        case "--course": spec = value
        case "--to": target = try parsed(Options.target(value))
        case "--rate": rate = try parsed(Int(value).flatMap { $0 > 0 && 100 % $0 == 0 ? $0 : nil })
        case "--duration": duration = try parsed(Double(value).flatMap { $0 > 0 && $0.isFinite ? $0 : nil })
        case "--start-time": start = value == "now" ? nil : try parsed(UTCTime(iso8601: value))
        case "--seed": seed = try parsed(UInt64(value))
        case "--noise": noise = try parsed(Double(value).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil })
        case "--talker": talker = try parsed(NMEAWriter.Talker(rawValue: value))
        case "--truth": truth = value
        default: throw UsageError("\(name): unknown")
        }
    }

    private static func target(_ text: String) -> Target? {
        if text == "stdout" { return .standardOutput }
        if text.hasPrefix("pty:/") { return .terminal(String(text.dropFirst(4))) }
        if text.hasPrefix("file:/") { return .file(String(text.dropFirst(5))) }
        guard text.hasPrefix("udp:127.0.0.1:") else { return nil }
        return UInt16(text.dropFirst("udp:127.0.0.1:".count)).map { .udp($0) }
    }
}
