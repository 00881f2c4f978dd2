// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What `runway replay --json` prints.
public struct ReplayReport: Codable, Sendable {
    public struct Call: Codable, Sendable {
        /// Seconds on the recording's own time line.
        public var t: Double
        public var end: Double?
        public var kind: GPWSState
        public var severity: Alert.Severity
        public var reason: Alert.End?
        public var target: Alert.Target?
        public var value: Double?
        public var deviation: Double?
        public var worstDeviation: Double?
        public var distance: Metres
        public var pace: SecondsPerKilometre?
        public var heartRate: BeatsPerMinute?
        public var latitude: Degrees?
        public var longitude: Degrees?

        init(_ alert: Alert, seconds: (Instant) -> Double) {
            t = seconds(alert.start)
            end = alert.end.map(seconds)
            kind = alert.kind
            severity = alert.severity
            reason = alert.reason
            target = alert.target
            value = alert.value
            deviation = alert.deviation
            worstDeviation = alert.worstDeviation
            distance = alert.distance
            pace = alert.pace
            heartRate = alert.heartRate
            latitude = alert.latitude
            longitude = alert.longitude
        }

        private enum CodingKeys: String, CodingKey {
            case t, end, kind, severity, reason, target, value, deviation
            case worstDeviation = "worst_deviation"
            case distance = "distance_m"
            case pace = "pace_s_per_km"
            case heartRate = "heart_rate"
            case latitude = "lat"
            case longitude = "lon"
        }
    }

    public struct Change: Codable, Sendable {
        public var t: Double
        public var from: Phase
        public var to: Phase
        public var hold: HoldReason?
    }

    public struct Part: Codable, Sendable {
        public var t: Double
        public var index: Int
        public var distance: Metres
        public var duration: Seconds
        public var pace: SecondsPerKilometre?
        public var ending: Split.Ending?
        public var heartRate: BeatsPerMinute?
        public var ascent: Metres?
        public var descent: Metres?
        public var isEstimated: Bool

        private enum CodingKeys: String, CodingKey {
            case t, index
            case distance = "distance_m"
            case duration = "duration_s"
            case pace = "pace_s_per_km"
            case ending = "ended_by"
            case heartRate = "heart_rate"
            case ascent = "ascent_m"
            case descent = "descent_m"
            case isEstimated = "estimated"
        }
    }

    public struct Said: Codable, Sendable {
        public var t: Double
        public var kind: Annunciation.Kind
        public var text: String
    }

    /// A call that was due and not said.
    public struct Silence: Codable, Sendable {
        public var t: Double
        public var kind: Annunciation.Kind
        public var reason: Inhibit
    }

    public var flight: FlightID?
    /// Present when it is true.
    public var indoor: Bool?
    public var distance = Metres.zero
    public var elapsed = Seconds.zero
    public var held: Seconds?
    public var moving = Seconds.zero
    public var estimated = Metres.zero
    public var distanceError: Metres?
    public var averageHeartRate: BeatsPerMinute?
    public var ascent: Metres?
    public var descent: Metres?
    public var energy: Kilocalories?
    public var energySource: EnergySource?
    public var splits: [Part] = []
    public var alerts: [Call] = []
    public var phaseLog: [Change] = []
    public var annunciations: [Said] = []
    public var withheld: [Silence] = []
    public var remarks: [FlightSummary.Remark] = []
    public var reasons: [String: Int] = [:]

    private enum CodingKeys: String, CodingKey {
        case flight
        case indoor
        case distance = "distance_m"
        case elapsed = "elapsed_s"
        case held = "held_s"
        case moving = "moving_s"
        case estimated = "estimated_m"
        case distanceError = "distance_error_m"
        case averageHeartRate = "heart_rate_avg"
        case ascent = "ascent_m"
        case descent = "descent_m"
        case energy = "energy_kcal"
        case energySource = "energy_source"
        case splits, alerts
        case phaseLog = "phase_log"
        case annunciations, withheld, remarks, reasons
    }

    /// - Parameter seconds: turns an instant into seconds on the recording's own time line.
    public init(_ events: [Event], summary: FlightSummary?, seconds: (Instant) -> Double) {
        take(summary)
        for event in events {
            let t = seconds(event.at)
            switch event.body {
            case .phase(let from, let to, let hold): phaseLog.append(Change(t: t, from: from, to: to, hold: hold))
            case .annunciation(let call): annunciations.append(Said(t: t, kind: call.kind, text: call.text))
            case .withheld(let item): withheld.append(Silence(t: t, kind: item.kind, reason: item.reason))
            case .alertBegan(let alert), .alertEnded(let alert):
                // One that comes back is the same record.
                let call = Call(alert, seconds: seconds)
                if let index = alerts.lastIndex(where: { $0.t == call.t && $0.kind == call.kind }) {
                    alerts[index] = call
                } else {
                    alerts.append(call)
                }
            case .split(let split):
                splits.append(
                    Part(
                        t: t, index: split.index, distance: split.distance, duration: split.duration, pace: split.pace,
                        ending: split.ending, heartRate: split.heartRate, ascent: split.ascent,
                        descent: split.descent, isEstimated: split.isEstimated))
            case .flightEnded(let summary): take(summary)
            case .inhibits, .flightBegan, .refused: break
            }
        }
    }

    private mutating func take(_ summary: FlightSummary?) {
        guard let summary else { return }
        flight = summary.id
        indoor = summary.isIndoor ? true : nil
        distance = summary.distance
        elapsed = summary.elapsed
        held = summary.held
        moving = summary.moving
        estimated = summary.estimated
        distanceError = summary.distanceError
        averageHeartRate = summary.averageHeartRate
        ascent = summary.ascent
        descent = summary.descent
        energy = summary.energy
        energySource = summary.energySource
        remarks = summary.remarks
        reasons = summary.reasons
    }
}
