// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

extension BusMessage {
    /// Appends values.
    /// - Parameter signature: one complete type for each value.
    /// - Throws: when a value is not of its type.
    package func append(_ signature: String, _ values: [BusValue]) throws(BusError) {
        let types = try BusType.split(signature)
        guard types.count == values.count else {
            throw BusError(
                name: "System.Error.EINVAL", message: "\(values.count) values for the signature \(signature)")
        }
        for (type, value) in zip(types, values) { try append(type, value) }
    }

    private func append(_ type: BusType, _ value: BusValue) throws(BusError) {
        switch (type.code, value) {
        case (UInt8(ascii: "v"), .variant(let signature, let value)):
            try within("v", signature) { () throws(BusError) in try append(signature, [value]) }
        case (UInt8(ascii: "a"), .bytes(let bytes)):
            try BusError.check(
                bytes.withUnsafeBytes {
                    sd_bus_message_append_array(raw, CChar(UInt8(ascii: "y")), $0.baseAddress, $0.count)
                }, "sd_bus_message_append_array")
        case (UInt8(ascii: "a"), .array(let values)):
            try within("a", type.contents) { () throws(BusError) in
                for value in values { try append(type.contents, [value]) }
            }
        case (UInt8(ascii: "a"), .dictionary(let entries)): try append(type, entries)
        case (UInt8(ascii: "r"), .array(let values)):
            try within("r", type.contents) { () throws(BusError) in try append(type.contents, values) }
        default: try appendBasic(type, value)
        }
    }

    private func append(_ type: BusType, _ entries: [String: BusValue]) throws(BusError) {
        guard let entry = try BusType.split(type.contents).first, let key = try BusType.split(entry.contents).first
        else {
            throw BusMessage.mismatch(type, .dictionary(entries))
        }
        try within("a", type.contents) { () throws(BusError) in
            for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
                let isText = [UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g")].contains(key.code)
                guard let keyValue = isText ? .text(name) : Int64(name).map(BusValue.integer) else {
                    throw BusMessage.mismatch(key, .text(name))
                }
                try within("e", entry.contents) { () throws(BusError) in
                    try append(entry.contents, [keyValue, value])
                }
            }
        }
    }

    private func within(
        _ type: Unicode.Scalar, _ contents: String, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(
            sd_bus_message_open_container(raw, CChar(type.value), contents), "sd_bus_message_open_container")
        try body()
        try BusError.check(sd_bus_message_close_container(raw), "sd_bus_message_close_container")
    }

    private func appendBasic(_ type: BusType, _ value: BusValue) throws(BusError) {
        switch (type.code, value) {
        case (UInt8(ascii: "b"), .boolean(let value)): try append(type, CInt(value ? 1 : 0))
        case (UInt8(ascii: "y"), .integer(let value)): try append(type, UInt8(truncatingIfNeeded: value))
        case (UInt8(ascii: "n"), .integer(let value)), (UInt8(ascii: "q"), .integer(let value)):
            try append(type, Int16(truncatingIfNeeded: value))
        case (UInt8(ascii: "i"), .integer(let value)), (UInt8(ascii: "u"), .integer(let value)):
            try append(type, Int32(truncatingIfNeeded: value))
        case (UInt8(ascii: "x"), .integer(let value)), (UInt8(ascii: "t"), .integer(let value)):
            try append(type, value)
        case (UInt8(ascii: "d"), .double(let value)): try append(type, value)
        case (UInt8(ascii: "s"), .text(let text)), (UInt8(ascii: "o"), .text(let text)),
            (UInt8(ascii: "g"), .text(let text)):
            try BusError.check(
                sd_bus_message_append_basic(raw, CChar(type.code), text), "sd_bus_message_append_basic")
        default: throw BusMessage.mismatch(type, value)
        }
    }

    private func append<T: BitwiseCopyable>(_ type: BusType, _ value: T) throws(BusError) {
        var value = value
        try BusError.check(
            sd_bus_message_append_basic(raw, CChar(type.code), &value), "sd_bus_message_append_basic")
    }

    private static func mismatch(_ type: BusType, _ value: BusValue) -> BusError {
        BusError(
            name: "System.Error.EINVAL",
            message: "\(value) is not of D-Bus's type \(Unicode.Scalar(type.code))\(type.contents)")
    }
}
