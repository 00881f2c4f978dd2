// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

/// What a call over D-Bus came to when it did not succeed.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// D-Bus's name of it, for example `org.freedesktop.DBus.Error.ServiceUnknown`. What failed on this side is
    /// named by libsystemd, for example `System.Error.ENOTCONN`.
    public let name: String
    public let message: String

    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    public var description: String { message.isEmpty ? name : "\(name): \(message)" }

    init(_ error: sd_bus_error) {
        name = error.name.map { String(cString: $0) } ?? ""
        message = error.message.map { String(cString: $0) } ?? ""
    }

    /// - Returns: the result, which is not negative.
    @discardableResult
    static func check(_ result: CInt, _ call: String) throws(BusError) -> CInt {
        guard result < 0 else { return result }
        var error = sd_bus_error()
        sd_bus_error_set_errno(&error, result)
        defer { sd_bus_error_free(&error) }
        let failure = BusError(error)
        throw BusError(name: failure.name, message: "\(call): \(failure.message)")
    }
}
