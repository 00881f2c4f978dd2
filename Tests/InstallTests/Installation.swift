// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport

/// A tree that `make install` filled.
struct Installation {
    /// What installing and looking at it takes; with CI=true it is there, or the tests fail.
    static let isPossible =
        isContinuousIntegration
        || ["make", "systemd-analyze", "systemd-sysusers", "systemd-tmpfiles", "udevadm"].allSatisfy(isProgram)

    /// systemd 254 brought it.
    static let canVerifyRules = system("udevadm verify --version > /dev/null 2>&1") == 0

    let folder: TemporaryFolder
    /// What it told the person.
    let said: String
    private let destination: String

    /// - Parameter destination: DESTDIR; a folder of its own when nil.
    init(prefix: String, destination: String? = nil) async throws {
        folder = try TemporaryFolder()
        self.destination = destination ?? folder.path
        said = try await Installation.make("install", prefix, self.destination)
    }

    func make(_ target: String, prefix: String) async throws {
        _ = try await Installation.make(target, prefix, destination)
    }

    func path(_ file: String) -> String { folder.path(file) }

    func text(_ file: String) throws -> String { try String(contentsOfFile: path(file), encoding: .utf8) }

    /// The files in it, without the folders.
    var files: Set<String> {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Set(
            all.filter {
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: path($0), isDirectory: &isFolder) && !isFolder.boolValue
            })
    }

    /// The folders in it.
    var folders: Set<String> {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Set(all).subtracting(files)
    }

    /// The rows of a file like /etc/passwd by their names.
    func table(_ file: String) throws -> [String: [String]] {
        let rows = try text(file).split(separator: "\n").map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        return Dictionary(rows.map { ($0[0], $0) }) { first, _ in first }
    }

    /// Installs what was built along with the tests, as a root who gives nothing to others.
    private static func make(_ target: String, _ prefix: String, _ destination: String) async throws -> String {
        let built = URL(fileURLWithPath: try Resources.program("runwayd")).deletingLastPathComponent().path
        let outcome = try await run(
            "/bin/sh",
            [
                "-c", "umask 077; exec make -s \"$@\"", "sh", target, "DESTDIR=\(destination)", "PREFIX=\(prefix)",
                "BUILT=\(built)",
            ], in: Resources.packageRoot.path)
        guard outcome.ending == .exited(0) else { throw Failed(outcome: outcome) }
        return outcome.output
    }

    struct Failed: Error, CustomStringConvertible {
        let outcome: Outcome
        var description: String { "make: \(outcome)" }
    }

    private static func isProgram(_ name: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}

struct Outcome: Sendable {
    var ending: ChildProcess.Ending
    var output: String
    var errors: String
}

/// Runs a program to its end, in English.
func run(
    _ program: String, _ arguments: [String], in directory: String? = nil, environment: [String: String?] = [:]
) async throws -> Outcome {
    let child = try ChildProcess(
        program, arguments,
        environment: ["LC_ALL": "C.UTF-8", "MAKEFLAGS": nil, "MAKELEVEL": nil].merging(environment) { $1 },
        directory: directory)
    let ending = try await child.finish(within: Seconds(60))
    return Outcome(
        ending: ending, output: child.output.texts.joined(separator: "\n"),
        errors: child.errors.texts.joined(separator: "\n"))
}
