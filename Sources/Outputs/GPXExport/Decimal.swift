// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Numbers as XML Schema's decimal: digits and a point, no exponent.
enum Decimal {
    /// - Parameters:
    ///   - value: finite, below 10⁹ in magnitude.
    ///   - digits: after the point, 0…9; rounded half away from zero.
    static func text(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(Int64(1)) { scale, _ in scale * 10 }
        let scaled = Int64((value * Double(scale)).rounded())
        let whole = String(scaled.magnitude / scale.magnitude)
        let sign = scaled < 0 ? "-" : ""
        guard digits > 0 else { return sign + whole }
        let fraction = String(scaled.magnitude % scale.magnitude)
        return sign + whole + "." + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
    }
}
