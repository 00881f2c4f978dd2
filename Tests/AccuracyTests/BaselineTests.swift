// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Glibc
import RunwayModel
import Testing

/// What others do, on tracks whose outcome can be reckoned by hand.
struct BaselineTests {
    /// A fix at a time and a place, with a speed and an error where they matter; eastwards.
    private func at(
        _ time: Double, _ x: Double, _ y: Double, speed: Double? = nil, error: Double = 3
    ) -> Observation {
        var fix = Fix(receiver: "a", mode: .threeDimensional)
        fix.speed = speed.map { MetresPerSecond($0) }
        fix.track = speed.map { _ in Degrees(90) }
        (fix.eastError, fix.northError) = (Metres(error), Metres(error))
        return Observation(
            fix, at: Instant(nanoseconds: Int64(time * 1e9)), time: time, point: (x, y))
    }

    private func blind(_ time: Double) -> Observation {
        Observation(
            Fix(receiver: "a", mode: .noFix), at: Instant(nanoseconds: Int64(time * 1e9)), time: time, point: nil)
    }

    private func distances<E: Estimator>(_ type: E.Type, _ track: [Observation]) -> [Double] {
        rounded(E.read(track).map(\.distance))
    }

    private func speeds<E: Estimator>(_ type: E.Type, _ track: [Observation]) -> [Double] {
        rounded(E.read(track).map(\.speed))
    }

    private func rounded(_ numbers: [Double]) -> [Double] { numbers.map { ($0 * 1e9).rounded() / 1e9 } }

    /// Twice 5 m, a rest, 12 m.
    private var stepping: [Observation] { [at(0, 0, 0), at(1, 3, 4), at(2, 6, 8), at(3, 6, 8), at(4, 6, 20)] }

    @Test func everyStepCounts() {
        #expect(distances(EveryStep.self, stepping) == [0, 5, 10, 10, 22])
        #expect(speeds(EveryStep.self, stepping) == [0, 2, 3.2, 1.92, 5.952])
        let fast = [at(0, 0, 0, speed: 4), at(1, 0, 1, speed: 4), blind(2), at(2, 0, 9, speed: 4)]
        #expect(distances(EveryStep.self, fast) == [0, 1, 1, 9])
        #expect(speeds(EveryStep.self, fast) == [0, 1.6, 1.6, 2.56])
    }

    @Test func openTracksWaitsForTenMetres() {
        #expect(distances(OpenTracks.self, stepping) == [0, 0, 10, 10, 22])
        // Five metres on, and standing: they count once, when ten seconds have gone by.
        let standing = stepping + (5...30).map { at(Double($0), 6, 25) }
        let counted = distances(OpenTracks.self, standing)
        #expect(counted[13] == 22 && counted[14] == 27 && counted[30] == 27)
        #expect(distances(OpenTracks.self, [at(0, 0, 0), at(1, 0, 40, error: 36), at(2, 0, 12)]) == [0, 0, 12])
        #expect(speeds(OpenTracks.self, [at(0, 0, 0, speed: 2), at(1, 0, 3, speed: 5)]) == [2, 5])
    }

    @Test func trackbookWantsMoreThanTheErrors() {
        #expect(distances(Trackbook.self, stepping) == [0, 5, 10, 10, 22])
        let poor = [at(0, 0, 0, error: 5), at(1, 3, 4, error: 5), at(2, 6, 8, error: 5), at(3, 6, 50, error: 31)]
        #expect(distances(Trackbook.self, poor) == [0, 0, 10, 10])
        #expect(speeds(Trackbook.self, poor) == rounded([0, 0, 5, 10.0 / 3]))
    }

    @Test func gpxpyLeavesOutWhatIsSlow() {
        let slow = [at(0, 0, 0), at(1, 0, 0.2), at(2, 0, 0.5), at(2, 0, 7), at(3, 0, 3.5)]
        #expect(distances(Gpxpy.self, slow) == [0, 0, 0.3, 0.3, 3.8])
        #expect(speeds(Gpxpy.self, slow) == [0, 0.1, 0.2, 0.2, 1.85])
    }

