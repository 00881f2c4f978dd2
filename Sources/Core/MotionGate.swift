// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Tells standing from moving by the Doppler speed, whose noise alone would add metres every minute.
///
/// Two thresholds and a dwell each way. What is withheld while motion is not yet certain is credited when it is.
struct MotionGate: Codable, Sendable {
    private(set) var isMoving = false
    private var withheld = Metres.zero
    private var time = Seconds.zero

    private static let starting = MetresPerSecond(0.6)
    private static let stopping = MetresPerSecond(0.4)
    private static let startDwell = Seconds(1.5)
    private static let stopDwell = Seconds(2)

    /// Takes one step.
    /// - Returns: what counts by now, of this step and of those withheld before it.
    mutating func take(
        speed: MetresPerSecond, way: Metres, over interval: Seconds
    ) -> (distance: Metres, time: Seconds) {
        isMoving ? moving(speed, way, interval) : standing(speed, way, interval)
    }

    private mutating func standing(
        _ speed: MetresPerSecond, _ way: Metres, _ interval: Seconds
    ) -> (distance: Metres, time: Seconds) {
        guard speed >= MotionGate.starting else {
            withheld = .zero
            time = .zero
            return (.zero, .zero)
        }
        withheld += way
        time += interval
        guard time >= MotionGate.startDwell else { return (.zero, .zero) }
        defer { self = MotionGate(isMoving: true, withheld: .zero, time: .zero) }
        return (withheld, time)
    }

    private mutating func moving(
        _ speed: MetresPerSecond, _ way: Metres, _ interval: Seconds
    ) -> (distance: Metres, time: Seconds) {
        time = speed < MotionGate.stopping ? time + interval : .zero
        if time >= MotionGate.stopDwell { self = MotionGate() }
        return (way, interval)
    }

    init() {}

    private init(isMoving: Bool, withheld: Metres, time: Seconds) {
        self.isMoving = isMoving
        self.withheld = withheld
        self.time = time
    }
}
