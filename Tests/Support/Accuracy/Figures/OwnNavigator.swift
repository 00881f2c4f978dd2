// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// Our own: the fixes go through the flight computer, in a flight that is started with the first of them.
public struct OwnNavigator: Estimator {
    public static let name = "runwayd"
    private var computer = FlightComputer()
    private var isFlying = false

    public init() {}

    public mutating func take(_ observation: Observation) -> Reading {
        if !isFlying { start(at: observation.at) }
        return take(.fix(observation.fix), at: observation.at)
    }

    /// Takes any input, such as a recording holds.
    public mutating func take(_ input: Input, at now: Instant) -> Reading {
        if !isFlying { start(at: now) }
        _ = computer.step(input, at: now)
        let flight = computer.state(at: now).flight
        return Reading(
            distance: flight?.distance.rawValue ?? 0, speed: flight?.speed?.rawValue ?? 0,
            sigma: flight?.distanceError?.rawValue)
    }

    private mutating func start(at now: Instant) {
        isFlying = true
        _ = computer.step(.link(LinkChange(kind: .position, name: "gpsd", state: .up)), at: now)
        var zeros = Zeros()
        let id = FlightID(time: UTCTime(nanoseconds: now.nanoseconds), using: &zeros)
        _ = computer.step(
            .command(Command(.start(flight: id, mission: nil, immediately: true), origin: .replay)), at: now)
    }

    private struct Zeros: RandomNumberGenerator {
        mutating func next() -> UInt64 { 0 }
    }
}
