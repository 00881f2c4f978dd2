// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CJSONC

/// Builds a json-c tree from what a value encodes. A value may ask for its container more than once and gets the same.
final class TreeEncoder: Encoder {
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private var node: OpaquePointer?
    /// Where the finished value goes when it was asked for as a nested encoder, which nobody hands back.
    private let parent: Parent?

    enum Parent {
        case object(OpaquePointer, key: String)
        case array(OpaquePointer)
    }

    init(path: CodingPath, parent: Parent? = nil) {
        self.path = path
        self.parent = parent
    }

    deinit {
        guard let parent else {
            json_object_put(node)
            return
        }
        switch parent {
        case .object(let object, let key): json_object_object_add(object, key, node)
        case .array(let array): json_object_array_add(array, node)
        }
    }

    /// Hands over what was built; nil is null.
    func take() -> OpaquePointer? {
        defer { node = nil }
        return node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedTreeEncoder(object: container(json_object_new_object), path: path))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedTreeEncoder(array: container(json_object_new_array), path: path)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleTreeEncoder(encoder: self)
    }

    private func container(_ make: () -> OpaquePointer?) -> OpaquePointer {
        if let node { return node }
        // json-c returns nil only when malloc does, and Swift itself stops there.
        let made = make()!
        node = made
        return made
    }

    fileprivate func set(_ value: OpaquePointer?) {
        json_object_put(node)
        node = value
    }
}

/// Turns the standard library's plain values into json-c's; nil for every other type.
///
/// Types are compared, not cast to protocols: such a cast looks through the conformances of every library that is loaded,
/// and pulls megabytes of them into memory.
private func plainNode<T: Encodable>(_ value: T, path: CodingPath) throws -> OpaquePointer?? {
    if T.self == [String: Int].self, let counts = value as? [String: Int] { return countsNode(counts) }
    return try scalarNode(value, path: path)
}

/// Counts by name, in the order of their names: a dictionary's own order is another each time that a program runs.
private func countsNode(_ counts: [String: Int]) -> OpaquePointer? {
    let object = json_object_new_object()
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
        json_object_object_add(object, name, json_object_new_int64(Int64(count)))
    }
    return object
}

private func scalarNode<T: Encodable>(_ value: T, path: CodingPath) throws -> OpaquePointer?? {
    switch value {
    case let value as Bool: .some(json_object_new_boolean(value ? 1 : 0))
    case let value as String: .some(stringNode(value))
    case let value as Double: .some(try doubleNode(value, path: path))
    case let value as Int: .some(json_object_new_int64(Int64(value)))
    case let value as Int64: .some(json_object_new_int64(value))
    case let value as Int32: .some(json_object_new_int64(Int64(value)))
    case let value as Int16: .some(json_object_new_int64(Int64(value)))
    case let value as Int8: .some(json_object_new_int64(Int64(value)))
    case let value as UInt: .some(json_object_new_uint64(UInt64(value)))
    case let value as UInt64: .some(json_object_new_uint64(value))
    case let value as UInt32: .some(json_object_new_int64(Int64(value)))
    case let value as UInt16: .some(json_object_new_int64(Int64(value)))
    case let value as UInt8: .some(json_object_new_int64(Int64(value)))
    case let value as Float: .some(try doubleNode(Double(value), path: path))
    default: nil
    }
}

private func stringNode(_ value: String) -> OpaquePointer? {
    var value = value
    return value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { json_object_new_string_len($0.baseAddress, CInt($0.count)) }
    }
}

private func doubleNode(_ value: Double, path: CodingPath) throws -> OpaquePointer? {
    guard value.isFinite else {
        throw EncodingError.invalidValue(value, .init(codingPath: path.keys, debugDescription: "JSON has no \(value)"))
    }
    // A whole number is written without ".0"; minus zero would lose its sign that way.
    if value == value.rounded(), value.magnitude < 1e15, value != 0 || value.sign == .plus {
        return json_object_new_int64(Int64(value))
    }
    return json_object_new_double_s(value, value.description)
}

private func node<T: Encodable>(_ value: T, path: CodingPath) throws -> OpaquePointer? {
    if let plain = try plainNode(value, path: path) { return plain }
    let encoder = TreeEncoder(path: path)
    try value.encode(to: encoder)
    return encoder.take()
}

private struct KeyedTreeEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: OpaquePointer
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }

    private func add(_ value: OpaquePointer?, _ key: String) {
        json_object_object_add(object, key, value)
    }

    mutating func encodeNil(forKey key: Key) { add(nil, key.stringValue) }
    mutating func encode(_ value: Bool, forKey key: Key) {
        add(json_object_new_boolean(value ? 1 : 0), key.stringValue)
    }
    mutating func encode(_ value: String, forKey key: Key) { add(stringNode(value), key.stringValue) }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        add(try doubleNode(value, path: path.appending(key)), key.stringValue)
    }
    mutating func encode(_ value: Int, forKey key: Key) {
        add(json_object_new_int64(Int64(value)), key.stringValue)
    }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        add(try node(value, path: path.appending(key)), key.stringValue)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let child = json_object_new_object()!
        add(child, key.stringValue)
        return KeyedEncodingContainer(KeyedTreeEncoder<Nested>(object: child, path: path.appending(key)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let child = json_object_new_array()!
        add(child, key.stringValue)
        return UnkeyedTreeEncoder(array: child, path: path.appending(key))
    }

    mutating func superEncoder() -> any Encoder {
        TreeEncoder(path: path, parent: .object(object, key: "super"))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        TreeEncoder(path: path.appending(key), parent: .object(object, key: key.stringValue))
    }
}

private struct UnkeyedTreeEncoder: UnkeyedEncodingContainer {
    let array: OpaquePointer
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    var count: Int { json_object_array_length(array) }

    private var nextPath: CodingPath { path.appending(JSONKey(intValue: count)) }

    mutating func encodeNil() { json_object_array_add(array, nil) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        json_object_array_add(array, try node(value, path: nextPath))
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        let path = nextPath
        let child = json_object_new_object()!
        json_object_array_add(array, child)
        return KeyedEncodingContainer(KeyedTreeEncoder<Nested>(object: child, path: path))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let path = nextPath
        let child = json_object_new_array()!
        json_object_array_add(array, child)
        return UnkeyedTreeEncoder(array: child, path: path)
    }

    mutating func superEncoder() -> any Encoder {
        TreeEncoder(path: nextPath, parent: .array(array))
    }
}

private struct SingleTreeEncoder: SingleValueEncodingContainer {
    let encoder: TreeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { encoder.set(nil) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        encoder.set(try node(value, path: encoder.path))
    }
}
