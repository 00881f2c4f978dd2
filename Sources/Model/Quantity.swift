// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// A number with its unit in the type. The raw value is in the unit that the type is named after.
public protocol Quantity: RawRepresentable, Hashable, Comparable, Codable, Sendable, AdditiveArithmetic
where RawValue == Double {
    init(rawValue: Double)
}

extension Quantity {
    public init(_ value: Double) { self.init(rawValue: value) }

    public static var zero: Self { Self(0) }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    public static func + (left: Self, right: Self) -> Self { Self(left.rawValue + right.rawValue) }
    public static func - (left: Self, right: Self) -> Self { Self(left.rawValue - right.rawValue) }
    public static func * (left: Self, right: Double) -> Self { Self(left.rawValue * right) }
    public static func / (left: Self, right: Self) -> Double { left.rawValue / right.rawValue }
    public var magnitude: Self { Self(Swift.abs(rawValue)) }
    public var isFinite: Bool { rawValue.isFinite }
}

/// An interval of time.
public struct Seconds: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }

    /// Rounded to whole nanoseconds; an interval beyond the range of Int64 is clamped to it.
    public var nanoseconds: Int64 { Int64(exactly: (rawValue * 1e9).rounded()) ?? (rawValue < 0 ? .min : .max) }
}

/// A length or a distance.
public struct Metres: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }

    public var kilometres: Double { rawValue / 1000 }
}

/// A speed over ground.
public struct MetresPerSecond: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }

    /// The pace at this speed; nil below 0.3 m/s, where a pace says nothing about a runner.
    public var pace: SecondsPerKilometre? { rawValue >= 0.3 ? SecondsPerKilometre(1000 / rawValue) : nil }
}

/// A pace: how long a kilometre takes.
public struct SecondsPerKilometre: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }

    public var speed: MetresPerSecond { MetresPerSecond(1000 / rawValue) }
}

/// A heart rate.
public struct BeatsPerMinute: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }
}

/// A mass.
public struct Kilograms: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }
}

/// An energy, as food and watches count it: 1 kcal is 4184 J.
public struct Kilocalories: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }
}

/// An angle in degrees: latitude, longitude or a course over ground, true.
public struct Degrees: Quantity {
    public var rawValue: Double
    public init(rawValue: Double) { self.rawValue = rawValue }
}
