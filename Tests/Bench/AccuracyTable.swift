// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import AccuracySupport
import Foundation

/// How the accuracy's figures are laid out.
enum AccuracyTable {
    static let nameWidth = 34
    static let columns: [(scenario: Scenario, title: String)] = [
        (.track5k, "track"), (.road5k, "road"), (.blocks, "blocks"), (.trail, "trail"), (.walk2k, "walk"),
        (.intervals, "interv"), (.surge, "surge"), (.runStand5, "stop"), (.tunnel, "tunnel"), (.teleports, "telep"),
    ]

    static func head(_ title: String) -> String {
        title.padded(to: nameWidth) + columns.map { $0.title.leftPadded(to: 8) }.joined() + "   standing mean/95 %"
    }

    static func row(
        _ name: String, _ values: [Double], isSigned: Bool = false, standing: (mean: Double, high: Double)? = nil
    ) -> String {
        let numbers = values.map { value in
            let text = number(value, places: abs(value) < 10 ? 2 : 1)
            return (isSigned && value > 0 ? "+" + text : text).leftPadded(to: 8)
        }
        let end = standing.map { number($0.mean, width: 11, places: 1) + " /" + number($0.high, width: 6, places: 1) }
        return name.padded(to: nameWidth) + numbers.joined() + (end ?? "")
    }

    /// What is aimed at: one estimator, all columns.
    static func goal(of profile: Profile) -> String {
        switch profile {
        case .ubx:
            row("goal", [0.35, 0.25, 0.45, 0.5, 0.5, 0.45, .nan, 0.3, 0.4, 0.4], standing: (0.2, 1))
        case .nmea: "to beat".padded(to: nameWidth) + "   0.42 to 1.0, best known"
        case .biased: "to beat".padded(to: nameWidth) + "   0.39 to 2.05, best known"
        case .nospeed: "to beat".padded(to: nameWidth) + "   2.2 to 6.4, OpenTracks"
        }
    }

    static func number(_ value: Double, width: Int = 0, places: Int? = nil) -> String {
        guard value.isFinite else { return "–".leftPadded(to: width) }
        guard let places else { return String(format: "%g", value).leftPadded(to: width) }
        return String(format: "%.\(places)f", value).leftPadded(to: width)
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
