// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import RunwayModel
import Testing

/// Real recordings, as estimators get them.
struct RecordingTests {
    @Test func aRunnersLogIsRead() throws {
        guard let recording = try Recordings.log("bundg_zeus_9") else { return }
        #expect(recording.name == "bundg_zeus_9")
        #expect(abs(recording.duration.rawValue - 147) < 1)
        let positions = recording.observations.filter(\.hasPosition)
        // It is known to lead 429 m away, measured on a sphere.
        #expect(abs((positions.last?.way(from: positions[0]) ?? 0) - 429.2) < 429.2 * 0.006)
        #expect(abs(recording.distance(by: EveryStep.self) - 430) < 3)
        #expect(recording.ownDistance == nil)
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect((415...435).contains(recording.distance(by: OwnNavigator.self)))
    }

    @Test func aWatchsRunIsRead() throws {
        guard let recording = try Recordings.watch() else { return }
        #expect(recording.ownDistance == Metres(9007.07))
        #expect(recording.observations.count == 2809 && recording.duration == Seconds(2833))
        for estimator in [EveryStep.self, GoldenCheetahDoppler.self, OwnNavigator.self] as [any Estimator.Type] {
            #expect(abs(recording.distance(by: estimator) / 9007 - 1) < 0.01, "\(estimator.name)")
        }
    }

    @Test(arguments: Recordings.standing)
    func standingLogsStand(_ name: String) throws {
        guard let recording = try Recordings.log(name) else { return }
        #expect(recording.duration > Seconds(50) && recording.duration < Seconds(700))
        let positions = recording.observations.filter(\.hasPosition)
        #expect(positions.count > 50)
        // Once a receiver has settled, it stays within tens of metres.
        let settled = positions[positions.count / 2]
        #expect(positions.dropFirst(positions.count / 2).allSatisfy { $0.way(from: settled) < 60 })
        #expect(recording.distance(by: OwnNavigator.self) <= recording.distance(by: EveryStep.self) + 1)
    }

    /// Less than a metre in ten minutes, of all of them together.
    @Test func ourOwnStandsWithThem() throws {
        var (way, time) = (0.0, 0.0)
        for name in Recordings.standing {
            guard let recording = try Recordings.log(name) else { return }
            way += recording.distance(by: OwnNavigator.self)
            time += recording.duration.rawValue
        }
        #expect(way * 600 / time < 1)
    }
}
