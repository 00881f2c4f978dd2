// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import RunwayModel

/// The levels in a few lines of words.
struct StatusText {
    let status: Status

    init(_ status: Status) {
        self.status = status
    }

    var text: String {
        let state = status.state
        var lines = ["phase       \(state.phase.rawValue)\(state.hold == .auto ? ", by itself" : "")"]
        if let flight = state.flight {
            lines.append("flight      \(flight.id)")
            lines.append(
                "            " + Text.way(flight.distance, in: flight.elapsed, isIndoor: state.isIndoor)
                    + Text.climb(flight.ascent, flight.descent) + Text.energy(flight.energy))
        }
        lines.append("mission     \(state.mission?.spec ?? "none")")
        if let projection = state.projection { lines.append("            \(AlertText.projection(projection))") }
        for lamp in state.lamps { lines.append("lamp        \(AlertText.lamp(lamp))") }
        if let switches = AlertText.switches(state) { lines.append("alerts      \(switches)") }
        if !state.inhibits.isEmpty { lines.append("not judged  \(AlertText.reasons(state.inhibits))") }
        lines.append("gps         \(state.isIndoor ? SensorText.indoor : SensorText.gps(state.gps))")
        lines.append("heart rate  \(SensorText.heartRate(state.heartRate))")
        if let power = state.power { lines.append("battery     \(SensorText.power(power))") }
        let reasons = state.reasons.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        if !reasons.isEmpty { lines.append("not used    \(reasons.joined(separator: ", "))") }
        for sink in status.sinks where sink.trouble != nil || sink.dropped > 0 || sink.skipped > 0 {
            let trouble = sink.trouble ?? "works"
            let skipped = sink.skipped > 0 ? ", \(sink.skipped) skipped" : ""
            lines.append("sink        \(sink.name): \(trouble), \(sink.dropped) dropped\(skipped)")
        }
        let recorder = status.recorder
        lines.append("recorder    \(recorder.state.rawValue)\(recorder.lastError.map { ": \($0)" } ?? "")")
        return lines.joined(separator: "\n")
    }
}

/// The sensors' levels in words.
enum SensorText {
    static let indoor = "not used, the flight is indoors"

    static func gps(_ gps: FlightState.GPS) -> String {
        switch gps.state {
        case .disconnected: "no gpsd" + reason(gps.reason)
        case .searching: "searching for satellites"
        case .lost: "lost" + reason(gps.reason) + age(gps.age)
        case .fix:
            [
                gps.mode == 3 ? "3D fix" : "2D fix", gps.satellites.map { "\($0) satellites" },
                gps.hdop.map { "HDOP \(Text.fixed($0, 1))" }, gps.clockFault.map(clock),
            ].compactMap { $0 }.joined(separator: ", ")
        }
    }

    private static func clock(_ fault: ClockFault) -> String {
        switch fault {
        case .weekRollover: "dates off by multiples of 1024 weeks, corrected"
        case .wrongDate: "date wrong, not used"
        case .wrongTime: "time wrong, not used"
        }
    }

    static func heartRate(_ heart: FlightState.HeartRate) -> String {
        let battery = heart.battery.map { ", battery \($0) %" } ?? ""
        switch heart.state {
        case .searching: return "no sensor yet" + reason(heart.reason)
        case .lost: return "lost" + reason(heart.reason) + age(heart.age)
        case .live: return Text.rate(heart.rate) + battery
        case .stale: return Text.rate(heart.rate) + age(heart.age) + battery
        }
    }

    /// Of the device itself.
    static func power(_ power: FlightState.Power) -> String {
        "\(power.percent) %" + (power.isCharging == true ? ", charging or full" : "")
    }

    private static func reason(_ reason: String?) -> String {
        reason.map { " (" + (LinkAdvice.text(for: $0) ?? $0) + ")" } ?? ""
    }

    private static func age(_ age: Seconds?) -> String {
        age.map { ", \(Text.fixed($0.rawValue.rounded(.down), 0)) s ago" } ?? ""
    }
}
