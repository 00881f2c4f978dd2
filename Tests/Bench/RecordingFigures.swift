// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import RunwayModel

/// Real recordings, ours beside what other programs make of them. Only the watch says how far it went.
struct RecordingFigures {
    private static let estimators: [any Estimator.Type] = [OwnNavigator.self] + Baselines.all

    func run() throws {
        let moving = try (Recordings.moving.map { try Recordings.log($0) } + [try Recordings.watch()]).compactMap { $0 }
        let standing = try Recordings.standing.compactMap { try Recordings.log($0) }
        guard !moving.isEmpty, !standing.isEmpty else { return }
        let titles = moving.map { $0.ownDistance == nil ? $0.name : "a watch's run" } + ["standing", "worst"]
        func line(_ name: String, _ columns: [String]) {
            let cells = zip(columns, titles).map { $0.leftPadded(to: max(7, $1.count) + 3) }
            print(name.padded(to: AccuracyTable.nameWidth) + cells.joined())
        }
        line("recordings, metres", titles)
        line(
            "seconds",
            (moving.map(\.duration) + [pooled(standing)]).map { AccuracyTable.number($0.rawValue, places: 0) })
        for estimator in Self.estimators {
            let distances = moving.map { AccuracyTable.number($0.distance(by: estimator), places: 1) }
            let ways = standing.map { $0.distance(by: estimator) }
            let tenMinutes = zip(ways, standing).map { 600 * $0 / $1.duration.rawValue }
            let still = [600 * ways.reduce(0, +) / pooled(standing).rawValue, tenMinutes.max() ?? .nan]
            line(estimator.name, distances + still.map { AccuracyTable.number($0, places: 1) })
        }
        line(
            "the receiver's own",
            moving.map { AccuracyTable.number($0.ownDistance?.rawValue ?? .nan, places: 1) } + ["0"])
        line("goal", moving.map { _ in "" } + ["1"])
        print("standing is metres in 10 min, of \(standing.count) logs together\n")
    }

    private func pooled(_ recordings: [Recording]) -> Seconds { recordings.reduce(.zero) { $0 + $1.duration } }
}
