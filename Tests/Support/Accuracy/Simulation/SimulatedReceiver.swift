// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import TestSupport

/// A receiver that is carried along a run: its errors over the whole run, drawn at once, and what it says at its epochs.
struct SimulatedReceiver {
    struct Epoch {
        /// Seconds since the start: of the epoch, and of the receipt.
        var time: Double
        var received: Double
        var isFix = true
        var x: Double
        var y: Double
        var speed: Double?
        /// Degrees from north, 0 ..< 360.
        var track: Double?
        /// As gpsd reports them: of each coordinate, horizontally, of the speed.
        var positionError: Double
        var horizontalError: Double
        var speedError: Double?

        mutating func shift(_ length: Double, _ angle: Double) {
            x += length * cos(angle)
            y += length * sin(angle)
        }
    }

    private let run: TrueRun
    private let rate: Double
    private let errors: ErrorModel
    private let report: Report
    // Each step of the true run: position errors, the velocity as measured without noise, and its noise.
    private var east: [Double]
    private var north: [Double]
    private var velocity: (x: [Double], y: [Double])
    private var noise: (x: [Double], y: [Double])
    private var isReflected: [Bool]
    // How far the reported errors are from the true ones, and the dilution of precision.
    private let positionFactor: Double
    private let speedFactor: Double
    private let dilution: Double
    private var lastReceived = 0.0

    init(_ run: TrueRun, rate: Double, errors: ErrorModel, report: Report, using random: inout SplitMix64) {
        self.run = run
        self.rate = rate
        self.errors = errors
        self.report = report
        let (count, step) = (run.moments.count, TrueRun.step)
        east = errors.position.errors(count: count, step: step, using: &random)
        north = errors.position.errors(count: count, step: step, using: &random)
        noise = (
            errors.velocity.errors(count: count, step: step, using: &random),
            errors.velocity.errors(count: count, step: step, using: &random)
        )
        velocity = (
            run.moments.map { $0.speed * cos($0.point.heading) }, run.moments.map { $0.speed * sin($0.point.heading) }
        )
        isReflected = [Bool](repeating: false, count: count)
        positionFactor = random.uniform(0.6, 1.2)
        speedFactor = random.uniform(0.9, 1.5)
        dilution = random.uniform(0.7, 1.1)
        reflect(using: &random)
        SimulatedReceiver.filter(&velocity.x, errors.lag)
        SimulatedReceiver.filter(&velocity.y, errors.lag)
        if errors.smoothing > 0 { smooth() }
    }

    /// Reflections come and go, within a second and a half.
    private mutating func reflect(using random: inout SplitMix64) {
        let step = TrueRun.step
        for _ in 0..<random.count(run.plan.reflections * run.duration / 60) {
            let begin = Int.random(in: east.indices, using: &random)
            let length = Int(random.uniform(errors.reflection.lowerBound, errors.reflection.upperBound) / step)
            let shift = errors.reflectionShift + random.exponential(errors.reflectionExcess)
            let angle = random.uniform(0, 2 * .pi)
            let end = min(east.count, begin + length)
            for index in begin..<end {
                let edge = Double(min(index - begin, end - 1 - index)) * step
                let share = min(1, edge / 1.5)
                east[index] += shift * cos(angle) * share
                north[index] += shift * sin(angle) * share
                isReflected[index] = true
            }
        }
        for index in isReflected.indices where isReflected[index] {
            noise.x[index] *= errors.reflectionNoise
            noise.y[index] *= errors.reflectionNoise
        }
    }

    /// Filters the positions, errors and truth together; what is left of the difference to the truth is the error.
    private mutating func smooth() {
        var x = zip(run.moments, east).map { $0.point.x + $1 }
        var y = zip(run.moments, north).map { $0.point.y + $1 }
        SimulatedReceiver.filter(&x, errors.smoothing)
        SimulatedReceiver.filter(&y, errors.smoothing)
        east = zip(x, run.moments).map { $0 - $1.point.x }
        north = zip(y, run.moments).map { $0 - $1.point.y }
    }

    /// A filter of the first order with a time constant in seconds.
    private static func filter(_ values: inout [Double], _ time: Double) {
        guard time > 0 else { return }
        let weight = 1 - exp(-TrueRun.step / time)
        for index in values.indices.dropFirst() {
            values[index] = values[index - 1] + weight * (values[index] - values[index - 1])
        }
    }

    /// What it says at an epoch; they are asked for in order.
    mutating func epoch(at time: Double, using random: inout SplitMix64) -> Epoch {
        let measured = errors.jitter > 0 ? time + errors.jitter * random.gaussian() : time
        let index = max(0, min(east.count - 1, Int((measured / TrueRun.step).rounded())))
        let point = run.moment(at: measured).point
        let velocityX = errors.scale * velocity.x[index] + noise.x[index]
        let velocityY = errors.scale * velocity.y[index] + noise.y[index]
        let speed = hypot(velocityX, velocityY)
        lastReceived = max(lastReceived, time + random.uniform(errors.delay.lowerBound, errors.delay.upperBound))
        var epoch = Epoch(
            time: time, received: lastReceived, x: point.x + east[index], y: point.y + north[index], positionError: 0,
            horizontalError: 0)
        if report.hasSpeed {
            epoch.speed = (speed / report.speedStep).rounded() * report.speedStep
            if speed >= report.slowestTrack {
                let track = 90 - atan2(velocityY, velocityX) * 180 / .pi
                let rounded = (track / report.trackStep).rounded() * report.trackStep
                epoch.track = rounded - 360 * (rounded / 360).rounded(.down)
            }
        }
        reportErrors(in: &epoch, isReflected: isReflected[index])
        return epoch
    }

    private func reportErrors(in epoch: inout Epoch, isReflected: Bool) {
        if report.knowsErrors {
            epoch.positionError = errors.position.deviation() * positionFactor * (isReflected ? 1.6 : 1)
            epoch.horizontalError = epoch.positionError * 2.0.squareRoot()
            epoch.speedError = errors.velocity.deviation() * speedFactor * (isReflected ? errors.reflectionNoise : 1)
        } else {
            // gpsd: 15 m times the dilution in x and y, 19 m times the horizontal one; the speed's from two of the former.
            epoch.positionError = 15 * 0.8 * dilution
            epoch.horizontalError = 19 * dilution
            if report.hasSpeed { epoch.speedError = 2 * epoch.positionError * rate }
        }
    }
}
