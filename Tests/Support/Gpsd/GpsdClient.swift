// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import Glibc
import RunwayModel

/// A plain client of gpsd's JSON protocol: a socket and the lines that come out of it.
public final class GpsdClient: Sendable {
    /// What gpsd sent.
    public let lines = Lines()
    private let descriptor: CInt

    /// Connects, and asks to watch.
    public init(port: UInt16) throws {
        descriptor = try SystemError.check(socket(AF_INET, Transport.tcp.socketType, 0), "socket")
        do {
            var address = loopback(port)
            try SystemError.check(
                withSocketAddress(&address) { connect(descriptor, $0, $1) }, "connect to 127.0.0.1:\(port)")
            let watch = "?WATCH={\"enable\":true,\"json\":true};\n"
            try SystemError.check(send(descriptor, watch, watch.utf8.count, CInt(MSG_NOSIGNAL)), "send")
            // The reader closes its own copy.
            lines.read(from: try SystemError.check(fcntl(descriptor, F_DUPFD_CLOEXEC, 0), "fcntl"))
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }

    /// The objects of a class that came so far.
    public func objects(_ name: String) -> [JSONObject] {
        lines.texts.compactMap { JSONObject($0) }.filter { $0["class"] == name }
    }
}

/// One object of a JSON protocol, for looking at in tests.
public struct JSONObject: @unchecked Sendable {  // made of immutable values only
    public let values: [String: Any]

    /// Nil for what is not an object.
    public init?(_ text: String) {
        guard let values = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            return nil
        }
        self.values = values
    }

    public subscript(_ key: String) -> String? { values[key] as? String }
    public subscript(_ key: String) -> Double? { (values[key] as? NSNumber)?.doubleValue }
    public subscript(_ key: String) -> Int? { (values[key] as? NSNumber)?.intValue }
    public subscript(_ key: String) -> [Any]? { values[key] as? [Any] }
}
