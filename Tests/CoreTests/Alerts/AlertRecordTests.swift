// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// What is recorded of an alert.
struct AlertRecordTests {
    private func isNear(_ value: Double?, _ other: Double, _ error: Double) -> Bool {
        value.map { abs($0 - other) <= error } ?? false
    }

    @Test func aPaceAlertIsRecordedWhole() throws {
        var pilot = Pilot()
        pilot.run(pace: 300, for: 10)
        pilot.start("pace=5:00")
        pilot.run(pace: 300, heart: 150, for: 60)
        pilot.run(pace: 278, heart: 160, for: 15)
        let began = try #require(pilot.began.first)
        pilot.run(pace: 255, heart: 170, for: 20)
        pilot.run(pace: 300, heart: 165, for: 60)
        let ended = try #require(pilot.ended.first)
        #expect(pilot.began.count == 1 && pilot.ended.count == 1)

        #expect(began.kind == .overspeed && began.target == .pace && began.severity == .caution)
        #expect(began.end == nil && began.reason == nil)
        #expect(began.start.seconds > 70 && began.start.seconds <= 80)
        #expect(isNear(began.value, 279, 5))
        #expect(isNear(began.deviation, (began.value ?? 0) - 300, 1e-9))
        #expect(began.worstDeviation == began.deviation)
        #expect(isNear(began.pace?.rawValue, began.value ?? 0, 1e-9))
        #expect(began.heartRate == BeatsPerMinute(160) || began.heartRate == BeatsPerMinute(150))
        let flown = 60 / 0.3 + (began.start.seconds - 70) / 0.278
        #expect(isNear(began.distance.rawValue, flown, 2))
        let north = (10 / 0.3 + flown) / Pilot.metresPerDegree
        #expect(isNear(began.latitude?.rawValue, north, 1e-7))
        #expect(began.longitude == Degrees(11))

        #expect(ended.start == began.start && ended.kind == began.kind && ended.target == began.target)
        #expect(ended.value == began.value && ended.deviation == began.deviation)
        #expect(ended.distance == began.distance && ended.latitude == began.latitude)
        #expect(ended.severity == .warning)
        #expect(isNear(ended.worstDeviation, -45, 5))
        #expect(ended.reason == .cleared)
        #expect(ended.end.map { $0.seconds > 105 && $0.seconds < 160 } ?? false)
    }

    @Test func theSlowSideHasPositiveDeviations() throws {
        var pilot = Pilot.cruising()
        pilot.run(pace: 330, for: 40)
        let alert = try #require(pilot.began.first)
        #expect(alert.kind == .sinkRate)
        #expect(alert.deviation ?? 0 > 15)
        pilot.run(pace: 300, for: 40)
        #expect(isNear(pilot.ended.first?.worstDeviation, 30, 5))
    }

    @Test func aHeartRateAlertIsRecordedWhole() throws {
        var pilot = Pilot()
        pilot.start("hr=150")
        pilot.pulse(155, for: 20)
        pilot.pulse(164, for: 15)
        pilot.pulse(172, for: 20)
        pilot.pulse(162, for: 1)
        pilot.pulse(155, for: 30)
        let began = try #require(pilot.began.first)
        let ended = try #require(pilot.ended.first)
        #expect(began.target == .heartRate && began.kind == .overspeed && began.severity == .caution)
        #expect(began.heartRate == BeatsPerMinute(164))
        #expect(began.pace == nil && began.latitude == nil && began.longitude == nil)
        #expect(began.distance == .zero)
        #expect(ended.severity == .warning)
        #expect(isNear(ended.worstDeviation, 22, 1e-9))
        #expect(ended.reason == .cleared)
    }

    @Test func minimumsIsRecordedByItsDistance() throws {
        var pilot = Pilot.cruising("distance=400m")
        pilot.run(pace: 300, for: 90)
        let began = try #require(pilot.began.first)
        let ended = try #require(pilot.ended.first)
        #expect(began.kind == .minimums && began.target == .distance && began.severity == .warning)
        #expect(isNear(began.value, 350, 4))
        #expect(isNear(began.deviation, -50, 4))
        #expect(began.value == began.distance.rawValue)
        #expect(ended.reason == .targetReached)
        #expect(isNear(ended.end.map { $0 - began.start }?.rawValue, 15, 1.5))
    }

    // The same again

    /// A heart rate that is above all the time, and an alert that is switched off and comes back two seconds after it is
    /// switched on.
    private func returning(after seconds: Int) -> Pilot {
        var pilot = Pilot()
        pilot.start("hr=150")
        pilot.pulse(166, for: 30)
        pilot.command(.inhibit(true))
        pilot.pulse(170, for: seconds - 2)
        pilot.command(.inhibit(false))
        pilot.pulse(166, for: 10)
        return pilot
    }

    @Test(arguments: [3, 10, 19, 20])
    func whatComesBackWithinTwentySecondsIsTheSame(_ seconds: Int) {
        let pilot = returning(after: seconds)
        #expect(pilot.began.count == 2)
        #expect(pilot.began[1].start == pilot.began[0].start)
        #expect(pilot.began[1].end == nil && pilot.began[1].reason == nil)
        #expect(pilot.began[1].value == pilot.began[0].value)
        #expect(pilot.state.gpws == .overspeed)
    }

    @Test(arguments: [21, 22, 60])
    func whatComesBackLaterIsAnother(_ seconds: Int) {
        let pilot = returning(after: seconds)
        #expect(pilot.began.count == 2)
        #expect(pilot.began[1].start.seconds == 30 + Double(seconds))
        #expect(pilot.ended.map(\.reason) == [.inhibited])
    }

    @Test func theOtherSideIsAnother() {
        var pilot = Pilot.cruising()
        pilot.run(pace: 270, until: .overspeed)
        pilot.run(pace: 300, until: .normal)
        pilot.run(pace: 345, until: .sinkRate)
        #expect(pilot.began.map(\.kind) == [.overspeed, .sinkRate])
        #expect(pilot.began[0].start != pilot.began[1].start)
    }

    @Test func itsWorstIsThatOfAllItsParts() {
        var pilot = Pilot.cruising()
        pilot.run(pace: 250, for: 20)
        pilot.run(pace: 300, until: .normal)
        pilot.run(pace: 278, until: .overspeed)
        pilot.run(pace: 300, for: 30)
        #expect(pilot.ended.count == 2)
        #expect(pilot.ended[0].start == pilot.ended[1].start)
        #expect(pilot.ended[1].severity == .warning)
        #expect(isNear(pilot.ended[1].worstDeviation, -50, 5))
    }

    @Test func anotherMissionHasAnother() throws {
        var pilot = Pilot()
        pilot.start("hr=150")
        pilot.pulse(170, for: 30)
        try pilot.set("hr=150,tolerance=11")
        pilot.pulse(170, for: 10)
        #expect(pilot.began.count == 2)
        #expect(pilot.began[0].start != pilot.began[1].start)
        #expect(pilot.ended.map(\.reason) == [.missionChanged])
    }

    @Test func anotherFlightHasAnother() {
        var pilot = Pilot()
        pilot.start("hr=150")
        pilot.pulse(170, for: 30)
        pilot.command(.stop)
        pilot.start("hr=150")
        pilot.pulse(170, for: 10)
        #expect(pilot.began.count == 2)
        #expect(pilot.began[0].start != pilot.began[1].start)
    }
}
