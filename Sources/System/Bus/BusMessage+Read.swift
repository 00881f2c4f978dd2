// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CSystemd

extension BusMessage {
    /// All values of the message.
    /// - Throws: when the message is not what its signature says, or carries a file descriptor.
    package func values() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let (type, contents) = try next() { values.append(try value(type, contents)) }
        return values
    }

    /// What stands next in the open container: its type, and what a container holds; nil at the end.
    private func next() throws(BusError) -> (type: UInt8, contents: UnsafePointer<CChar>?)? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = try BusError.check(sd_bus_message_peek_type(raw, &type, &contents), "sd_bus_message_peek_type")
        return result > 0 ? (UInt8(bitPattern: type), contents) : nil
    }

    private func value(_ type: UInt8, _ contents: UnsafePointer<CChar>?) throws(BusError) -> BusValue {
        switch type {
        case UInt8(ascii: "a"): try array(contents)
        case UInt8(ascii: "r"): .array(try values(within: "r", contents))
        case UInt8(ascii: "v"): try variant(contents)
        default: try basic(type)
        }
    }

    private func variant(_ contents: UnsafePointer<CChar>?) throws(BusError) -> BusValue {
        let signature = contents.map { String(cString: $0) } ?? ""
        let values = try values(within: "v", contents)
        guard let value = values.first else { throw BusMessage.unreadable("an empty variant") }
        return .variant(signature, value)
    }

    private func array(_ contents: UnsafePointer<CChar>?) throws(BusError) -> BusValue {
        switch UInt8(bitPattern: contents?.pointee ?? 0) {
        case UInt8(ascii: "y"): return .bytes(try bytes())
        case UInt8(ascii: "{"): return .dictionary(try dictionary(contents))
        default: return .array(try values(within: "a", contents))
        }
    }

    private func bytes() throws(BusError) -> [UInt8] {
        var start: UnsafeRawPointer?
        var count = 0
        try BusError.check(
            sd_bus_message_read_array(raw, CChar(UInt8(ascii: "y")), &start, &count), "sd_bus_message_read_array")
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private func dictionary(_ contents: UnsafePointer<CChar>?) throws(BusError) -> [String: BusValue] {
        var dictionary: [String: BusValue] = [:]
        try enter("a", contents)
        while let (_, contents) = try next() {
            let entry = try values(within: "e", contents)
            guard entry.count == 2 else { throw BusMessage.unreadable("half a dictionary entry") }
            switch entry[0] {
            case .text(let key): dictionary[key] = entry[1]
            case .integer(let key): dictionary["\(key)"] = entry[1]
            default: throw BusMessage.unreadable("a dictionary keyed by neither text nor numbers")
            }
        }
        try exit()
        return dictionary
    }

    private func values(within type: Unicode.Scalar, _ contents: UnsafePointer<CChar>?) throws(BusError) -> [BusValue] {
        try enter(type, contents)
        let values = try values()
        try exit()
        return values
    }

    private func enter(_ type: Unicode.Scalar, _ contents: UnsafePointer<CChar>?) throws(BusError) {
        try BusError.check(
            sd_bus_message_enter_container(raw, CChar(type.value), contents), "sd_bus_message_enter_container")
    }

    private func exit() throws(BusError) {
        try BusError.check(sd_bus_message_exit_container(raw), "sd_bus_message_exit_container")
    }

    private func basic(_ type: UInt8) throws(BusError) -> BusValue {
        switch type {
        case UInt8(ascii: "b"): .boolean(try read(type, CInt(0)) != 0)
        case UInt8(ascii: "y"): .integer(Int64(try read(type, UInt8(0))))
        case UInt8(ascii: "n"): .integer(Int64(try read(type, Int16(0))))
        case UInt8(ascii: "q"): .integer(Int64(try read(type, UInt16(0))))
        case UInt8(ascii: "i"): .integer(Int64(try read(type, Int32(0))))
        case UInt8(ascii: "u"): .integer(Int64(try read(type, UInt32(0))))
        case UInt8(ascii: "x"): .integer(try read(type, Int64(0)))
        case UInt8(ascii: "t"): .integer(Int64(clamping: try read(type, UInt64(0))))
        case UInt8(ascii: "d"): .double(try read(type, 0.0))
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
            .text(BusMessage.text(try read(type, UnsafePointer<CChar>?.none)))
        default: throw BusMessage.unreadable("a value of type \(Unicode.Scalar(type))")
        }
    }

    private func read<T: BitwiseCopyable>(_ type: UInt8, _ initial: T) throws(BusError) -> T {
        var value = initial
        try BusError.check(sd_bus_message_read_basic(raw, CChar(type), &value), "sd_bus_message_read_basic")
        return value
    }

    private static func unreadable(_ what: String) -> BusError {
        BusError(name: "System.Error.EBADMSG", message: "the message has \(what), which is not read here")
    }
}
