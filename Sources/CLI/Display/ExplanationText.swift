// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayEngine
import RunwayModel

/// What `runway explain` prints.
struct ExplanationText {
    /// For programs.
    struct Document: Encodable {
        var entries: [Explanation.Entry]
        var alerts: [Alert]
        /// The levels at the moment that was asked for.
        var state: FlightState?
        /// Present when the flight's own record is another.
        var difference: String?
    }

    private let explanation: Explanation
    private let moment: Double?
    private let difference: String?
    /// Seconds around the moment that are told.
    private static let before = 60.0
    private static let after = 30.0

    init(_ explanation: Explanation, moment: Double?, difference: String?) {
        self.explanation = explanation
        self.moment = moment
        self.difference = difference
    }

    private var entries: [Explanation.Entry] {
        guard let moment else { return explanation.entries }
        let window = moment - ExplanationText.before...moment + ExplanationText.after
        return explanation.entries.filter { $0.t.map(window.contains) ?? false }
    }

    var document: Document {
        Document(entries: entries, alerts: explanation.alerts, state: explanation.state, difference: difference)
    }

    var lines: [String] {
        var lines = moment.map { levels(at: $0) } ?? []
        for entry in entries {
            guard let text = ExplanationText.words(entry) else { continue }
            let time = entry.t.map { Text.time(Seconds($0)) } ?? "-:--"
            lines.append(Text.right(time, 8) + "  " + Text.clock(entry.time) + "  " + text)
        }
        if let difference { lines.append("note: " + difference) }
        return lines
    }

    /// What held at the moment.
    private func levels(at moment: Double) -> [String] {
        guard let state = explanation.state else { return [] }
        var lines = ["at \(Text.time(Seconds(moment))) after ROTATE: \(state.phase.rawValue)"]
        lines.append("  mission     \(state.mission?.spec ?? "none")")
        lines.append(
            "  pace        \(Text.pace(state.flight?.pace)), distance \(Text.distance(state.flight?.distance ?? .zero))"
        )
        lines.append("  heart rate  \(SensorText.heartRate(state.heartRate))")
        lines.append("  gps         \(state.isIndoor ? SensorText.indoor : SensorText.gps(state.gps))")
        for lamp in state.lamps { lines.append("  lamp        \(AlertText.lamp(lamp))") }
        if state.lamps.isEmpty { lines.append("  lamps       none") }
        if let switches = AlertText.switches(state) { lines.append("  alerts      \(switches)") }
        lines.append("  judged      " + judged(at: moment, state))
        lines.append("around it:")
        return lines
    }

    private func judged(at moment: Double, _ state: FlightState) -> String {
        guard state.mission != nil else { return "nothing, there was no mission" }
        guard !state.inhibits.isEmpty else { return "yes" }
        let changes = explanation.entries.filter { $0.notJudged != nil }
        let from = changes.last { $0.t ?? 0 <= moment }?.t
        let to = changes.first { $0.t ?? 0 > moment }?.t
        return "no: \(AlertText.reasons(state.inhibits))" + (from.map { ", from \(Text.time(Seconds($0)))" } ?? "")
            + (to.map { " to \(Text.time(Seconds($0)))" } ?? " to the end")
    }

    private static func words(_ entry: Explanation.Entry) -> String? {
        if let phase = entry.phase { return "phase \(phase.rawValue)" }
        if let switched = entry.switched {
            return "you: \(switched)" + (switched == "mission" ? " \(entry.mission?.spec ?? "none")" : "")
        }
        if let mission = entry.mission { return "mission \(mission.spec)" }
        if let said = entry.said { return "said: \(said.text)" + (said.interrupts == true ? ", cutting in" : "") }
        if let withheld = entry.withheld {
            return "not said: \(AlertText.words(withheld.kind)), for \(AlertText.reason(withheld.reason))"
                + " (\(withheld.reason.rawValue))"
        }
        if let inhibits = entry.notJudged {
            let codes = inhibits.map(\.rawValue).joined(separator: ", ")
            return inhibits.isEmpty ? "judged from here on" : "not judged: \(AlertText.reasons(inhibits)) (\(codes))"
        }
        if let alert = entry.alertBegan {
            let value = AlertText.deviation(alert.target, alert.value, alert.deviation)
            let isBack = alert.start < entry.at ? " again" : ""
            return "\(alert.kind.rawValue) began\(isBack), \(alert.severity.rawValue)"
                + (value.isEmpty ? "" : ": \(value)")
        }
        if let alert = entry.alertEnded {
            let worst =
                alert.target == .pace || alert.target == .heartRate
                ? alert.worstDeviation.map { ", at worst \(Text.fixed($0.magnitude, 0)) off" } ?? "" : ""
            return "\(alert.kind.rawValue) ended: \(alert.reason?.rawValue ?? "")\(worst)"
        }
        return nil
    }
}
