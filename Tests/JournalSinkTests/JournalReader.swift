// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import TestSupport

/// Stands in journald's place: a datagram socket, and the native protocol read back.
final class JournalReader {
    let path: String
    private var descriptor: CInt = -1

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(errno, "socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemError(errno, "bind \(path)") }
    }

    deinit { leave() }

    /// It goes, and leaves its socket file behind.
    func leave() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// The next entry; nil when there is none at present.
    func next() throws -> [String: String]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : try JournalReader.decode(bytes[..<count])
    }

    /// All that has come.
    func all() throws -> [[String: String]] {
        var entries: [[String: String]] = []
        while let entry = try next() { entries.append(entry) }
        return entries
    }

    struct Malformed: Error {
        let rest: String
    }

    static func decode(_ bytes: ArraySlice<UInt8>) throws -> [String: String] {
        var fields: [String: String] = [:]
        var rest = bytes
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: 10) else {
                throw Malformed(rest: String(decoding: rest, as: UTF8.self))
            }
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            let name: ArraySlice<UInt8>
            let value: ArraySlice<UInt8>
            if let sign = line.firstIndex(of: UInt8(ascii: "=")) {
                name = line[..<sign]
                value = line[(sign + 1)...]
            } else {
                name = line
                guard rest.count >= 8 else { throw Malformed(rest: "no length after \(name)") }
                let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
                guard rest.count > length, rest[rest.startIndex + length] == 10 else {
                    throw Malformed(rest: "length \(length)")
                }
                value = rest.prefix(length)
                rest = rest.dropFirst(length + 1)
            }
            fields[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
        }
        return fields
    }
}
