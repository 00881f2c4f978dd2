// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A value of D-Bus's type system.
public indirect enum BusValue: Hashable, Sendable {
    case boolean(Bool)
    /// y, n, q, i, u, x, and t up to `Int64.max`.
    case integer(Int64)
    case double(Double)
    /// s, o and g.
    case text(String)
    /// ay.
    case bytes([UInt8])
    /// Arrays and structures.
    case array([BusValue])
    /// Keys that are numbers are written in decimal.
    case dictionary([String: BusValue])
    /// A value that brings its signature.
    case variant(String, BusValue)

    /// The value itself, out of any variants.
    public var plain: BusValue {
        if case .variant(_, let value) = self { value.plain } else { self }
    }

    public var boolean: Bool? {
        if case .boolean(let value) = plain { value } else { nil }
    }

    public var integer: Int? {
        if case .integer(let value) = plain { Int(exactly: value) } else { nil }
    }

    public var text: String? {
        if case .text(let value) = plain { value } else { nil }
    }

    public var bytes: [UInt8]? {
        if case .bytes(let value) = plain { value } else { nil }
    }

    public var array: [BusValue]? {
        if case .array(let value) = plain { value } else { nil }
    }

    public var dictionary: [String: BusValue]? {
        if case .dictionary(let value) = plain { value } else { nil }
    }
}
