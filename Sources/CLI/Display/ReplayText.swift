// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayEngine
import RunwayModel

/// A replay's outcome in words.
struct ReplayText {
    let report: ReplayReport

    init(_ report: ReplayReport) {
        self.report = report
    }

    var text: String {
        var lines = [
            Text.way(report.distance, in: report.elapsed, isIndoor: report.indoor ?? false)
                + (report.indoor ?? false ? "" : ", moving \(Text.time(report.moving))")
        ]
        if let ascent = report.ascent, let descent = report.descent {
            lines.append("up \(Text.fixed(ascent.rawValue, 0)) m, down \(Text.fixed(descent.rawValue, 0)) m")
        }
        if let energy = report.energy { lines.append("\(Text.fixed(energy.rawValue, 0)) kcal") }
        if report.estimated > .zero { lines.append("of it \(Text.distance(report.estimated)) bridged over gaps") }
        for split in report.splits {
            let way = report.indoor ?? false ? "" : "  \(Text.distance(split.distance))"
            let pace = report.indoor ?? false ? "" : "  \(Text.pace(split.pace))"
            lines.append(
                "split \(split.index)\(way)  \(Text.time(split.duration))\(pace)"
                    + (split.heartRate.map { "  \(Text.rate($0))" } ?? "") + Text.climb(split.ascent, split.descent)
                    + (split.ending == .lap ? "  lap" : "") + (split.isEstimated ? "  estimated" : ""))
        }
        for alert in report.alerts {
            let length = alert.end.map { " for \(Text.time(Seconds($0 - alert.t)))" } ?? ""
            let value = AlertText.deviation(alert.target, alert.value, alert.deviation)
            lines.append(
                "\(alert.kind.rawValue), \(alert.severity.rawValue), at \(Text.distance(alert.distance))\(length)"
                    + (value.isEmpty ? "" : ": \(value)"))
        }
        for (reason, count) in report.reasons.sorted(by: { $0.key < $1.key }) {
            lines.append("\(count) × \(reason)")
        }
        return lines.joined(separator: "\n")
    }
}
