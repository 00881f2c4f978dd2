// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import Recorder
import RunwayModel

/// Appends rows to a flight, all the time.
@Loop final class Feed {
    private let recorder: Recorder
    private var flight = TestFlight()
    private var timer: Timer?

    init(_ recorder: Recorder) throws {
        self.recorder = recorder
        flight.takeOff(recorder)
        timer = try Timer { [weak self] in self?.step() }
        step()
    }

    func stop() {
        timer = nil
    }

    private func step() {
        flight.fly(recorder, rows: 1)
        timer?.arm(after: Seconds(0.0003))
    }
}
