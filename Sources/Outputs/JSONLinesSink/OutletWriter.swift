// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Glibc

/// Does on the writer's thread what may wait for a disk: opening, and writing to files.
actor OutletWriter {
    /// Why there is no outlet, in words for `runway status`.
    struct Failure: Error {
        let reason: String
    }

    private let standardOutput: CInt

    init(standardOutput: CInt) {
        self.standardOutput = standardOutput
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { WriterExecutor.shared.asUnownedSerialExecutor() }

    func open(_ destination: JSONLinesSink.Destination) -> Result<Outlet, Failure> {
        switch destination {
        case .standardOutput: openStandardOutput()
        case .path(let path): open(path)
        }
    }

    /// Writes all of `bytes`.
    /// - Returns: how many were written, and the errno that ended it; 0 when it is done.
    func write(_ bytes: [UInt8], to outlet: Outlet) -> (written: Int, code: CInt) {
        var written = 0
        while written < bytes.count {
            let count = outlet.write(bytes[written...])
            if count == -Int(EINTR) { continue }
            guard count > 0 else { return (written, count == 0 ? EIO : CInt(-count)) }
            written += count
        }
        return (written, 0)
    }

    private func open(_ path: String) -> Result<Outlet, Failure> {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
            return .failure(Failure(reason: "\(path) is a socket; name a file or a FIFO"))
        }
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = Glibc.open(path, flags, 0o640)
        guard descriptor >= 0 else { return .failure(failure(path, errno)) }
        return .success(Outlet(descriptor: descriptor, way: isFile(descriptor) ? .file : .nonblocking))
    }

    /// O_NONBLOCK belongs to the open file description, which standard output shares with the shell and with the
    /// programs beside this one: setting it would change theirs. Opening it anew gives a description of its own.
    private func openStandardOutput() -> Result<Outlet, Failure> {
        var status = stat()
        guard fstat(standardOutput, &status) == 0 else {
            return .failure(Failure(reason: "standard output is closed"))
        }
        let isSocket = status.st_mode & S_IFMT == S_IFSOCK
        if !isSocket {
            let flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let descriptor = Glibc.open("/proc/self/fd/\(standardOutput)", flags)
            if descriptor >= 0 {
                return .success(Outlet(descriptor: descriptor, way: isFile(descriptor) ? .file : .nonblocking))
            }
            // A pipe without a reader cannot be opened; it could not be written to either.
            if errno == ENXIO { return .failure(failure("standard output", errno)) }
        }
        let descriptor = fcntl(standardOutput, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return .failure(failure("standard output", errno)) }
        return .success(
            Outlet(descriptor: descriptor, way: isSocket ? .socket : isFile(descriptor) ? .file : .shared))
    }

    private func isFile(_ descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private func failure(_ name: String, _ code: CInt) -> Failure {
        Failure(reason: code == ENXIO ? "no reader on \(name)" : "\(name): \(String(cString: strerror(code)))")
    }
}
