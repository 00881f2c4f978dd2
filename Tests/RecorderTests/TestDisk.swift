// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Glibc

/// A file system of its own, so small that it can be filled. Only root can mount one.
final class TestDisk: Sendable {
    static let isPossible: Bool = {
        guard geteuid() == 0, let disk = try? TestDisk() else { return false }
        return disk.bytesFree > 0
    }()

    let path: String

    /// 1 MiB.
    init() throws {
        path = NSTemporaryDirectory() + "recorder-disk-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try TestDisk.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path)
    }

    deinit {
        try? TestDisk.run("umount", "-l", path)
        try? FileManager.default.removeItem(atPath: path)
    }

    var logbook: String { path + "/logbook.db" }

    var bytesFree: Int {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : 0
    }

    /// Takes all space that is left.
    func fill() throws {
        let descriptor = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw Failed(command: "open") }
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, block, block.count) > 0 {}
    }

    func free() throws {
        try FileManager.default.removeItem(atPath: path + "/filler")
    }

    func setReadOnly(_ isReadOnly: Bool) throws {
        try TestDisk.run("mount", "-o", "remount," + (isReadOnly ? "ro" : "rw"), path)
    }

    struct Failed: Error {
        var command: String
    }

    private static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(command: command.joined(separator: " ")) }
    }
}
