// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CTestSupport
import Foundation

/// A thread of another process that does not run, as one that hangs, while the others do. It goes on when its owner lets
/// go of it.
public final class FrozenThread: Sendable {
    private let descriptor: CInt
    private let keeper: pid_t

    /// Whether this user may: root, or anybody where the kernel does not restrict ptrace(2).
    public static let isPossible: Bool = {
        let scope = try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)
        return geteuid() == 0 || scope == nil || scope == "0\n"
    }()

    /// - Parameter name: the thread's; the process's first one when nil.
    /// - Throws: `SystemError`, when there is no such thread or it may not be frozen.
    public init(of process: pid_t, named name: String? = nil) throws {
        let id = try name.map { try FrozenThread.find($0, in: process) } ?? process
        var keeper = pid_t()
        let result = runway_test_freeze_thread(id, &keeper)
        if result < 0 { throw SystemError(-result, "freeze thread \(id) of \(process)") }
        descriptor = result
        self.keeper = keeper
    }

    deinit { runway_test_thaw_thread(descriptor, keeper) }

    private static func find(_ name: String, in process: pid_t) throws -> pid_t {
        let folder = "/proc/\(process)/task"
        for id in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let said = try? String(contentsOfFile: "\(folder)/\(id)/comm", encoding: .utf8)
            if said == name + "\n", let id = pid_t(id) { return id }
        }
        throw SystemError(ESRCH, "thread \(name) of \(process)")
    }
}
