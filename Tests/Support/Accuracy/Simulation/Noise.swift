// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import TestSupport

/// A random error as a function of time.
public struct Noise: Hashable, Sendable {
    /// How long an error lasts.
    public enum Colour: Hashable, Sendable {
        /// Another one each time.
        case white
        /// The correlation falls to 1/e in a time in seconds (a Gauss–Markov process).
        case correlated(Double)
        /// For ever: a random walk from zero; the deviation is what one second adds.
        case walking
    }

    /// The standard deviation, in the unit of what errs.
    public var deviation: Double
    public var colour: Colour

    public init(_ deviation: Double, _ colour: Colour) {
        self.deviation = deviation
        self.colour = colour
    }

    /// Its standard deviation some seconds after the start.
    public func deviation(after time: Double) -> Double {
        colour == .walking ? deviation * time.squareRoot() : deviation
    }

    /// Adds errors to values that are `step` seconds apart.
    func add(to values: inout [Double], step: Double, using random: inout SplitMix64) {
        switch colour {
        case .white:
            for index in values.indices { values[index] += deviation * random.gaussian() }
        case .correlated(let time):
            let memory = exp(-step / time)
            let fresh = deviation * (1 - memory * memory).squareRoot()
            // Stationary from the first one on.
            var error = deviation * random.gaussian()
            for index in values.indices {
                if index > 0 { error = memory * error + fresh * random.gaussian() }
                values[index] += error
            }
        case .walking:
            var error = 0.0
            for index in values.indices {
                if index > 0 { error += deviation * step.squareRoot() * random.gaussian() }
                values[index] += error
            }
        }
    }
}

extension [Noise] {
    /// The standard deviation of their sum some seconds after the start.
    public func deviation(after time: Double = 60) -> Double {
        reduce(0) { $0 + $1.deviation(after: time) * $1.deviation(after: time) }.squareRoot()
    }

    /// Errors that are `step` seconds apart.
    func errors(count: Int, step: Double, using random: inout SplitMix64) -> [Double] {
        var errors = [Double](repeating: 0, count: count)
        for noise in self { noise.add(to: &errors, step: step, using: &random) }
        return errors
    }
}

extension SplitMix64 {
    /// Evenly distributed between two numbers.
    mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }

    /// Exponentially distributed with a mean.
    mutating func exponential(_ mean: Double) -> Double { -mean * log(1 - uniform()) }

    /// How often something happens that happens `mean` times on the average (a Poisson process).
    mutating func count(_ mean: Double) -> Int {
        var (count, sum) = (0, exponential(1))
        while sum < mean {
            count += 1
            sum += exponential(1)
        }
        return count
    }
}
