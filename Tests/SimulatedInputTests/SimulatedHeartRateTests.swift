// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import EventLoop
import RunwayModel
import SimulatedInput
import TestSupport
import Testing

@Suite struct SimulatedHeartRateTests {
    @Test func playsItsCurveOnTheLoop() async throws {
        try await onLoop {
            var inputs: [(at: Instant, input: Input)] = []
            let sensor = try SimulatedHeartRate(name: "strap", curve: try HeartRateCurve("0:120,1:-,2:120"))
            sensor.start { inputs.append((BootClock.now(), $0)) }
            #expect(inputs.map(\.input.summary) == ["connecting"])
            try await eventually("the strap is back") { inputs.count >= 7 }
            sensor.stop()
            let expected = ["connecting", "up", "battery", "sample", "down", "up", "sample"]
            #expect(inputs.prefix(7).map(\.input.summary) == expected)
            // Never early; how late it may be is the machine's affair.
            let begin = inputs[0].at
            #expect(inputs[4].at - begin >= Seconds(1))
            #expect(inputs[5].at - begin >= Seconds(2))
        }
    }

    @Test func deliversNothingAfterStop() async throws {
        try await onLoop {
            var count = 0
            let sensor = try SimulatedHeartRate(name: "strap", curve: try HeartRateCurve("0:120"))
            sensor.start { _ in count += 1 }
            try await eventually("the first sample") { count == 4 }
            sensor.stop()
            let after = BootClock.now() + Seconds(1.5)
            try await eventually("a second and a half passed") { BootClock.now() > after }
            #expect(count == 4)
        }
    }
}

extension Input {
    fileprivate var summary: String {
        switch self {
        case .link(let change): change.state.rawValue
        case .heartRate: "sample"
        default: kind
        }
    }
}
