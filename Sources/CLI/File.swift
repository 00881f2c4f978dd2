// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Writing whole files.
enum File {
    /// Writes all bytes. - Returns: 0, or the errno of what went wrong.
    static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    /// Makes or replaces a file. It appears under its name only when it is whole and on the disk.
    static func write(_ bytes: [UInt8], path: String) throws {
        let temporary = path + ".part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(temporary, errno) }
        var code = write(bytes, to: descriptor)
        if code == 0, fsync(descriptor) != 0 { code = errno }
        close(descriptor)
        if code == 0, rename(temporary, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporary)
            throw failure(path, code)
        }
    }

    private static func failure(_ path: String, _ code: CInt) -> Failure {
        .failed("\(path): \(String(cString: strerror(code)))")
    }
}
