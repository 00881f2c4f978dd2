// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import RunwayPorts

/// A heart-rate strap that plays a curve: a sample each second, link changes where the curve says that it is away.
///
/// It behaves as a real one does: `connecting` at the start, `up` before the first sample, `down` with the reason
/// `closed` when it goes away, `up` when it is back, its battery once.
@Loop
public final class SimulatedHeartRate: SensorInput {
    private let name: String
    private var strap: SimulatedStrap
    private var timer: Timer?
    private var begin = Instant(nanoseconds: 0)
    private var deliver: (@Loop (Input) -> Void)?

    /// - Parameter name: the sensor's name in the configuration.
    /// - Throws: when the loop gives no timer.
    public init(name: String, curve: HeartRateCurve) throws(EventLoopError) {
        self.name = name
        strap = SimulatedStrap(name: name, curve: curve)
        timer = try Timer { [weak self] in self?.tick() }
    }

    public var counts: [String: Int] { [:] }

    public func start(_ deliver: @escaping @Loop (Input) -> Void) {
        self.deliver = deliver
        begin = BootClock.now()
        timer?.arm(at: begin)
        deliver(.link(LinkChange(kind: .heartRate, name: name, state: .connecting)))
    }

    public func stop() {
        timer = nil
        deliver = nil
    }

    private func tick() {
        // Whole seconds since the start, so that being late does not add up. Seconds that were missed are skipped.
        let elapsed = (BootClock.now() - begin).rawValue.rounded(.down)
        timer?.arm(at: begin + Seconds(elapsed + 1))
        for input in strap.inputs(at: Seconds(elapsed)) { deliver?(input) }
    }
}
