// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CJSONC

/// Reads a value out of a json-c tree, which outlives it.
struct TreeDecoder: Decoder {
    /// nil is null.
    let node: OpaquePointer?
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let node, json_object_get_type(node) == json_type_object else { throw mismatch("an object") }
        return KeyedDecodingContainer(KeyedTreeDecoder(object: node, path: path))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let node, json_object_get_type(node) == json_type_array else { throw mismatch("an array") }
        return UnkeyedTreeDecoder(array: node, path: path)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleTreeDecoder(decoder: self) }

    /// A plain value of the standard library, or whatever `T` reads for itself.
    func value<T: Decodable>(_ type: T.Type) throws -> T {
        // As in the encoder: types are compared, not cast to protocols.
        let plain: Any? =
            if type == Double.self {
                try double()
            } else if type == String.self {
                try string()
            } else if type == Bool.self {
                try bool()
            } else if type == Int.self {
                try integer(Int.self)
            } else if type == Int64.self {
                try integer(Int64.self)
            } else if type == Int32.self {
                try integer(Int32.self)
            } else if type == Int16.self {
                try integer(Int16.self)
            } else if type == Int8.self {
                try integer(Int8.self)
            } else if type == UInt.self {
                try integer(UInt.self)
            } else if type == UInt64.self {
                try integer(UInt64.self)
            } else if type == UInt32.self {
                try integer(UInt32.self)
            } else if type == UInt16.self {
                try integer(UInt16.self)
            } else if type == UInt8.self {
                try integer(UInt8.self)
            } else if type == Float.self {
                Float(try double())
            } else {
                nil
            }
        // Unwrapped first: nothing at all would pass for an optional T that is nil.
        if let plain, let value = plain as? T { return value }
        return try T(from: self)
    }

    func double() throws -> Double {
        switch json_object_get_type(node) {
        case json_type_double, json_type_int:
            // json-c takes NaN and 1e999 even when it is told to be strict.
            let value = json_object_get_double(node)
            guard value.isFinite else { throw mismatch("a finite number") }
            return value
        default: throw mismatch("a number")
        }
    }

    func string() throws -> String {
        guard json_object_get_type(node) == json_type_string, let bytes = json_object_get_string(node) else {
            throw mismatch("a string")
        }
        let count = Int(json_object_get_string_len(node))
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func bool() throws -> Bool {
        guard json_object_get_type(node) == json_type_boolean else { throw mismatch("true or false") }
        return json_object_get_boolean(node) != 0
    }

    func integer<I: FixedWidthInteger>(_ type: I.Type) throws -> I {
        let value: I? =
            switch json_object_get_type(node) {
            case json_type_int:
                // json-c clamps what is beyond 64 bits to their ends, and says so in errno at best.
                isClamped ? nil : I(exactly: json_object_get_int64(node)) ?? I(exactly: json_object_get_uint64(node))
            case json_type_double: I(exactly: json_object_get_double(node))
            default: nil
            }
        guard let value else { throw mismatch("a whole number that fits \(type)") }
        return value
    }

    /// Whether the number is at an end of its range, from where json-c does not tell what stood in the text.
    private var isClamped: Bool {
        json_object_get_uint64(node) == .max || json_object_get_int64(node) == .min
    }

    private func mismatch(_ expected: String) -> DecodingError {
        DecodingError.typeMismatch(
            Any.self, .init(codingPath: path.keys, debugDescription: "expected \(expected) at '\(pathText)'"))
    }

    private var pathText: String { path.keys.map(\.stringValue).joined(separator: ".") }
}

private struct KeyedTreeDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: OpaquePointer
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }

    var allKeys: [Key] {
        var keys: [Key] = []
        var entry = json_object_iter_begin(object)
        var end = json_object_iter_end(object)
        while json_object_iter_equal(&entry, &end) == 0 {
            if let key = Key(stringValue: String(cString: json_object_iter_peek_name(&entry))) { keys.append(key) }
            json_object_iter_next(&entry)
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { json_object_object_get_ex(object, key.stringValue, nil) != 0 }

    func decodeNil(forKey key: Key) throws -> Bool { child(key) == nil }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard contains(key) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: path.keys, debugDescription: "'\(key.stringValue)' is missing"))
        }
        return try decoder(key).value(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let node = child(key) else { return nil }
        return try TreeDecoder(node: node, path: path.appending(key)).value(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        var node: OpaquePointer?
        json_object_object_get_ex(object, "super", &node)
        return TreeDecoder(node: node, path: path)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key) }

    private func decoder(_ key: Key) -> TreeDecoder { TreeDecoder(node: child(key), path: path.appending(key)) }

    private func child(_ key: Key) -> OpaquePointer? {
        var node: OpaquePointer?
        json_object_object_get_ex(object, key.stringValue, &node)
        return node
    }
}

private struct UnkeyedTreeDecoder: UnkeyedDecodingContainer {
    let array: OpaquePointer
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    private(set) var currentIndex = 0
    var count: Int? { json_object_array_length(array) }
    var isAtEnd: Bool { currentIndex >= json_object_array_length(array) }

    init(array: OpaquePointer, path: CodingPath) {
        self.array = array
        self.path = path
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, json_object_array_get_idx(array, currentIndex) == nil else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try next().value(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try next().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try next().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        defer { currentIndex += 1 }
        return try next()
    }

    private func next() throws -> TreeDecoder {
        let path = path.appending(JSONKey(intValue: currentIndex))
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Any.self, .init(codingPath: path.keys, debugDescription: "the array has only \(currentIndex) values"))
        }
        return TreeDecoder(node: json_object_array_get_idx(array, currentIndex), path: path)
    }
}

private struct SingleTreeDecoder: SingleValueDecodingContainer {
    let decoder: TreeDecoder
    var codingPath: [any CodingKey] { decoder.path.keys }

    func decodeNil() -> Bool { decoder.node == nil }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(type) }
}
