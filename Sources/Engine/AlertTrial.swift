// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// What a flight's pace alerts came to under some settings, judged by the flight's own final distance: what
/// `runway tune` compares.
///
/// The truth at an instant is the mean pace over 15 s around it, which is not known live. An episode begins where that
/// leaves the band, if it stays outside for 15 s. An alert is false when it lies in no episode and the mean pace of the 15 s
/// before it is inside the band. The latency is from an episode's beginning to the first alert of its side within it; without one it is missed.
public struct AlertTrial {
    /// Seconds since ROTATE.
    public struct Call: Codable, Sendable {
        public var t: Double
        public var kind: Annunciation.Kind
        public var text: String
    }

    private struct Point {
        var t: Double
        var distance: Double
        /// The band as speeds, m/s; nil where no pace is judged.
        var band: ClosedRange<Double>?
        var isJudged: Bool
    }

    private struct Onset {
        var t: Double
        var kind: GPWSState
    }

    private struct Episode {
        var from: Double
        var to: Double
        var kind: GPWSState

        /// The centred mean knows of a change half its span late, or early.
        func holds(_ onset: Onset) -> Bool {
            onset.kind == kind && onset.t >= from - AlertTrial.span / 2 && onset.t <= to
        }
    }

    private var points: [Point] = []
    private var onsets: [Onset] = []
    private var rotate: Instant?
    /// Everything that was said.
    public private(set) var calls: [Call] = []

    private static let span = 15.0

    public init() {}

    public mutating func take(_ input: Input, at now: Instant, _ events: [Event], after computer: FlightComputer) {
        for event in events {
            if case .flightBegan(let flight) = event.body { rotate = flight.start }
            guard let rotate else { continue }
            switch event.body {
            case .annunciation(let call):
                calls.append(Call(t: (event.at - rotate).rawValue, kind: call.kind, text: call.text))
            case .alertBegan(let alert) where alert.start == event.at && alert.target == .pace:
                onsets.append(Onset(t: (alert.start - rotate).rawValue, kind: alert.kind))
            default: break
            }
        }
        guard let rotate, case .fix = input, computer.phase == .cruise else { return }
        let state = computer.state(at: now)
        guard let flight = state.flight else { return }
        points.append(
            Point(
                t: (now - rotate).rawValue, distance: flight.distance.rawValue, band: AlertTrial.band(computer.target),
                isJudged: computer.target != nil && state.inhibits.isEmpty))
    }

    private static func band(_ target: Mission.Target?) -> ClosedRange<Double>? {
        guard case .pace(let pace, let tolerance) = target else { return nil }
        return (pace + tolerance).speed.rawValue...(pace - tolerance).speed.rawValue
    }

    /// The figures of the whole.
    public var figures: AlertFigures {
        var figures = AlertFigures()
        for (last, point) in zip(points, points.dropFirst()) where point.isJudged && point.t - last.t < 10 {
            figures.judged += point.t - last.t
        }
        for call in calls where call.kind == .overspeed || call.kind == .sinkRate {
            figures.calls[call.kind.rawValue, default: 0] += 1
        }
        let episodes = episodes
        for onset in onsets where isInside(from: onset.t - AlertTrial.span, to: onset.t) {
            if !episodes.contains(where: { $0.holds(onset) }) { figures.falseCalls += 1 }
        }
        for episode in episodes {
            figures.episodes += 1
            let hit = onsets.first { episode.holds($0) }
            if let hit { figures.latencies.append(max(0, hit.t - episode.from)) } else { figures.missed += 1 }
        }
        return figures
    }

    private func isInside(from: Double, to: Double) -> Bool {
        guard let speed = speed(from: from, to: to), let band = points.last(where: { $0.t <= to })?.band else {
            return false
        }
        return band.contains(speed)
    }

    private var episodes: [Episode] {
        var found: [Episode] = []
        var open: Episode?
        for point in points {
            let half = AlertTrial.span / 2
            let side: GPWSState =
                if point.isJudged, let band = point.band, let speed = speed(from: point.t - half, to: point.t + half) {
                    speed > band.upperBound ? .overspeed : speed < band.lowerBound ? .sinkRate : .normal
                } else {
                    .normal
                }
            if let episode = open, side == episode.kind {
                open?.to = point.t
            } else {
                if let episode = open, episode.to - episode.from >= AlertTrial.span { found.append(episode) }
                open = side == .normal ? nil : Episode(from: point.t, to: point.t, kind: side)
            }
        }
        if let episode = open, episode.to - episode.from >= AlertTrial.span { found.append(episode) }
        return found
    }

    /// The mean speed between two instants; nil beyond what was flown without a pause.
    private func speed(from: Double, to: Double) -> Double? {
        guard let first = distance(at: from), let last = distance(at: to), to > from else { return nil }
        return (last - first) / (to - from)
    }

    private func distance(at t: Double) -> Double? {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].t < t { low = middle + 1 } else { high = middle }
        }
        guard low < points.count else { return nil }
        guard points[low].t > t else { return points[low].distance }
        guard low > 0, points[low].t - points[low - 1].t < 10 else { return nil }
        let (a, b) = (points[low - 1], points[low])
        return a.distance + (b.distance - a.distance) * (t - a.t) / (b.t - a.t)
    }
}
