// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CHTTPD
import Glibc

/// Owns a listening socket and its file: closes the one and removes the other.
struct ListeningSocket: ~Copyable {
    /// The bytes that sockaddr_un has for a path, without the zero at its end.
    static let maximumPathLength = 107

    let descriptor: CInt
    private let file: File?

    /// The socket's file, by which its owner recognises it: another server may have replaced it.
    private struct File {
        let path: String
        let device: dev_t
        let inode: ino_t
    }

    deinit {
        close(descriptor)
        guard let file else { return }
        var status = stat()
        if lstat(file.path, &status) == 0, status.st_dev == file.device, status.st_ino == file.inode {
            unlink(file.path)
        }
    }

    init(_ listener: HTTPServerConfiguration.Listener) throws(HTTPServerError) {
        switch listener {
        case .unixSocket(let path, let mode): (descriptor, file) = try Self.listen(path: path, mode: mode)
        case .inherited(let descriptor):
            let result = runway_httpd_adopt(descriptor)
            if result < 0 { throw HTTPServerError(.notListening, "descriptor \(descriptor)", errno: -result) }
            self.descriptor = descriptor
            file = nil
        }
    }

    private static func listen(path: String, mode: UInt32) throws(HTTPServerError) -> (CInt, File?) {
        if path.utf8.count > maximumPathLength { throw HTTPServerError(.pathTooLong, path) }
        let descriptor = runway_httpd_unix_socket()
        if descriptor < 0 { throw HTTPServerError(.system, "socket", errno: -descriptor) }
        do throws(HTTPServerError) {
            // bind(2) makes the file with the descriptor's mode less the umask: never, not even for a moment, with a
            // wider one than wanted. chmod(2) then gives back what the umask took.
            if fchmod(descriptor, mode) < 0 { throw HTTPServerError(.system, "fchmod", errno: errno) }
            var result = runway_httpd_bind(descriptor, path)
            if result == -EADDRINUSE {
                try removeStale(path)
                result = runway_httpd_bind(descriptor, path)
            }
            try check(result, path)
            var status = stat()
            guard lstat(path, &status) == 0, chmod(path, mode) == 0 else {
                throw HTTPServerError(.system, path, errno: errno)
            }
            let file = File(path: path, device: status.st_dev, inode: status.st_ino)
            if Glibc.listen(descriptor, CInt(SOMAXCONN)) < 0 {
                let error = errno
                unlink(path)
                throw HTTPServerError(.system, "listen", errno: error)
            }
            return (descriptor, file)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func check(_ result: CInt, _ path: String) throws(HTTPServerError) {
        switch -result {
        case 0: return
        case ENOENT, ENOTDIR: throw HTTPServerError(.folderMissing, path, errno: -result)
        case EACCES, EPERM, EROFS: throw HTTPServerError(.permissionDenied, path, errno: -result)
        case EADDRINUSE: throw HTTPServerError(.inUse, path, errno: -result)
        case ENAMETOOLONG: throw HTTPServerError(.pathTooLong, path, errno: -result)
        default: throw HTTPServerError(.system, path, errno: -result)
        }
    }

    /// Removes the socket that a dead server left behind; throws when it lives.
    private static func removeStale(_ path: String) throws(HTTPServerError) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
            throw HTTPServerError(.notASocket, path)
        }
        let probe = runway_httpd_unix_socket()
        if probe < 0 { throw HTTPServerError(.system, "socket", errno: -probe) }
        defer { close(probe) }
        switch -runway_httpd_connect(probe, path) {
        case ECONNREFUSED, ENOENT:
            if unlink(path) < 0, errno != ENOENT { try check(-errno, path) }
        // Connected, or its queue is full, or it is not ours to ask: somebody listens.
        default: throw HTTPServerError(.inUse, path)
        }
    }
}
