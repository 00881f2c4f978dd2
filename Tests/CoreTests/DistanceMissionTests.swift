// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import Testing

/// A mission of a distance alone.
struct DistanceMissionTests {
    @Test func itsEndIsCalledAndNoBandIsJudged() throws {
        var pilot = Pilot()
        pilot.run(3.333, for: 10)
        pilot.start("distance=200m")
        #expect(pilot.state.mission?.spec == "distance=200m")
        pilot.run(3.333, for: 20)
        pilot.run(5.5, for: 10)
        pilot.run(1.2, for: 10)
        pilot.beat(190)
        pilot.run(3.333, for: 30)
        #expect(pilot.distance > 200)
        let judged = pilot.calls.filter { [.overspeed, .sinkRate, .minimums, .targetReached].contains($0) }
        #expect(judged == [.minimums, .targetReached])
        #expect(pilot.ended.map(\.kind) == [.minimums])
    }

    @Test func indoorsItIsRefused() throws {
        var pilot = Pilot()
        for spec in ["distance=200m", "2x(800m)", "10min + 5min@pace=5:00"] {
            pilot.command(.start(flight: Pilot.id, mission: try Mission(spec: spec), immediately: true, indoor: true))
            #expect(pilot.state.phase == .preflight)
            #expect(pilot.state.mission == nil)
        }
        let timed = try Mission(spec: "10min@hr=130 + 5min")
        pilot.command(.start(flight: Pilot.id, mission: timed, immediately: true, indoor: true))
        #expect(pilot.state.phase == .cruise)
        #expect(pilot.state.mission == timed)
    }
}
