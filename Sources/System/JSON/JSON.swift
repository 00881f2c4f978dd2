// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CJSONC

/// JSON text to and from `Codable` values, by json-c.
///
/// Numbers survive a round trip bit for bit: a Double is written in the fewest digits that give it back. NaN and the
/// infinities are refused. Absent optionals are left out.
public enum JSON {
    /// - Returns: the value as one line of UTF-8 without a line break at its end.
    /// - Throws: `EncodingError` for a number that is not finite.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = TreeEncoder(path: .root)
        try value.encode(to: encoder)
        let tree = Tree(owning: encoder.take())
        var length = 0
        let flags = CInt(JSON_C_TO_STRING_PLAIN) | CInt(JSON_C_TO_STRING_NOSLASHESCAPE)
        guard let text = json_object_to_json_string_length(tree.root, flags, &length) else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "out of memory"))
        }
        return UnsafeRawBufferPointer(start: text, count: length).map { $0 }
    }

    /// Reads one JSON value that fills all of `text`, nested 32 deep at most.
    /// - Throws: `JSONError` when the text is no JSON, `DecodingError` when it is not what `type` expects.
    public static func decode<T: Decodable>(_ type: T.Type, from text: some Collection<UInt8>) throws -> T {
        let tree = try Tree(parsing: text)
        return try T(from: TreeDecoder(node: tree.root, path: .root))
    }

    /// The same from a string.
    public static func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try decode(type, from: text.utf8)
    }
}

/// Text that is no JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bytes read before the fault.
    public let offset: Int
    public let reason: String

    public var description: String { "not JSON at byte \(offset): \(reason)" }
}
