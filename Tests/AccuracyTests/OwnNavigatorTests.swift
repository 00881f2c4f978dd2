// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import RunwayModel
import Testing

struct OwnNavigatorTests {
    /// Without errors there is hardly any: the start is a flight's, the distance and the speed are the flight's.
    @Test(arguments: [0.5, 1, 5] as [Double])
    func withoutErrorsItIsRight(_ rate: Double) {
        let trial = Trial(.surge, seed: 1, rate: rate) { $0 = .none }
        let figures = FlightFigures(trial, OwnNavigator.read(trial.observations))
        #expect(abs(figures.errorPercent ?? 100) < 0.2)
        #expect((figures.paceError ?? 100) < 15)
    }

    @Test func itBeginsWithTheFirstFix() {
        let trial = Trial(.track5k, seed: 1)
        var navigator = OwnNavigator()
        let readings = trial.observations.map { navigator.take(.fix($0.fix), at: $0.at) }
        #expect(readings[0].distance == 0)
        #expect(readings[20].distance > 40)
        #expect(readings == OwnNavigator.read(trial.observations))
    }
}
