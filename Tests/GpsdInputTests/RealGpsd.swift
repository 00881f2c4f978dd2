// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation

/// gpsd itself, in the foreground on a loopback port. It is killed when this goes.
final class RealGpsd {
    static let program = "/usr/sbin/gpsd"
    static var isInstalled: Bool { access(program, X_OK) == 0 }

    let port: UInt16
    private let sources: [String]
    private let control: String?
    private var process: pid_t = 0

    /// - Parameter control: the path of the control socket, over which receivers come and go.
    init(sources: [String], port: UInt16 = freePort(streamSocket), control: String? = nil) {
        self.sources = sources
        self.port = port
        self.control = control
    }

    func start() {
        let arguments =
            [RealGpsd.program, "-N", "-n", "-b", "-S", "\(port)"] + (control.map { ["-F", $0] } ?? []) + sources
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: CInt in 0...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        let code = posix_spawn(&process, RealGpsd.program, &actions, nil, &pointers, environ)
        precondition(code == 0, "gpsd cannot be started: \(code)")
    }

    func kill() {
        guard process > 0 else { return }
        _ = Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
    }

    deinit { kill() }

    /// Adds or removes a receiver: `+PATH` or `-PATH`.
    func control(_ line: String) -> Bool {
        guard let control else { return false }
        let descriptor = socket(AF_UNIX, streamSocket, 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: control.utf8) }
        let connected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0, sendAll(descriptor, line + "\r\n") else { return false }
        var answer = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &answer, answer.count, 0)
        return count > 0 && String(decoding: answer[..<count], as: UTF8.self).hasPrefix("OK")
    }
}

/// A pseudo-terminal for a receiver.
final class TerminalLine: Sendable {
    let path: String
    private let descriptor: CInt

    init() {
        // What posix_openpt and its kin do, which the Glibc module does not carry.
        descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var unlocked: CInt = 0
        var number: CInt = 0
        let (lockRequest, numberRequest): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        precondition(ioctl(descriptor, lockRequest, &unlocked) == 0 && ioctl(descriptor, numberRequest, &number) == 0)
        path = "/dev/pts/\(number)"
        // gpsd gives up root's rights before it opens receivers that come later.
        chmod(path, 0o666)
    }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    deinit { close(descriptor) }
}
