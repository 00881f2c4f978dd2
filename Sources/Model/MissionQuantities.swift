// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

// The numbers of a SPEC. What is written here is read back as the same number, bit for bit.

extension SecondsPerKilometre {
    /// Minutes and seconds, rounded to the second: `5:00`.
    public var clock: String {
        guard rawValue.isFinite, rawValue.magnitude < 1e6 else { return "-:--" }
        let seconds = Int(rawValue.rounded())
        return "\(seconds / 60):" + twoDigits(seconds % 60)
    }

    /// Reads `m:ss` or plain seconds.
    public init?(clock text: String) {
        if text.utf8.contains(UInt8(ascii: ":")) {
            guard let seconds = Seconds(clock: text), text.utf8.filter({ $0 == UInt8(ascii: ":") }).count == 1 else {
                return nil
            }
            self.init(seconds.rawValue)
        } else {
            guard let seconds = decimal(text[...]) else { return nil }
            self.init(seconds)
        }
    }

    var spec: String { SecondsPerKilometre(clock: clock) == self ? clock : plain(rawValue) }
}

extension Seconds {
    /// `m:ss`, from an hour on `h:mm:ss`, rounded to the second.
    var clock: String {
        guard rawValue.isFinite, rawValue.magnitude < 1e9 else { return "-:--" }
        let seconds = Int(rawValue.rounded())
        let minutes = seconds / 60 % 60
        return (seconds < 3600 ? "\(minutes):" : "\(seconds / 3600):\(twoDigits(minutes)):") + twoDigits(seconds % 60)
    }

    /// Reads `m:ss`, up to 999 minutes, or `h:mm:ss`.
    init?(clock text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...3).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        var seconds = 0
        for (index, part) in parts.enumerated() {
            guard part.utf8.allSatisfy(isDigit), let value = Int(part), index == 0 || value < 60 else { return nil }
            seconds = seconds * 60 + value
        }
        self.init(Double(seconds))
    }

    /// Reads `90s`, `10min` or `1h`.
    init?(spec text: String) {
        guard let value = scaled(text, [("min", 60), ("s", 1), ("h", 3600)]) else { return nil }
        self.init(value)
    }

    var spec: String {
        guard rawValue >= 60, rawValue.truncatingRemainder(dividingBy: 60) == 0 else { return plain(rawValue) + "s" }
        let isHours = rawValue.truncatingRemainder(dividingBy: 3600) == 0
        return isHours ? plain(rawValue / 3600) + "h" : plain(rawValue / 60) + "min"
    }

    /// As a time of day is written, where that says it all.
    var specClock: String { Seconds(clock: clock) == self ? clock : plain(rawValue) + "s" }
}

extension Metres {
    /// Reads `5km` or `800m`.
    init?(spec text: String) {
        guard let value = scaled(text, [("km", 1000), ("m", 1)]) else { return nil }
        self.init(value)
    }

    var spec: String {
        let long = plain(kilometres) + "km"
        return rawValue >= 1000 && Metres(spec: long) == self ? long : plain(rawValue) + "m"
    }
}

/// A number without an exponent; `nan`, `inf` and hexadecimal ones are none.
func decimal(_ text: Substring) -> Double? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, let last = digits.last, isDigit(first), isDigit(last),
        digits.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), let value = Double(text), value.isFinite
    else { return nil }
    return value
}

func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// In the fewest digits that give it back; without a point where it is whole.
func plain(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e9 ? String(Int(value)) : String(value)
}

/// A number with a unit right behind it, in the unit whose factor is 1.
private func scaled(_ text: String, _ units: [(name: String, factor: Double)]) -> Double? {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    let number = text.dropLast(unit.name.count)
    guard let value = decimal(number) else { return nil }
    guard unit.factor != 1, let point = number.firstIndex(of: ".") else { return value * unit.factor }
    // 1.005 km is 1005 m; as a Double times 1000 it is a little less.
    let fraction = number[number.index(after: point)...]
    let digits = number[..<point] + fraction
    guard digits.utf8.count <= 12, let whole = decimal(digits) else { return value * unit.factor }
    return whole * unit.factor / fraction.utf8.reduce(1.0) { power, _ in power * 10 }
}

private func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
}
