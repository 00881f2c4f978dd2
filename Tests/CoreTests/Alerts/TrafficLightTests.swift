// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// Who stops at a light is not slow, and who starts again is not either.
struct TrafficLightTests {
    static let stands: [Double] = [5, 8, 10, 15, 30, 60]
    static let detectors: [GPWSConfiguration.Detector] = [.sequential, .band]

    @Test(arguments: stands, detectors)
    func aTrafficLightIsNoSinkRate(_ stand: Double, _ detector: GPWSConfiguration.Detector) {
        var found: [String] = []
        for brake in [1.0, 2, 3] {
            for start in [1.0, 2, 3] {
                for (phase, autoHold) in [(0, false), (0, true), (0.5, false), (0.5, true)] {
                    var pilot = Pilot.cruising(
                        "pace=5:00", GPWSConfiguration(detector: detector), autoHold: autoHold)
                    pilot.change(from: 1000 / 300, to: 0, over: brake, phase: phase)
                    pilot.run(0, for: stand)
                    pilot.change(from: 0, to: 1000 / 300, over: start, phase: phase)
                    pilot.run(pace: 300, for: 40)
                    #expect(pilot.state.inhibits.isEmpty)
                    guard !pilot.began.isEmpty || !pilot.judgements.isEmpty else { continue }
                    let what = pilot.began.map(\.kind.rawValue) + pilot.judgements.map(\.rawValue)
                    found.append("\(brake) s, \(start) s, phase \(phase), auto hold \(autoHold): \(what)")
                }
            }
        }
        #expect(found == [])
    }

    @Test func manyInARowAreNone() {
        var pilot = Pilot.cruising(autoHold: true)
        for stand in [5.0, 20, 6, 40, 5, 12] {
            pilot.change(from: 1000 / 300, to: 0, over: 2)
            pilot.run(0, for: stand)
            pilot.change(from: 0, to: 1000 / 300, over: 3)
            pilot.run(pace: 300, for: 15)
        }
        #expect(pilot.judgements.isEmpty)
    }

    /// He takes the light for a rest and goes on at a walk: that is called once he has had time to get going.
    @Test func whoDoesNotGetGoingIsCalled() {
        var pilot = Pilot.cruising()
        pilot.change(from: 1000 / 300, to: 0, over: 2)
        pilot.run(0, for: 20)
        let begin = pilot.time
        pilot.run(1.8, for: 60)
        let called = (pilot.times(of: .sinkRate).first ?? -1) - begin
        #expect(called >= 8 && called < 20)
    }
}
