// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Means and quantiles of numbers.
extension [Double] {
    public var mean: Double { isEmpty ? .nan : reduce(0, +) / Double(count) }

    /// The standard deviation about the mean.
    public var deviation: Double {
        let mean = mean
        return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)).squareRoot()
    }

    public var median: Double { quantile(0.5) }

    /// Interpolated between the two nearest; NaN of nothing.
    public func quantile(_ share: Double) -> Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let place = share * Double(count - 1)
        let below = Int(place)
        let above = Swift.min(count - 1, below + 1)
        return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
    }
}

/// A function given by points, straight between them and constant outside.
struct Polyline {
    private let x: [Double]
    private let y: [Double]

    /// - Parameter x: never decreasing.
    init(x: [Double], y: [Double]) {
        precondition(x.count == y.count && !x.isEmpty, "as many x as y")
        (self.x, self.y) = (x, y)
    }

    subscript(value: Double) -> Double {
        guard value > x[0] else { return y[0] }
        guard value < x[x.count - 1] else { return y[y.count - 1] }
        var (low, high) = (0, x.count - 1)
        // x[low] <= value < x[high]
        while high - low > 1 {
            let middle = (low + high) / 2
            if x[middle] <= value { low = middle } else { high = middle }
        }
        return y[low] + (value - x[low]) / (x[high] - x[low]) * (y[high] - y[low])
    }
}
