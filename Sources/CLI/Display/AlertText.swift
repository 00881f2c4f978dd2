// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Alerts, and why there are none, in words for a runner.
enum AlertText {
    /// The name on a lamp.
    static func name(_ kind: Annunciation.Kind) -> String {
        switch kind {
        case .overspeed: "OVERSPEED"
        case .sinkRate: "SINK RATE"
        case .minimums: "MINIMUMS"
        case .positionLost: "GPS"
        case .heartRateLost: "HEART"
        case .contactLost: "CONTACT"
        case .sensorBatteryLow: "STRAP BATTERY"
        case .deviceBatteryLow: "BATTERY"
        case .storageFailing: "RECORDER"
        default: words(kind).uppercased()
        }
    }

    /// A kind's name in small letters: `sink rate`, `position lost`.
    static func words(_ kind: Annunciation.Kind) -> String {
        var text = ""
        for letter in kind.rawValue {
            if letter.isUppercase { text += " " }
            text += letter.lowercased()
        }
        return text
    }

    static func lamp(_ lamp: Lamp) -> String {
        name(lamp.kind) + (lamp.severity == .warning ? ", warning" : "") + (lamp.isAcknowledged ? ", acknowledged" : "")
    }

    /// Why an alert is not judged or a call not said; follows `not judged: ` or `not said: `.
    static func reason(_ inhibit: Inhibit) -> String {
        switch inhibit {
        case .holding: "the flight is holding"
        case .standing: "you stand"
        case .afterRotate: "the flight has just begun"
        case .settling: "you are getting under way again"
        case .stepChange: "the interval has just changed"
        case .estimated: "the way is estimated over a gap"
        case .inputLost: "there is nothing to judge by"
        case .warmUp: "the heart is on its way into the band"
        case .notYetInside: "you have not been inside the band yet"
        case .minimums: "the target is near"
        case .afterTarget: "the target is reached"
        case .muted: "calls are muted"
        case .inhibited: "alerts are switched off"
        case .acknowledged: "it was acknowledged"
        case .latched: "it is said once, and was"
        case .repeated: "it was said a moment ago"
        case .stale: "it waited for the voice too long"
        case .interrupted: "a more urgent call cut it off"
        case .replaced: "a newer one took its place"
        case .overshot: "it was passed before it could be said"
        case .landed: "the flight had ended"
        }
    }

    static func reasons(_ inhibits: [Inhibit]) -> String { inhibits.map(reason).joined(separator: ", ") }

    /// `4:35 /km, 0:25 fast of 5:00`, `172 bpm, 22 above`; nothing when it is not known.
    static func deviation(_ target: Alert.Target?, _ value: Double?, _ deviation: Double?) -> String {
        guard let target, let value, let deviation else { return "" }
        switch target {
        case .pace:
            let off = SecondsPerKilometre(deviation.magnitude).clock
            return "\(Text.pace(SecondsPerKilometre(value))), \(off) too \(deviation < 0 ? "fast" : "slow")"
        case .heartRate:
            let off = Text.fixed(deviation.magnitude, 0)
            return "\(Text.rate(BeatsPerMinute(value))), \(off) too \(deviation > 0 ? "high" : "low")"
        case .distance: return "\(Text.fixed(deviation.magnitude, 0)) m to go"
        }
    }

    /// `2.40 km to go, finish 24:40, goal 25:00, needs 5:05 /km`.
    static func projection(_ projection: Projection) -> String {
        [
            "\(Text.distance(projection.remaining)) to go", projection.finish.map { "finish \(Text.time($0))" },
            projection.goal.map { "goal \(Text.time($0))" },
            projection.needed.map { "needs \(Text.pace($0))" }
                ?? (projection.goal == nil ? nil : "goal out of reach"),
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// What the switches silence; nil when they silence nothing.
    static func switches(_ state: FlightState) -> String? {
        if state.isInhibited { return "inhibited" }
        return state.muted.map { "muted for \(Text.time($0))" }
    }
}
