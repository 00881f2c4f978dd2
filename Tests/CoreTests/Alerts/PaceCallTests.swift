// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// A pace that leaves its band, and comes back.
struct PaceCallTests {
    static let detectors: [GPWSConfiguration.Detector] = [.sequential, .band]

    @Test(arguments: detectors)
    func aSurgeIsCalledWithinFourSeconds(_ detector: GPWSConfiguration.Detector) {
        var pilot = Pilot.cruising("pace=5:00", GPWSConfiguration(detector: detector))
        let delay = pilot.run(pace: 270, until: .overspeed)
        #expect(delay.map { $0 <= 4 } ?? false)
        #expect(pilot.judgements == [.overspeed])
        #expect(pilot.texts.last == "OVERSPEED")
    }

    @Test(arguments: detectors)
    func aFadeIsCalled(_ detector: GPWSConfiguration.Detector) {
        var pilot = Pilot.cruising("pace=5:00", GPWSConfiguration(detector: detector))
        let delay = pilot.run(pace: 345, until: .sinkRate)
        #expect(delay.map { $0 <= 8 } ?? false)
        #expect(pilot.judgements == [.sinkRate])
        #expect(pilot.texts.last == "SINK RATE")
    }

    @Test(arguments: [300.0, 289, 311])
    func insideTheBandNothingIsCalled(_ pace: Double) {
        var pilot = Pilot.cruising()
        pilot.run(pace: pace, for: 900)
        #expect(pilot.judgements.isEmpty)
        #expect(pilot.began.isEmpty)
        #expect(pilot.state.inhibits.isEmpty)
    }

    @Test func justOutsideItIsCalledInTheEnd() {
        for (pace, state) in [(282.0, GPWSState.overspeed), (318, .sinkRate)] {
            var pilot = Pilot.cruising()
            let delay = pilot.run(pace: pace, until: state, atMost: 120)
            #expect(delay != nil, "at \(pace)")
        }
    }

    @Test func aMissionWithoutAPaceIsNotJudged() {
        for spec in ["5k", "5min + 5min"] {
            var pilot = Pilot.cruising(spec)
            pilot.run(pace: 200, for: 60)
            pilot.run(pace: 600, for: 60)
            #expect(pilot.judgements.isEmpty)
            #expect(pilot.state.inhibits.isEmpty)
        }
    }

    // Back again

    @Test(arguments: [278.0, 270, 255, 322, 330, 345])
    func whoIsBackIsToldSoSoon(_ pace: Double) {
        for duration in [20.0, 60, 180] {
            var pilot = Pilot.cruising()
            pilot.run(pace: pace, for: duration)
            #expect(pilot.state.gpws == (pace < 300 ? .overspeed : .sinkRate))
            let delay = pilot.run(pace: 300, until: .normal, atMost: 120)
            #expect(delay.map { $0 <= 12 } ?? false, "after \(duration) s it took \(delay ?? -1) s")
            pilot.run(pace: 300, for: 120)
            #expect(pilot.ended.count == 1)
        }
    }

    // A caution and a warning

    @Test func beyondTwiceTheToleranceItIsAWarningUntilItIsBack() {
        var pilot = Pilot.cruising()
        pilot.run(pace: 278, for: 25)
        #expect(pilot.lamp(.overspeed)?.severity == .caution)
        #expect(pilot.annunciations.last?.priority == .caution)
        pilot.run(pace: 255, for: 15)
        #expect(pilot.lamp(.overspeed)?.severity == .warning)
        #expect(pilot.annunciations.last { $0.kind == .overspeed }?.priority == .warning)
        let said = pilot.count(of: .overspeed)
        pilot.run(pace: 280, for: 60)
        #expect(pilot.lamp(.overspeed)?.severity == .warning)
        #expect(pilot.count(of: .overspeed) == said)
        pilot.run(pace: 300, for: 60)
        #expect(pilot.lamp(.overspeed) == nil)
        #expect(pilot.ended.map(\.severity) == [.warning])
        pilot.run(pace: 278, for: 25)
        #expect(pilot.lamp(.overspeed)?.severity == .caution)
        #expect(pilot.began.map(\.severity) == [.caution, .caution])
    }

    @Test func theSlowSideHasItsWarningToo() {
        var pilot = Pilot.cruising()
        pilot.run(pace: 322, for: 40)
        #expect(pilot.lamp(.sinkRate)?.severity == .caution)
        pilot.run(pace: 345, for: 20)
        #expect(pilot.lamp(.sinkRate)?.severity == .warning)
        pilot.run(pace: 320, for: 60)
        #expect(pilot.lamp(.sinkRate)?.severity == .warning)
        pilot.run(pace: 300, for: 30)
        #expect(pilot.ended.map(\.severity) == [.warning])
    }

    // From one side to the other

    /// Each alert has one beginning and one end, in this order.
    private func isPaired(_ pilot: Pilot) -> Bool {
        var open: Alert?
        for event in pilot.events {
            switch event.body {
            case .alertBegan(let alert):
                guard open == nil else { return false }
                open = alert
            case .alertEnded(let alert):
                guard let begun = open, begun.kind == alert.kind, begun.start == alert.start else { return false }
                open = nil
            default: continue
            }
        }
        return true
    }

    @Test(arguments: detectors)
    func fromOneSideToTheOtherEachAlertHasItsEnd(_ detector: GPWSConfiguration.Detector) {
        for (slow, fast) in [(330.0, 270.0), (345, 255), (400, 200), (500, 180), (700, 170)] {
            var pilot = Pilot.cruising("pace=5:00", GPWSConfiguration(detector: detector))
            pilot.run(pace: slow, for: 40)
            #expect(pilot.state.gpws == .sinkRate)
            pilot.run(pace: fast, for: 40)
            #expect(pilot.state.gpws == .overspeed)
            pilot.run(pace: slow, for: 40)
            #expect(pilot.state.gpws == .sinkRate)
            pilot.run(pace: 300, for: 40)
            let isPaired = isPaired(pilot)
            #expect(isPaired, "\(slow) to \(fast)")
            #expect(pilot.ended.map(\.kind) == [.sinkRate, .overspeed, .sinkRate], "\(slow) to \(fast)")
        }
    }
}
