// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What a receiver's own error estimates are worth.
struct FixQuality: Sendable {
    /// The standard deviation of the position's slow error per coordinate, metres, before anything is learned.
    var positionError: Double
    /// The standard deviation of the speed, m/s, when the receiver tells it itself.
    var speedClaim: Double?
    /// HDOP, as far as gpsd's error model shows it; 1 when unknown.
    var dilution: Double
    /// The position says too little to be used.
    var isPoor: Bool

    /// gpsd's error model: 15 m for a dilution of 1, at 95 % (gpsd.h, UERE_NO_DGPS).
    private static let rangeError = 15.0
    /// Per coordinate; phones and pucks under the open sky and in streets have 1.5 to 5 m.
    private static let usualError = 3.85
    /// A fix in two dimensions assumes a height, and errs on the ground by about what that is wrong (navisys-gr701w).
    private static let withoutHeight = 3.0
    /// Seven times what gpsd makes of a dilution of 1.
    private static let worst = 100.0

    /// - Parameters:
    ///   - last: the position error that the fix before told, metres; nil for the first.
    ///   - interval: since then, seconds.
    init(_ fix: Fix, last: Double?, interval: Double) {
        let told = FixQuality.told(fix)
        isPoor = (told ?? 0) > FixQuality.worst
        speedClaim = FixQuality.ownClaim(fix, told: told, last: last, interval: interval)
        dilution = speedClaim == nil ? max(1, (told ?? 0) / FixQuality.rangeError) : 1
        let flat = fix.mode == .twoDimensional ? FixQuality.withoutHeight : 1
        positionError =
            if speedClaim != nil, let told { flat * min(max(1.1 * told, 1.1), 9) } else {
                flat * FixQuality.usualError * dilution
            }
    }

    /// The worse coordinate's error, metres; nil when none is told.
    static func told(_ fix: Fix) -> Double? {
        let coordinates = max(fix.eastError ?? .zero, fix.northError ?? .zero).rawValue
        if coordinates > 0 { return coordinates }
        return fix.horizontalError.flatMap { $0.rawValue > 0 ? $0.rawValue * 0.7 : nil }
    }

    /// gpsd makes up `eps` as (the last and the new position error) / Δt where a receiver tells none: 17 to 120 m/s at a
    /// metre's reach. What is far below that, or below 1 m/s, is the receiver's own.
    private static func ownClaim(_ fix: Fix, told: Double?, last: Double?, interval: Double) -> Double? {
        guard let claim = fix.speedError?.rawValue, claim > 0 else { return nil }
        guard claim < 3 else { return nil }
        guard let told, let last, interval > 0 else { return claim < 1 ? claim : nil }
        let invented = (told + last) / interval
        if abs(claim - invented) < 0.1 * invented { return nil }
        return claim < 1 || claim < 0.5 * invented ? claim : nil
    }
}
