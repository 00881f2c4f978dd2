// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Reads values. What each throws follows the value that the person wrote.
enum Value {
    typealias Parser<T> = @Sendable (String) throws(ValueError) -> T

    static func host(_ text: String) throws(ValueError) -> String {
        guard !text.contains(where: { $0.isWhitespace || $0 == "/" }), text.utf8.count <= 253 else {
            throw ValueError("is no host", "write a name or an address")
        }
        return text
    }

    static func port(_ text: String) throws(ValueError) -> Int {
        guard let port = digits(text), (1...65535).contains(port) else {
            throw ValueError("is no port number", "write 1 to 65535")
        }
        return port
    }

    /// gpsd names a receiver on the network by its URL, for example udp://127.0.0.1:5000.
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        return text[colon...].hasPrefix("://")
    }

    static func device(_ text: String) throws(ValueError) -> String? {
        if text == "auto" { return nil }
        guard text.hasPrefix("/") || hasScheme(text) else {
            throw ValueError("is no device of gpsd", "write auto, a path as /dev/ttyACM0, or gpsd's URL of it")
        }
        return text
    }

    /// In capitals, as BlueZ writes it; nil for `auto`.
    static func bluetoothAddress(_ text: String) throws(ValueError) -> String? {
        if text == "auto" { return nil }
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 6, pairs.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }) else {
            throw ValueError("is no Bluetooth address", "write auto, or six pairs as C8:12:34:AB:CD:EF")
        }
        return text.uppercased()
    }

    static func path(_ text: String) throws(ValueError) -> String {
        guard !text.hasSuffix("/") else { throw ValueError("is a folder", "write the path of a file") }
        return text
    }

    static func folder(_ text: String) throws(ValueError) -> String {
        guard text.hasPrefix("/") else { throw ValueError("is no folder", "write its absolute path") }
        return text
    }

    /// A battery as the kernel names it: a folder's name.
    static func battery(_ text: String) throws(ValueError) -> Configuration.Power.Device {
        if text == "auto" { return .auto }
        if text == "none" { return .none }
        guard !text.contains("/" as Character), !text.hasPrefix("."), text.utf8.count <= 255 else {
            throw ValueError("is no battery", "write auto, none, or a name as in /sys/class/power_supply")
        }
        return .named(text)
    }

    static func socket(_ text: String) throws(ValueError) -> String {
        guard text.utf8.count <= 107 else {
            throw ValueError("is too long for a socket", "write a path of at most 107 bytes")
        }
        return try path(text)
    }

    static func integer(_ range: ClosedRange<Int>) -> Parser<Int> {
        { text throws(ValueError) in
            guard let value = digits(text), range.contains(value) else {
                let action = "write a whole number from \(range.lowerBound) to \(range.upperBound)"
                throw ValueError("is out of range", action)
            }
            return value
        }
    }

    static func yesNo(_ text: String) throws(ValueError) -> Bool {
        guard text == "yes" || text == "no" else { throw ValueError("is neither yes nor no", "write yes or no") }
        return text == "yes"
    }

    static func duration(_ range: ClosedRange<Double>, _ shown: String) -> Parser<Seconds> {
        { text throws(ValueError) in
            let units = [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600)]
            return Seconds(try quantity(text, units, range, shown, "duration"))
        }
    }

    static func length(_ range: ClosedRange<Double>, _ shown: String) -> Parser<Metres> {
        { text throws(ValueError) in
            Metres(try quantity(text, [("km", 1000), ("m", 1)], range, shown, "length"))
        }
    }

    /// In kg, with the unit or without it; nil for `unknown`.
    static func weight(_ range: ClosedRange<Double>) -> Parser<Kilograms?> {
        { text throws(ValueError) in
            guard text != "unknown" else { return nil }
            let shown = "\(Int(range.lowerBound)) kg to \(Int(range.upperBound)) kg"
            let isBare = text.utf8.last.map { (0x30...0x39).contains($0) } ?? false
            return Kilograms(try quantity(isBare ? text + "kg" : text, [("kg", 1)], range, shown, "weight"))
        }
    }

    /// In years; nil for `unknown`.
    static func age(_ range: ClosedRange<Int>) -> Parser<Int?> {
        { text throws(ValueError) in text == "unknown" ? nil : try integer(range)(text) }
    }

    /// nil for `unknown`.
    static func sex(_ text: String) throws(ValueError) -> Runner.Sex? {
        guard text != "unknown" else { return nil }
        guard let sex = Runner.Sex(rawValue: text) else { throw unknown(["female", "male", "unknown"]) }
        return sex
    }

    static func detector(_ text: String) throws(ValueError) -> GPWSConfiguration.Detector {
        guard let detector = GPWSConfiguration.Detector(rawValue: text) else {
            throw unknown(GPWSConfiguration.Detector.allCases.map(\.rawValue))
        }
        return detector
    }

    static func mission(_ text: String) throws(ValueError) -> Mission {
        do throws(MissionError) {
            return try Mission(spec: text)
        } catch {
            throw ValueError("is no mission: \(error.reason)", error.action)
        }
    }

    static func curve(_ text: String) throws(ValueError) -> HeartRateCurve {
        do throws(HeartRateCurveError) {
            return try HeartRateCurve(text)
        } catch {
            throw ValueError("is no curve: \(error.message)", error.action)
        }
    }

    static func word<T: RawRepresentable & Sendable>(_ values: [T]) -> Parser<T?> where T.RawValue == String {
        let words = values.map(\.rawValue)
        return { text throws(ValueError) in
            guard let index = words.firstIndex(of: text) else { throw unknown(words) }
            return values[index]
        }
    }

    static func variant<T>(of variants: [Variant<T>]) -> Parser<Void> {
        let words = variants.map(\.word)
        return { text throws(ValueError) in
            guard words.contains(text) else { throw unknown(words) }
        }
    }

    private static func unknown(_ words: [String]) -> ValueError {
        ValueError("is not known", "write " + Suggestion.list(words))
    }

    private static func quantity(
        _ text: String, _ units: [(name: String, factor: Double)], _ range: ClosedRange<Double>, _ shown: String,
        _ what: String
    ) throws(ValueError) -> Double {
        let names = Suggestion.list(units.map(\.name))
        guard let unit = units.first(where: { text.hasSuffix($0.name) }) else {
            throw ValueError("has no unit", "write a number and \(names), from \(shown)")
        }
        var number = text.dropLast(unit.name.count)
        while number.last == " " { number.removeLast() }
        // Double alone would take nan, hexadecimal and exponents too.
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let value = Double(number)
        else {
            throw ValueError("is no \(what)", "write a number and \(names), from \(shown)")
        }
        guard range.contains(value * unit.factor) else { throw ValueError("is out of range", "write \(shown)") }
        return value * unit.factor
    }

    /// A whole number without sign, space or leading plus.
    private static func digits(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
