// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What other programs do, as their sources have it, and two textbook methods.
public enum Baselines {
    public static let all: [any Estimator.Type] = [
        EveryStep.self, OpenTracks.self, Trackbook.self, Gpxpy.self, GoldenCheetahPositions.self,
        GoldenCheetahDoppler.self, Pizero.self, TwoStageAverage.self, KalmanStandstill.self,
    ]
}
