// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// Runs the core over a recording, as fast as it can, and keeps what came of it.
public struct Replay {
    public private(set) var computer = FlightComputer()
    public private(set) var events: [Event] = []
    public private(set) var inputs = 0
    private var newest: Instant?

    public init() {}

    /// Takes the next input; one before its predecessor is taken as simultaneous.
    /// - Returns: what happened.
    @discardableResult
    public mutating func take(_ input: Input, at instant: Instant) -> [Event] {
        let now = max(instant, newest ?? instant)
        newest = now
        inputs += 1
        let new = computer.step(input, at: now)
        if !new.isEmpty { events += new }
        return new
    }

    /// What one fix made of the flight, for `--trace`.
    public struct TracePoint: Codable, Sendable {
        public var t: Double
        public var distance: Metres
        public var distanceError: Metres?
        public var speed: MetresPerSecond?
        public var pace: SecondsPerKilometre?
        public var speedError: MetresPerSecond?
        public var paceError: SecondsPerKilometre?
        public var heartRate: BeatsPerMinute?
        public var gpws: GPWSState
        public var phase: Phase
        /// Why the fix, or a part of it, was not used; nil when all of it was.
        public var rejected: [String]?

        private enum CodingKeys: String, CodingKey {
            case t
            case distance = "distance_m"
            case distanceError = "distance_error_m"
            case speed = "speed_mps"
            case pace = "pace_s_per_km"
            case speedError = "speed_error_mps"
            case paceError = "pace_error_s_per_km"
            case heartRate = "heart_rate"
            case gpws, phase, rejected
        }
    }

    /// The levels after the newest input. `t` is seconds on the recording's own time line.
    public func tracePoint(t: Double, at now: Instant) -> TracePoint {
        let state = computer.state(at: now)
        return TracePoint(
            t: t, distance: state.flight?.distance ?? .zero, distanceError: state.flight?.distanceError,
            speed: state.flight?.speed, pace: state.flight?.pace, speedError: state.flight?.speedError,
            paceError: state.flight?.paceError, heartRate: state.heartRate.rate, gpws: state.gpws, phase: state.phase,
            rejected: computer.rejections.isEmpty ? nil : computer.rejections)
    }
}
