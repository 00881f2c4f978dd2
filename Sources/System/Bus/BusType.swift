// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// One complete type of a D-Bus signature.
package struct BusType {
    package let code: UInt8
    /// What sd-bus calls the contents: of `as` it is `s`, of `(ii)` it is `ii`. Empty for a basic type and a variant.
    package let contents: String

    /// The complete types that a signature consists of.
    /// - Throws: when its brackets do not match.
    package static func split(_ signature: String) throws(BusError) -> [BusType] {
        var rest = Array(signature.utf8)[...]
        var types: [BusType] = []
        while !rest.isEmpty {
            let length = try length(rest, signature)
            let type = rest.prefix(length)
            switch type.first {
            case UInt8(ascii: "a"): types.append(BusType(code: type.first!, contents: text(type.dropFirst())))
            case UInt8(ascii: "("):
                types.append(BusType(code: UInt8(ascii: "r"), contents: text(type.dropFirst().dropLast())))
            case UInt8(ascii: "{"):
                types.append(BusType(code: UInt8(ascii: "e"), contents: text(type.dropFirst().dropLast())))
            default: types.append(BusType(code: type.first!, contents: ""))
            }
            rest = rest.dropFirst(length)
        }
        return types
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// How many characters the first complete type has.
    private static func length(_ bytes: ArraySlice<UInt8>, _ signature: String) throws(BusError) -> Int {
        var depth = 0
        for (count, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "a"): continue
            case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if depth == 0 { return count + 1 }
        }
        throw BusError(name: "System.Error.EINVAL", message: "\(signature) is no signature")
    }
}
