// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Glibc
import RunwayModel

/// Numbers as runners read them.
enum Text {
    static func distance(_ metres: Metres, isIndoor: Bool = false) -> String {
        isIndoor ? "indoors" : fixed(metres.kilometres, 2) + " km"
    }

    /// `5.00 km in 27:30`, `27:30 indoors`.
    static func way(_ metres: Metres, in time: Seconds, isIndoor: Bool) -> String {
        isIndoor ? "\(self.time(time)) indoors" : "\(distance(metres)) in \(self.time(time))"
    }

    /// `5:07`, `1:02:33`.
    static func time(_ seconds: Seconds) -> String {
        guard seconds.isFinite, seconds.magnitude < Seconds(1e9) else { return "-:--" }
        let whole = Int(seconds.rawValue.rounded(.down))
        let hours = whole / 3600
        let minutes = whole / 60 % 60
        return (hours > 0 ? "\(hours):" + two(minutes) : "\(minutes)") + ":" + two(whole % 60)
    }

    static func pace(_ pace: SecondsPerKilometre?) -> String {
        pace.map { $0.clock + " /km" } ?? "-:-- /km"
    }

    static func rate(_ rate: BeatsPerMinute?) -> String {
        rate.map { "\(fixed($0.rawValue, 0)) bpm" } ?? "--- bpm"
    }

    /// `  +12 m −8 m`; nothing when neither is known.
    static func climb(_ ascent: Metres?, _ descent: Metres?) -> String {
        guard let ascent, let descent else { return "" }
        return "  +\(fixed(ascent.rawValue, 0)) m −\(fixed(descent.rawValue, 0)) m"
    }

    /// `  620 kcal`; nothing when it is not known.
    static func energy(_ energy: Kilocalories?) -> String {
        energy.map { "  \(fixed($0.rawValue, 0)) kcal" } ?? ""
    }

    /// Day and time of day at the offset that was kept with the flight.
    static func local(_ time: UTCTime?, offset: Int) -> String {
        guard let time else { return "no clock        " }
        let text = (time + Seconds(Double(offset))).iso8601Seconds
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }

    /// Time of day where the machine stands.
    static func clock(_ time: UTCTime?) -> String {
        guard let time else { return "--:--:--" }
        var seconds = time_t(time.secondsSince1970)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { two(Int($0)) }.joined(separator: ":")
    }

    static func fixed(_ value: Double, _ places: Int) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "-" }
        let scale = [1.0, 10, 100, 1000][min(3, places)]
        let scaled = Int((value * scale).rounded())
        let sign = scaled < 0 ? "-" : ""
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return places == 0 ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
