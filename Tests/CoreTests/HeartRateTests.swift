// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

struct HeartRateTests {
    @Test func agesToStaleAndThenIsLostOnce() {
        var pilot = Pilot()
        pilot.start()
        pilot.beat(150)
        #expect(pilot.state.heartRate.state == .live)
        pilot.wait(3.5)
        #expect(pilot.state.heartRate.state == .stale)
        #expect(pilot.state.heartRate.rate == BeatsPerMinute(150))
        pilot.wait(2)
        #expect(pilot.state.heartRate.state == .lost)
        #expect(pilot.state.heartRate.rate == nil)
        pilot.submit(.link(LinkChange(kind: .heartRate, name: "strap", state: .down, reason: "closed")))
        pilot.wait(100)
        pilot.beat(151)
        pilot.beat(152)
        #expect(pilot.calls.filter { $0 == .heartRateLost }.count == 1)
        #expect(pilot.calls.filter { $0 == .heartRateRegained }.count == 1)
        #expect(pilot.computer.phase == .cruise)
    }

    @Test func whileThereIsNoValueWhatKeepsItAwayNowIsSaid() {
        var pilot = Pilot()
        func link(_ state: LinkChange.State, _ reason: String?, _ name: String = "strap") -> Input {
            .link(LinkChange(kind: .heartRate, name: name, state: state, reason: reason))
        }
        pilot.submit(link(.connecting, "not-seen"))
        #expect(pilot.state.heartRate.reason == "not-seen")
        pilot.submit(link(.down, "blocked"))
        #expect(pilot.state.heartRate.reason == "blocked")
        pilot.submit(link(.connecting, "not-seen"))
        #expect(pilot.state.heartRate.reason == "not-seen")
        pilot.submit(link(.up, nil))
        pilot.beat(150)
        #expect(pilot.state.heartRate.reason == nil)
        pilot.submit(link(.down, "closed"))
        #expect(pilot.state.heartRate.reason == "closed")
        pilot.submit(link(.down, "no-adapter", "watch"))
        #expect(pilot.state.heartRate.reason == "closed")
        pilot.submit(link(.down, "adapter-off"))
        #expect(pilot.state.heartRate.reason == "adapter-off")
        pilot.beat(150)
        #expect(pilot.state.heartRate.reason == nil)
    }

    @Test func withoutContactAValueDoesNotCount() {
        var pilot = Pilot()
        pilot.start()
        pilot.beat(150)
        for _ in 0..<10 {
            pilot.time += 1
            pilot.beat(70, contact: false)
        }
        #expect(pilot.state.heartRate.state == .lost)
        #expect(pilot.state.heartRate.reason == "no-contact")
        #expect(pilot.state.reasons["noContact"] == 10)
    }

    @Test(arguments: [0.0, 255, 241, -1])
    func impossibleRatesAreNoValues(_ rate: Double) {
        #expect(HeartRateSample(sensor: "s", rate: BeatsPerMinute(rate)).rate == nil)
    }

    @Test func aSecondSensorStepsInOnlyWhenTheFirstIsLost() {
        var pilot = Pilot()
        pilot.beat(150)
        pilot.beat(90, sensor: "watch")
        #expect(pilot.state.heartRate.rate == BeatsPerMinute(150))
        pilot.wait(6)
        pilot.beat(90, sensor: "watch")
        #expect(pilot.state.heartRate.sensor == "watch")
    }
}
