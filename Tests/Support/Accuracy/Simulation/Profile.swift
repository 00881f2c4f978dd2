// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import TestSupport

/// Kinds of receivers: how they err, and what gpsd makes of what they say.
public enum Profile: String, CaseIterable, Sendable {
    /// u-blox's own protocol: it knows its errors.
    case ubx
    /// NMEA: gpsd invents the errors, the speed comes in hundredths of a knot, and there is no track at standstill.
    case nmea
    /// The same, and the Doppler speed is 4.5 % too low and late.
    case biased
    /// The same as NMEA without speed and track.
    case nospeed

    /// One receiver of the kind.
    public func errors(using random: inout SplitMix64) -> ErrorModel {
        let velocity = random.uniform(0.05, 0.3)
        var model = ErrorModel(
            position: [
                Noise(random.uniform(1.5, 5), .correlated(random.uniform(20, 100))),
                Noise(random.uniform(0.3, 1), .white),
            ],
            velocity: [Noise(0.6 * velocity, .correlated(3)), Noise(0.8 * velocity, .white)])
        model.lag = random.uniform(0, 0.4)
        if self == .biased {
            model.scale = 0.955 + 0.02 * random.gaussian()
            model.lag = random.uniform(0.3, 1.2)
        }
        return model
    }

    /// How its fixes are reported.
    public var report: Report {
        switch self {
        case .ubx: .binary
        case .nmea, .biased: .sentences
        case .nospeed: .positions
        }
    }
}

/// What becomes of speeds, tracks and errors on their way through gpsd.
public struct Report: Hashable, Sendable {
    /// Whether the receiver tells its errors, or gpsd makes them up from the dilution of precision and the interval.
    public var knowsErrors: Bool
    /// The steps of the speed in metres per second, and of the track in degrees.
    public var speedStep: Double
    public var trackStep: Double
    /// Slower than this, in metres per second, there is no track.
    public var slowestTrack: Double
    public var hasSpeed = true

    public init(knowsErrors: Bool, speedStep: Double, trackStep: Double, slowestTrack: Double) {
        self.knowsErrors = knowsErrors
        self.speedStep = speedStep
        self.trackStep = trackStep
        self.slowestTrack = slowestTrack
    }

    public static let binary = Report(knowsErrors: true, speedStep: 0.001, trackStep: 0.00001, slowestTrack: 0)
    /// A knot is 1852 m an hour.
    public static let sentences = Report(
        knowsErrors: false, speedStep: 0.01 * 1852 / 3600, trackStep: 0.1, slowestTrack: 0.2)
    public static let positions: Report = {
        var report = sentences
        report.hasSpeed = false
        return report
    }()
}
