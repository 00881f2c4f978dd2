// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Follows the heart-rate sensors: which one is listened to, whether its value may be judged by, and when it is lost.
///
/// One sensor is listened to, as long as it delivers; another takes its place only once it is lost.
struct HeartRateMonitor: Codable, Sendable {
    /// Older than this, a value is shown but not judged by; older than `lostAfter`, it is gone (B43).
    private static let staleAfter = Seconds(3)
    private static let lostAfter = Seconds(5)

    private(set) var state = FlightState.HeartRate.State.searching
    private var reason: String?
    private var sensor: String?
    private var rate: BeatsPerMinute?
    private var last: Instant?
    private var contact: Bool?
    private var batteries: [String: Int] = [:]

    var deadline: Instant? {
        switch state {
        case .live: last.map { $0 + HeartRateMonitor.staleAfter }
        case .stale: last.map { $0 + HeartRateMonitor.lostAfter }
        case .searching, .lost: nil
        }
    }

    /// The value that rules may judge by.
    var live: BeatsPerMinute? { state == .live ? rate : nil }

    /// Takes a sample. The value counts when it is one and the sensor does not say that it has no contact.
    /// - Returns: whether the sample counts.
    mutating func take(_ sample: HeartRateSample, at now: Instant) -> Bool {
        if sensor != sample.sensor {
            guard state == .searching || state == .lost else { return false }
        }
        contact = sample.contact
        guard let value = sample.rate, sample.contact != false else { return false }
        sensor = sample.sensor
        rate = value
        last = now
        state = .live
        reason = nil
        return true
    }

    mutating func take(_ battery: Battery) {
        // The device's own may have the name of a sensor, and is none.
        if battery.source == .sensor { batteries[battery.sensor] = battery.percent }
    }

    /// - Returns: whether the value is lost with it.
    mutating func take(_ link: LinkChange) -> Bool {
        guard link.state == .down, state == .live || state == .stale, link.name == sensor else {
            // While there is no value, what keeps it away now says more than what took it away.
            let isMissed = state == .searching || (state == .lost && link.name == sensor)
            if isMissed, let new = link.reason { reason = new }
            return false
        }
        lose(link.reason)
        return true
    }

    /// Runs the deadline.
    /// - Returns: whether the value is lost with it.
    mutating func expire() -> Bool {
        switch state {
        case .live:
            state = .stale
            reason = contact == false ? "no-contact" : "silent"
            return false
        case .stale:
            lose(reason)
            return true
        case .searching, .lost: return false
        }
    }

    /// The program was away: a value from before says nothing now.
    mutating func restart() {
        if state != .searching { lose("restarted") }
    }

    /// Whether the sensor is there and touches nobody.
    var isWithoutContact: Bool { contact == false && state != .searching && (state != .lost || reason == "no-contact") }

    /// Of the sensor that is listened to, 0…100.
    var battery: Int? { sensor.flatMap { batteries[$0] } }

    func level(at now: Instant) -> FlightState.HeartRate {
        var level = FlightState.HeartRate(state: state)
        level.reason = reason
        level.sensor = sensor
        level.rate = rate
        level.age = last.map { now - $0 }
        level.contact = contact
        level.battery = battery
        return level
    }

    private mutating func lose(_ reason: String?) {
        state = .lost
        self.reason = reason
        rate = nil
    }
}
