// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Whatever makes a distance and a speed of fixes.
public protocol Estimator: Sendable {
    /// For a table's row.
    static var name: String { get }

    init()

    /// Takes the next fix.
    /// - Returns: what is shown after it.
    mutating func take(_ observation: Observation) -> Reading
}

/// What an estimator shows: metres and metres per second.
public struct Reading: Hashable, Sendable {
    public var distance: Double
    /// What the pace is made of; 0 while standing.
    public var speed: Double
    /// The standard error of the distance, where it is told.
    public var sigma: Double?

    public init(distance: Double, speed: Double, sigma: Double? = nil) {
        self.distance = distance
        self.speed = speed
        self.sigma = sigma
    }
}

extension Estimator {
    /// Reads a whole run.
    public static func read(_ observations: [Observation]) -> [Reading] {
        var estimator = Self()
        return observations.map { estimator.take($0) }
    }
}
