// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Glibc

/// A file system of its own, so small that it can be filled. Only root can mount one.
public final class TestDisk: Sendable {
    public static let isPossible: Bool = {
        guard geteuid() == 0, let disk = try? TestDisk() else { return false }
        return disk.bytesFree > 0
    }()

    private let folder: TemporaryFolder
    public var path: String { folder.path }

    /// 1 MiB.
    public init() throws {
        folder = try TemporaryFolder()
        try check(mount("tmpfs", folder.path, "tmpfs", 0, "size=1m"), "mount")
    }

    deinit { umount2(path, CInt(MNT_DETACH)) }

    public var logbook: String { path + "/logbook.db" }

    public var bytesFree: Int {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : 0
    }

    /// Takes all space that is left.
    public func fill() throws {
        let descriptor = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
        try check(descriptor, "open")
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, block, block.count) > 0 {}
    }

    public func free() throws {
        try FileManager.default.removeItem(atPath: path + "/filler")
    }

    public func setReadOnly(_ isReadOnly: Bool) throws {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        try check(mount("tmpfs", path, "tmpfs", flags, "size=1m"), "remount")
    }
}

private func check(_ result: CInt, _ call: String) throws {
    if result < 0 { throw SystemError(errno, call) }
}
