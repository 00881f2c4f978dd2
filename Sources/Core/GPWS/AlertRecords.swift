// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Keeps the alert that goes on, and the one before it, which may come back.
struct AlertRecords: Codable, Sendable {
    private(set) var current: Alert?
    private var last: Alert?

    /// A condition is lit.
    /// - Returns: the record, which is the one before when that has ended a moment ago.
    mutating func begin(
        _ kind: GPWSState, _ severity: Alert.Severity, _ target: Alert.Target, value: Double, deviation: Double,
        _ situation: Situation, sameWithin: Seconds
    ) -> Alert {
        if var again = last, again.kind == kind, again.target == target, let end = again.end,
            situation.at - end <= sameWithin
        {
            again.end = nil
            again.reason = nil
            again.severity = max(again.severity, severity)
            current = again
            return again
        }
        var alert = Alert(
            kind: kind, severity: severity, start: situation.at, distance: situation.distance,
            pace: situation.speed?.pace, heartRate: situation.heartRate)
        alert.target = target
        alert.value = value
        alert.deviation = deviation
        alert.worstDeviation = deviation
        alert.latitude = situation.place?.latitude
        alert.longitude = situation.place?.longitude
        current = alert
        return alert
    }

    mutating func note(_ severity: Alert.Severity, deviation: Double) {
        guard let alert = current else { return }
        current?.severity = max(alert.severity, severity)
        if abs(deviation) > abs(alert.worstDeviation ?? 0) { current?.worstDeviation = deviation }
    }

    /// - Returns: the record as it has ended.
    mutating func end(_ reason: Alert.End, at now: Instant) -> Alert? {
        guard var alert = current else { return nil }
        alert.end = now
        alert.reason = reason
        current = nil
        last = alert
        return alert
    }

    /// Another mission, another alert.
    mutating func forget() { last = nil }
}
