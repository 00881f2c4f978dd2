// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc

/// The textbook's Kalman filter: constant velocity, white acceleration, positions of 3 m and Doppler velocities of
/// 0.25 m/s, and zero velocity as a measurement while the mean Doppler velocity of 4 s is below 0.35 m/s. The distance is
/// the integral of the speed while not standing.
public struct KalmanStandstill: Estimator {
    public static let name = "Kalman CV + standstill"

    /// One coordinate and its velocity. The two coordinates do not depend on each other.
    private struct Axis {
        var position: Double
        var velocity = 0.0
        // Variances and the covariance.
        var p = 25.0
        var c = 0.0
        var v = 100.0

        /// - Parameter density: of the acceleration's spectrum, in m²/s³.
        mutating func predict(_ dt: Double, density: Double) {
            position += velocity * dt
            p += 2 * dt * c + dt * dt * v + density * dt * dt * dt / 3
            c += dt * v + density * dt * dt / 2
            v += density * dt
        }

        /// - Parameter gate: the largest squared innovation in variances that is believed.
        /// - Returns: whether it was.
        mutating func measure(position measured: Double, variance: Double, gate: Double) -> Bool {
            let (innovation, sum) = (measured - position, p + variance)
            guard innovation * innovation / sum <= gate else { return false }
            position += p / sum * innovation
            velocity += c / sum * innovation
            (p, c, v) = (p - p * p / sum, c - p * c / sum, v - c * c / sum)
            return true
        }

        mutating func measure(velocity measured: Double, variance: Double, gate: Double = .infinity) {
            let (innovation, sum) = (measured - velocity, v + variance)
            guard innovation * innovation / sum <= gate else { return }
            position += c / sum * innovation
            velocity += v / sum * innovation
            (p, c, v) = (p - c * c / sum, c - c * v / sum, v - v * v / sum)
        }
    }

    private var x: Axis?
    private var y: Axis?
    private var time = 0.0
    private var rejected = 0
    private var hadTrack = false
    private var distance = 0.0
    private var speed = 0.0
    /// The Doppler velocities of the last four seconds.
    private var window: [(time: Double, x: Double, y: Double)] = []

    public init() {}

    public mutating func take(_ new: Observation) -> Reading {
        if new.hasSpeed { remember(new) }
        if new.hasPosition {
            if var x, var y {
                if new.time > time { update(&x, &y, with: new) }
                (self.x, self.y) = (x, y)
            } else {
                (x, y, time) = (Axis(position: new.x), Axis(position: new.y), new.time)
            }
        }
        return Reading(distance: distance, speed: speed)
    }

    private mutating func remember(_ new: Observation) {
        hadTrack = hadTrack || new.hasTrack
        // A blank track says standing, unless the receiver never tells one: then it is as if straight on.
        let velocity =
            new.hasTrack
            ? (new.speed * cos(new.heading), new.speed * sin(new.heading)) : (hadTrack ? 0 : new.speed, 0)
        window.append((new.time, velocity.0, velocity.1))
    }

    private mutating func update(_ x: inout Axis, _ y: inout Axis, with new: Observation) {
        let interval = new.time - time
        let before = hypot(x.velocity, y.velocity)
        x.predict(interval, density: 0.6)
        y.predict(interval, density: 0.6)
        let gate = rejected < 5 ? 25 : Double.infinity
        let isBelieved = [
            x.measure(position: new.x, variance: 9, gate: gate), y.measure(position: new.y, variance: 9, gate: gate),
        ]
        rejected = isBelieved.contains(false) ? rejected + 1 : 0
        if new.hasSpeed, new.hasTrack {
            x.measure(velocity: new.speed * cos(new.heading), variance: 0.0625, gate: 25)
            y.measure(velocity: new.speed * sin(new.heading), variance: 0.0625, gate: 25)
        }
        let isStill = new.hasSpeed && meanVelocity(at: new.time) < 0.35
        if isStill {
            x.measure(velocity: 0, variance: 0.0004)
            y.measure(velocity: 0, variance: 0.0004)
        }
        speed = hypot(x.velocity, y.velocity)
        if !isStill { distance += (before + speed) / 2 * interval }
        time = new.time
    }

    private mutating func meanVelocity(at time: Double) -> Double {
        window.removeFirst(window.prefix { time - $0.time > 4 }.count)
        let sum = window.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
        return hypot(sum.0, sum.1) / Double(max(1, window.count))
    }
}
