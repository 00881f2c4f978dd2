// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// Values that no heart has, and what is not to be judged by.
struct HeartRateDoubtTests {
    private func beating(_ rate: Double = 150, _ spec: String = "hr=150") -> Pilot {
        var pilot = Pilot()
        pilot.start(spec)
        pilot.pulse(rate, for: 20)
        return pilot
    }

    /// 255 and 241 are nil by the time they are a sample.
    @Test(arguments: [0.0, 255, 241, nil])
    func whatIsNoValueIsNotInTheMean(_ rate: Double?) {
        var pilot = beating(158)
        for _ in 0..<60 {
            pilot.pulse(158, for: 1)
            pilot.time += 0.5
            pilot.pulse(rate)
            pilot.time -= 0.5
            pilot.time += 0.5
        }
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits.isEmpty)
        #expect(pilot.state.reasons["noHeartRate"] == 60)
    }

    @Test func aValueWithoutContactIsNotInTheMean() {
        var pilot = beating()
        for _ in 0..<20 {
            pilot.pulse(150, for: 1)
            pilot.time += 0.5
            pilot.pulse(70, contact: false)
        }
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.reasons["noContact"] == 20)
        #expect(!pilot.calls.contains(.contactLost))
    }

    static let jumps: [(held: Double, told: Double)] = [(150, 75), (150, 80), (100, 200), (110, 220)]

    @Test(arguments: jumps)
    func halfAndTwiceTheRateAreNotJudged(_ held: Double, _ told: Double) {
        var pilot = beating(held, "hr=\(Int(held))")
        pilot.pulse(told, for: 12)
        #expect(pilot.state.reasons["heartRateImplausible"] == 12)
        pilot.pulse(held, for: 30)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits.isEmpty)
    }

    @Test(arguments: jumps)
    func whatGoesOnIsBelievedInTheEnd(_ held: Double, _ told: Double) {
        var pilot = beating(held, "hr=\(Int(held))")
        pilot.pulse(told, for: 40)
        #expect(pilot.began.map(\.kind) == [told < held ? .sinkRate : .overspeed])
        let delay = (pilot.began.first?.start.seconds ?? -1) - 20
        #expect(delay >= 12 && delay <= 22)
    }

    @Test func aValueThatDoesNotChangeIsNotJudged() {
        var pilot = beating(155)
        pilot.pulse(164, for: 1)
        for _ in 0..<50 {
            pilot.time += 1
            pilot.beat(169)
        }
        #expect(pilot.state.gpws == .overspeed)
        for _ in 0..<20 {
            pilot.time += 1
            pilot.beat(169)
        }
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.map(\.reason) == [.inputLost])
        #expect(pilot.state.inhibits == [.inputLost])
        #expect(pilot.state.reasons["heartRateFrozen"] ?? 0 >= 8)
        #expect(!pilot.calls.contains(.onTarget))
        pilot.pulse(168, for: 12)
        #expect(pilot.state.gpws == .overspeed)
    }

    @Test func theFirstValueAfterASilenceIsNotJudged() {
        var pilot = beating(150)
        pilot.wait(60)
        for _ in 0..<8 {
            pilot.time += 1
            pilot.beat(190)
        }
        #expect(pilot.state.reasons["heartRateProvisional"] == 9)
        pilot.pulse(151, for: 30)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits.isEmpty)
    }

    /// Two straps in the air: the one that was first is listened to.
    @Test func aSecondSensorIsNotInTheMean() {
        var pilot = beating(150)
        for _ in 0..<30 {
            pilot.pulse(150, for: 1)
            pilot.pulse(190, sensor: "watch")
        }
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.reasons["otherSensor"] == 30)
    }

    @Test func aSecondSensorThatStepsInIsJudgedByItsOwnValues() {
        var pilot = beating(155)
        pilot.pulse(166, for: 15)
        #expect(pilot.state.gpws == .overspeed)
        pilot.link(.heartRate, .down, "closed")
        #expect(pilot.state.gpws == .normal)
        pilot.pulse(140.5, for: 20, sensor: "watch")
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.began.count == 1)
        pilot.pulse(165, for: 1, sensor: "watch")
        pilot.pulse(190, for: 40, sensor: "watch")
        #expect(pilot.state.gpws == .overspeed)
        #expect(pilot.state.heartRate.sensor == "watch")
    }

    /// A strap that leaves out seconds is judged all the same, one that tells two values and is silent is not.
    @Test func tooFewValuesAreNotJudged() {
        var pilot = Pilot()
        pilot.start("hr=150")
        pilot.pulse(180, for: 4)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits == [.inputLost])
        pilot.wait(2.5)
        #expect(pilot.began.isEmpty)
        for _ in 0..<8 {
            pilot.time += 2
            pilot.pulse(180)
        }
        #expect(pilot.began.map(\.kind) == [.overspeed])
    }
}
