// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a runner does, and what the surroundings do to the receiver.
public struct Plan: Sendable {
    /// A speed aimed at, in metres per second, for some seconds.
    public struct Leg: Hashable, Sendable {
        public var duration: Double
        public var speed: Double

        public init(_ duration: Double, at speed: Double) {
            self.duration = duration
            self.speed = speed
        }
    }

    public var path: Path
    public var legs: [Leg]
    /// Whether the first speed is reached from standing, instead of being run already.
    public var startsStanding = false
    /// From when to when there is no fix, in seconds since the start.
    public var outage: ClosedRange<Double>?
    /// How often positions jump away for moments.
    public var teleports = 0
    /// How many fixes are said again in the place of the next one.
    public var repeats = 0
    /// Reflections a minute.
    public var reflections = 0.12

    public init(path: Path, legs: [Leg]) {
        self.path = path
        self.legs = legs
    }

    public var duration: Double { legs.reduce(0) { $0 + $1.duration } }
}
