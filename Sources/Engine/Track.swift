// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// The track of a replayed flight: the accepted positions in cruise, in segments that a gap, a jump or a hold ends.
public struct Track {
    private struct Point {
        var at: Instant
        /// Civil time as it was known then; nil when it was not trusted.
        var time: UTCTime?
        var point: TrackPoint
    }

    private static let longestDelay = Seconds(60)
    private var segments: [[Point]] = []
    private var segment: Int?

    public init() {}

    /// Looks at what the core made of an input.
    public mutating func take(_ input: Input, at now: Instant, after computer: FlightComputer) {
        guard case .fix(let fix) = input else {
            if computer.phase != .cruise { segment = nil }
            return
        }
        guard computer.phase == .cruise, let place = computer.trackPoint, place.at == now else { return }
        if segment != place.segment { segments.append([]) }
        segment = place.segment
        let state = computer.state(at: now)
        let civil = computer.civilTime(at: now)
        // The epoch is the point's own time, unless it is far from what the clocks say: fixes may come late, and in bursts.
        let epoch = fix.time.flatMap { time in
            civil.map { ($0.time - time).magnitude <= Track.longestDelay } ?? false ? time : nil
        }
        segments[segments.count - 1].append(
            Point(
                at: now, time: epoch ?? civil.flatMap { $0.isTrusted ? $0.time : nil },
                point: TrackPoint(
                    time: UTCTime(nanoseconds: 0), latitude: place.latitude, longitude: place.longitude,
                    altitude: fix.altitudeMSL, heartRate: state.heartRate.rate, speed: fix.speed)))
    }

    /// The segments, labelled with civil time. What came before the clock was known is dated back from the end.
    public func finished(by computer: FlightComputer) -> [[TrackPoint]] {
        segments.map { points in
            points.compactMap { item in
                guard let time = item.time ?? computer.civilTime(at: item.at)?.time else { return nil }
                var point = item.point
                point.time = time
                return point
            }
        }
    }
}
