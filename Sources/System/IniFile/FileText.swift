// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// Reads a small regular file. libeconf itself takes a directory for an empty file and would wait for a FIFO's writer.
enum FileText {
    static let limit = 1 << 20

    static func read(_ path: String) throws(IniError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw IniError(file: path, problems: [.init(nil, "is no regular file", "name a text file")])
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw IniError(
                    file: path, problems: [.init(nil, "is larger than 1 MiB", "name a configuration file")])
            }
        }
    }

    private static func failure(_ path: String, _ code: CInt) -> IniError {
        let action =
            switch code {
            case ENOENT, ENOTDIR: "create it or name another"
            case EACCES: "give the user of this program the right to read it"
            default: "see what is wrong with the path"
            }
        let problem = IniError.Problem(nil, "cannot be read: \(String(cString: strerror(code)))", action)
        return IniError(file: path, problems: [problem], isMissing: code == ENOENT || code == ENOTDIR)
    }
}
