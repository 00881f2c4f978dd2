// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// The instruments as lines of text, for a terminal of some width.
struct Screen {
    let state: FlightState
    let calls: [String]
    let width: Int

    var lines: [String] {
        var lines = [rule(" RUNWAY ── \(headline) "), ""]
        let flight = state.flight
        lines.append(
            pair(
                "DISTANCE", Text.distance(flight?.distance ?? .zero, isIndoor: state.isIndoor), "TIME",
                Text.time(flight?.elapsed ?? .zero)))
        lines.append(pair("PACE", Text.pace(flight?.pace), "AVERAGE", Text.pace(flight?.averagePace)))
        lines.append(pair("HEART RATE", Text.rate(state.heartRate.rate), "MEAN", Text.rate(flight?.averageHeartRate)))
        if flight?.ascent != nil || flight?.energy != nil {
            let climb = Text.climb(flight?.ascent, flight?.descent).drop { $0 == " " }
            let energy = Text.energy(flight?.energy).drop { $0 == " " }
            lines.append(
                pair(
                    "CLIMB", climb.isEmpty ? "--- m" : String(climb), "ENERGY",
                    energy.isEmpty ? "--- kcal" : String(energy)))
        }
        lines.append("")
        lines.append(lamps)
        lines.append(cut("  " + (silence ?? "")))
        lines.append(cut("  mission     \(state.mission?.spec ?? "free flight")"))
        if let projection = state.projection { lines.append(cut("              \(AlertText.projection(projection))")) }
        lines.append(cut("  gps         \(state.isIndoor ? SensorText.indoor : SensorText.gps(state.gps))"))
        lines.append(cut("  heart rate  \(SensorText.heartRate(state.heartRate))"))
        lines.append("")
        lines.append(rule(" CALLS "))
        lines += calls.map { cut("  " + $0) }
        return lines
    }

    private var headline: String {
        let phase = (state.hold == .auto ? "AUTO " : "") + state.phase.rawValue.uppercased()
        return state.countdown.map { "\(phase) \($0)" } ?? phase
    }

    private struct LampView {
        let name: String
        let style: String
    }

    /// Warnings in bold reverse video, cautions in reverse, acknowledged ones underlined, dark ones dim; lit ones first
    /// where not all have room.
    private var lamps: String {
        let usual: [Annunciation.Kind] = [.overspeed, .sinkRate, .minimums, .positionLost, .heartRateLost]
        let lit = state.lamps.map { lamp in
            LampView(
                name: AlertText.name(lamp.kind),
                style: lamp.isAcknowledged ? "[4m" : lamp.severity == .warning ? "[1;7m" : "[7m")
        }
        let kinds = state.lamps.map(\.kind)
        let dark = usual.filter { !kinds.contains($0) }.map {
            LampView(name: AlertText.name($0), style: "[2m")
        }
        var room = width
        var line = ""
        for lamp in lit + dark {
            guard room >= lamp.name.count + 4 else { break }
            room -= lamp.name.count + 4
            line += "  \u{1B}" + lamp.style + " \(lamp.name) \u{1B}[0m"
        }
        return line
    }

    /// What keeps alerts away.
    private var silence: String? {
        if let switches = AlertText.switches(state) { return switches.uppercased() }
        return state.inhibits.isEmpty ? nil : "not judged: \(AlertText.reasons(state.inhibits))"
    }

    private func pair(_ name: String, _ value: String, _ other: String, _ second: String) -> String {
        let left = "  " + Text.padded(name, 12) + Text.right(value, 12)
        return cut(left + "    " + Text.padded(other, 10) + Text.right(second, 12))
    }

    private func rule(_ title: String) -> String {
        cut("──" + title + String(repeating: "─", count: max(0, width - 2 - title.count)))
    }

    private func cut(_ text: String) -> String { String(text.prefix(width)) }
}
