// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// The track of a replayed flight: the accepted positions in cruise, in segments that a gap, a jump or a hold ends.
public struct Track {
    private struct Point {
        var at: Instant
        /// As the receiver said it.
        var epoch: UTCTime?
        /// Civil time as it was known then; nil when it was not trusted.
        var time: UTCTime?
        var point: TrackPoint
    }

    private var segments: [[Point]] = []
    private var segment: Int?
    /// How many segments lie before the last reboot of unknown length: the present clock says nothing of them.
    private var settled = 0

    public init() {}

    /// Looks at what the core made of an input.
    public mutating func take(_ input: Input, at now: Instant, after computer: FlightComputer) {
        guard case .fix(let raw) = input else {
            if computer.phase != .cruise { segment = nil }
            if case .restart(let restart) = input, restart.rebooted, restart.gap == nil { settled = segments.count }
            return
        }
        guard computer.phase == .cruise, let place = computer.trackPoint, place.at == now else { return }
        if segment != place.segment { segments.append([]) }
        segment = place.segment
        let fix = FixScreen(raw).fix
        let state = computer.state(at: now)
        let civil = computer.civilTime(at: now)
        // The epoch is the point's own time, unless it is far from what the clocks say: fixes may come late, and in bursts.
        let label = fix.time.flatMap { computer.label($0, at: now) }
        segments[segments.count - 1].append(
            Point(
                at: now, epoch: fix.time, time: label ?? civil.flatMap { $0.isTrusted ? $0.time : nil },
                point: TrackPoint(
                    time: UTCTime(nanoseconds: 0), latitude: place.latitude, longitude: place.longitude,
                    altitude: fix.altitudeMSL, heartRate: state.heartRate.rate, speed: fix.speed)))
    }

    /// The segments, labelled with civil time. What came before the clock was known is dated back from the end, and so is
    /// what the receiver dated otherwise before it knew the leap seconds.
    public func finished(by computer: FlightComputer) -> [[TrackPoint]] {
        segments.enumerated().map { index, points in
            points.compactMap { item in
                let civil = computer.civilTime(at: item.at)?.time
                let known = index < settled ? item.time : item.epoch.flatMap { computer.label($0, at: item.at) }
                guard let time = known ?? civil else { return nil }
                var point = item.point
                point.time = time
                return point
            }
        }
    }
}
