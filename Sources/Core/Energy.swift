// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The energy that the runner spends: from heart rate while it is live and the runner is known, else from the way.
///
/// Both are estimates; a person may be 20 % off either.
struct Energy: Codable, Sendable {
    private var byHeart = Kilocalories.zero
    private var byWay = Kilocalories.zero
    /// Until when heart rate has been taken.
    private var until: Instant
    /// How long heart rate has told since the step before.
    private var told = Seconds.zero

    init(from start: Instant) {
        until = start
    }

    /// nil while nothing could be reckoned.
    var value: Kilocalories? { source == nil ? nil : byHeart + byWay }

    /// One of both stands alone when the other gives less than a twentieth: a strap's first seconds, a short dropout.
    var source: EnergySource? {
        let whole = byHeart + byWay
        guard whole > .zero else { return nil }
        if byWay < whole * 0.05 { return .heartRate }
        return byHeart < whole * 0.05 ? .distance : .both
    }

    /// Time passes. - Parameter heartRate: the live value over that time; nil when there was none, or in a hold.
    mutating func pass(to now: Instant, heartRate: BeatsPerMinute?, _ runner: Runner) {
        let interval = now - until
        guard interval > .zero else { return }
        until = now
        guard let heartRate, let rate = Energy.perMinute(at: heartRate, runner) else { return }
        byHeart += rate * (interval.rawValue / 60)
        told += interval
    }

    /// Takes a part of the way, outside holds: what of it heart rate has not told.
    /// - Parameter moving: the time in which it was gone; longer than `time` where way was withheld, or measured in leaps.
    mutating func take(_ way: Metres, over time: Seconds, moving: Seconds, _ runner: Runner) {
        let share = time > .zero ? max(0, 1 - told / time) : 1
        told = .zero
        guard let weight = runner.weight, way > .zero else { return }
        let speed = MetresPerSecond(way.rawValue / max(0.1, time.rawValue, moving.rawValue))
        let perKilogram = speed >= Energy.run ? Energy.running : Energy.walking
        byWay += perKilogram * (weight.rawValue * way.kilometres * share)
    }

    /// L. R. Keytel et al., "Prediction of energy expenditure from heart rate monitoring during submaximal exercise",
    /// Journal of Sports Sciences 23 (2005), pp. 289–297, the model without VO2max: kJ a minute, rest included.
    ///
    /// Measured on 115 people who exercise regularly, 18 to 45 years old, 47 to 120 kg, at 57 to 90 % of their maximal
    /// heart rate; it explains 73 % of the variance. Beyond that range the line is drawn out, down to nothing.
    /// - Returns: nil unless weight, age and sex are known.
    static func perMinute(at heartRate: BeatsPerMinute, _ runner: Runner) -> Kilocalories? {
        guard let weight = runner.weight?.rawValue, let age = runner.age.map(Double.init), let sex = runner.sex else {
            return nil
        }
        let rate = heartRate.rawValue
        let kilojoules =
            switch sex {
            case .male: -55.0969 + 0.6309 * rate + 0.1988 * weight + 0.2017 * age
            case .female: -20.4022 + 0.4472 * rate - 0.1263 * weight + 0.0740 * age
            }
        return Kilocalories(max(0, kilojoules) / 4.184)
    }

    // By the way, for each kilogram and kilometre, without what rest would take: 0.2 ml of oxygen a metre running, 0.1
    // walking (ACSM's Guidelines for Exercise Testing and Prescription, metabolic equations), at 5 kcal a litre. R. Margaria
    // et al., "Energy cost of running", Journal of Applied Physiology 18 (1963), pp. 367–370, measured the same 1 kcal for
    // running at any speed. Climbs are left out.
    private static let running = Kilocalories(1.0)
    private static let walking = Kilocalories(0.5)
    /// The walking equation holds from 50 to 100 m/min, that for running from 134 on: 120 m/min lies between.
    private static let run = MetresPerSecond(2)
}