    @Test func goldenCheetahLeavesOutWhatIsFar() {
        let far = [at(0, 0, 0), at(1, 0, 49), at(2, 0, 100), at(3, 0, 104)]
        #expect(distances(GoldenCheetahPositions.self, far) == [0, 49, 49, 53])
        let steady = (0...30).map { at(Double($0), 3 * Double($0), 0) }
        #expect(speeds(GoldenCheetahPositions.self, steady).last == 3)
        let doppler = [
            at(0, 0, 0, speed: 2), at(1, 0, 0, speed: 4), blind(2), at(3, 0, 0, speed: 2), at(33, 0, 0, speed: 5),
        ]
        #expect(distances(GoldenCheetahDoppler.self, doppler) == [0, 3, 3, 9, 14])
        #expect(speeds(GoldenCheetahDoppler.self, doppler) == [2, 4, 4, 2, 5])
    }

    @Test func pizeroCutsWhatIsSlow() {
        let track = [
            at(0, 0, 0, speed: 2), at(1, 0, 0, speed: 1.1), at(2, 0, 0, speed: 1.2), at(12, 0, 0, speed: 2),
        ]
        #expect(distances(Pizero.self, track) == [0, 1, 1.6, 6.4])
        #expect(speeds(Pizero.self, track) == [2, 0, 1.2, 2])
    }

    @Test func averagesLagBehind() {
        let jump = [at(0, 0, 0), at(1, 10, 0), at(2, 10, 0), at(2, 50, 0)]
        #expect(distances(TwoStageAverage.self, jump) == [0, 4, 6.4, 6.4])
        #expect(speeds(TwoStageAverage.self, jump) == [0, 1.2, 1.56, 1.56])
        // 0.28 m/s is too slow to count, and 12.4 m/s too fast.
        #expect(distances(TwoStageAverage.self, [at(0, 0, 0), at(1, 0.7, 0)]) == [0, 0])
        #expect(distances(TwoStageAverage.self, [at(0, 0, 0), at(1, 31, 0)]) == [0, 0])
        // Two seconds weigh 0.64.
        #expect(distances(TwoStageAverage.self, [at(0, 0, 0), at(2, 10, 0)]) == [0, 6.4])
    }

    @Test func theKalmanFilterIsTheTextbooks() {
        // From 25 m² and 100 m²/s² over one second: 125.2, 100.3; the innovation of 3 m weighs 100.3 / 134.2.
        let first = KalmanStandstill.read([at(0, 0, 0), at(1, 3, 0)])[1]
        #expect(abs(first.speed - 3 * 100.3 / 134.2) < 1e-12)
        #expect(abs(first.distance - first.speed / 2) < 1e-12)

        let running = (0...200).map { at(Double($0), 3 * Double($0), 0, speed: 3) }
        let readings = KalmanStandstill.read(running)
        #expect(abs(readings[200].distance - readings[20].distance - 540) < 0.01)
        #expect(abs(readings[200].speed - 3) < 1e-3)
        var disturbed = running
        disturbed[100] = at(100, 800, 500, speed: 3)
        #expect(abs(KalmanStandstill.read(disturbed)[200].distance - readings[200].distance) < 0.01)
        // A new place is believed after five.
        let moved = running[...100] + running[101...].map { at($0.time, $0.x + 800, 0, speed: 3) }
        #expect(KalmanStandstill.read(Array(moved))[200].distance > readings[200].distance + 10)
    }

    @Test func theKalmanFilterStandsStill() {
        let standing = (0...600).map { index -> Observation in
            let (x, y) = (Double(index * 7 % 5 - 2), Double(index * 3 % 7 - 3))
            return at(Double(index), x, y, speed: index.isMultiple(of: 2) ? 0 : 0.3)
        }
        let readings = KalmanStandstill.read(standing)
        #expect(readings[600].distance < 1)
        let unspoken = standing.map { at($0.time, $0.x, $0.y) }
        #expect(KalmanStandstill.read(unspoken)[600].distance > 50)
    }

    @Test func allAreToldApart() {
        #expect(Set(Baselines.all.map { $0.name }).count == 9)
        for baseline in Baselines.all {
            let readings = baseline.read(Trial(.blocks, seed: 1, profile: .nmea).observations)
            #expect(readings.allSatisfy { $0.distance.isFinite && $0.speed.isFinite && $0.sigma == nil })
            #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.distance <= $1.distance })
        }
    }
}
