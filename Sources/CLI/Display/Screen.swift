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
        lines.append("")
        lines.append(cut("  mission     \(state.mission?.spec ?? "free flight")"))
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

    /// Lit ones in reverse video, dark ones dim; lit ones first where not all have room.
    private var lamps: String {
        let all = [
            ("OVERSPEED", state.gpws == .overspeed), ("SINK RATE", state.gpws == .sinkRate),
            ("MINIMUMS", state.gpws == .minimums),
            ("GPS", !state.isIndoor && (state.gps.state == .lost || state.gps.state == .disconnected)),
            ("HEART", state.heartRate.state == .lost || state.heartRate.state == .stale),
        ]
        let needed = all.reduce(0) { $0 + $1.0.count + 4 }
        var room = width
        var line = ""
        for (name, isLit) in needed <= width ? all : all.filter(\.1) + all.filter({ !$0.1 }) {
            guard room >= name.count + 4 else { break }
            room -= name.count + 4
            line += "  " + (isLit ? "\u{1B}[7m" : "\u{1B}[2m") + " \(name) \u{1B}[0m"
        }
        return line
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
