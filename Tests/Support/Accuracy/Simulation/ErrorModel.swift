// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// How a receiver errs. All of it can be set: what an estimator is worth shows on noise that it was not made for.
public struct ErrorModel: Hashable, Sendable {
    /// Of each horizontal coordinate, in metres; they add up.
    public var position: [Noise]
    /// The time constant in seconds of a filter that the receiver puts its positions through, errors and all; 0 for none.
    public var smoothing = 0.0
    /// Of each component of the Doppler velocity, in metres per second; they add up.
    public var velocity: [Noise]
    /// What the Doppler velocity is multiplied by.
    public var scale = 1.0
    /// The time constant in seconds of a filter on the Doppler velocity; 0 for none.
    public var lag = 0.0
    /// The standard deviation of the time at which an epoch is measured, about what it says, in seconds.
    public var jitter = 0.0
    /// How long after its epoch a fix is received, in seconds.
    public var delay = 0.05...0.05
    /// For how many seconds each reflection shifts positions.
    public var reflection = 3.0...15.0
    /// A reflection shifts positions by at least this many metres, and by `reflectionExcess` more on the average.
    public var reflectionShift = 4.0
    public var reflectionExcess = 6.0
    /// What velocity errors are multiplied by during reflections.
    public var reflectionNoise = 2.5

    public init(position: [Noise], velocity: [Noise]) {
        self.position = position
        self.velocity = velocity
    }

    /// A receiver without errors.
    public static let none = ErrorModel(position: [], velocity: [])
}
