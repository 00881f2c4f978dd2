// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// Where a pace says nothing about how the runner keeps to it.
struct PaceInhibitTests {
    /// When it was first told that nothing is judged for a reason, and when that it is not for this one any more.
    private func spans(of inhibit: Inhibit, in pilot: Pilot) -> [(from: Double, to: Double?)] {
        var spans: [(from: Double, to: Double?)] = []
        for event in pilot.events {
            guard case .inhibits(let inhibits) = event.body else { continue }
            let isOpen = spans.last.map { $0.to == nil } ?? false
            if inhibits.contains(inhibit), !isOpen { spans.append((event.at.seconds, nil)) }
            if !inhibits.contains(inhibit), isOpen { spans[spans.count - 1].to = event.at.seconds }
        }
        return spans
    }

    @Test(arguments: [0.0, 15, 40])
    func nothingIsCalledInTheFirstSecondsAfterRotate(_ grace: Double) {
        var pilot = Pilot(configuration: FlightConfiguration(gpws: GPWSConfiguration(grace: Seconds(grace))))
        pilot.run(pace: 260, for: 20)
        pilot.start("pace=5:00")
        pilot.run(pace: 260, for: 90)
        let called = (pilot.times(of: .overspeed).first ?? -1) - 20
        #expect(called >= grace && called <= grace + 5)
        #expect(spans(of: .afterRotate, in: pilot).map(\.from) == (grace > 0 ? [20] : []))
        #expect(pilot.began.count == 1)
    }

    static let settlings: [(GPWSConfiguration.Detector, Double)] = [
        (.sequential, 0), (.sequential, 8), (.sequential, 30), (.band, 8), (.band, 30),
    ]

    private func cruising(_ detector: GPWSConfiguration.Detector, _ settling: Double) -> Pilot {
        Pilot.cruising("pace=5:00", GPWSConfiguration(detector: detector, settling: Seconds(settling)))
    }

    @Test(arguments: settlings)
    func norWhileHeGetsUnderWayAfterAHold(_ detector: GPWSConfiguration.Detector, _ settling: Double) {
        var pilot = cruising(detector, settling)
        pilot.command(.hold)
        pilot.run(pace: 300, for: 20)
        pilot.command(.resume)
        let resumed = pilot.time
        pilot.run(pace: 260, for: 60)
        let called = (pilot.times(of: .overspeed).first ?? -1) - resumed
        #expect(called >= settling && called <= settling + 5)
        #expect(pilot.judgements == [.overspeed])
        #expect(pilot.began.count == 1)
    }

    @Test(arguments: settlings)
    func norAfterAGapThatWasBridged(_ detector: GPWSConfiguration.Detector, _ settling: Double) {
        var pilot = cruising(detector, settling)
        pilot.tunnel(pace: 300, for: 29)
        let back = pilot.time
        pilot.run(pace: 260, for: 60)
        #expect(spans(of: .estimated, in: pilot).count == 1)
        let called = (pilot.times(of: .overspeed).first ?? -1) - back
        #expect(called >= settling && called <= settling + 7)
        #expect(pilot.judgements == [.overspeed])
        #expect(pilot.began.count == 1)
    }

    @Test(arguments: settlings)
    func norAfterStanding(_ detector: GPWSConfiguration.Detector, _ settling: Double) {
        var pilot = cruising(detector, settling)
        pilot.change(from: 1000 / 300, to: 0, over: 2)
        pilot.run(0, for: 20)
        pilot.change(from: 0, to: 1000 / 260, over: 2)
        pilot.run(pace: 260, for: 60)
        let stood = spans(of: .standing, in: pilot)
        #expect(stood.count == 1)
        let called = (pilot.times(of: .overspeed).first ?? -1) - (stood.first?.to ?? 1000)
        #expect(called >= settling && called <= settling + 6)
        #expect(pilot.began.first?.kind == .overspeed)
    }

    /// Bridged much too fast or too slowly, it is not judged: who knows which way the tunnel goes.
    @Test(arguments: [220.0, 420])
    func aTunnelIsNotJudged(_ pace: Double) {
        var pilot = Pilot.cruising()
        pilot.tunnel(pace: pace, for: 60)
        pilot.run(pace: 300, for: 120)
        #expect(pilot.began.isEmpty)
        #expect(pilot.summary == nil && pilot.distance > 300)
        pilot.command(.stop)
        #expect(pilot.summary?.estimated ?? .zero > Metres(120))
    }

    @Test func anAlertDoesNotOutlastItsInput() {
        var pilot = Pilot.cruising()
        pilot.run(pace: 270, until: .overspeed)
        let last = pilot.time
        pilot.wait(60)
        #expect(pilot.ended.map(\.reason) == [.inputLost])
        #expect(pilot.ended.first?.end == Instant(nanoseconds: Int64((last + 5) * 1e9)))
        #expect(pilot.state.inhibits == [.inputLost])
        #expect(pilot.lit == [.positionLost])
        #expect(pilot.count(of: .positionLost) == 1)
    }

    @Test func aLinkThatFallsEndsItAtOnce() {
        var pilot = Pilot.cruising()
        pilot.run(pace: 270, until: .overspeed)
        pilot.link(.position, .down, "closed", name: "gpsd")
        #expect(pilot.state.gpws == .normal)
        #expect(pilot.ended.map(\.reason) == [.inputLost])
        #expect(pilot.lit == [.positionLost])
    }

    // The plain rule

    @Test(arguments: [255.0, 350])
    func thePlainRuleWaitsUntilHeWasInside(_ pace: Double) {
        var pilot = Pilot(configuration: FlightConfiguration(gpws: .band))
        pilot.run(pace: pace, for: 10)
        pilot.start("pace=5:00")
        pilot.run(pace: pace, for: 120)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits == [.notYetInside])
        pilot.run(pace: 300, for: 20)
        #expect(pilot.state.inhibits.isEmpty)
        pilot.run(pace: pace, for: 20)
        #expect(pilot.began.map(\.kind) == [pace < 300 ? .overspeed : .sinkRate])
    }

    @Test func thePlainRuleWaitsAnewForAnotherMission() throws {
        var pilot = Pilot.cruising("pace=5:00", .band)
        try pilot.set("pace=4:00")
        pilot.run(pace: 300, for: 60)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits == [.notYetInside])
        pilot.run(pace: 240, for: 20)
        pilot.run(pace: 300, for: 20)
        #expect(pilot.judgements == [.sinkRate])
    }

    @Test func theSequentialTestDoesNotWait() {
        var pilot = Pilot()
        pilot.run(pace: 350, for: 10)
        pilot.start("pace=5:00")
        pilot.run(pace: 350, for: 60)
        #expect(pilot.judgements.first == .sinkRate)
    }
}
