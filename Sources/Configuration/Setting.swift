// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Why a single setting is refused.
public struct SettingError: Error, Hashable, Sendable {
    /// Follows what was written: `is out of range`.
    public let message: String
    public let action: String
}

/// Single settings as a person writes them, judged as in a file.
public enum Setting {
    /// Sets one key of those that a flight's tape carries: `gpws.calm=10 h`, of `[flight]`, `[gpws]` and `[runner]`.
    /// - Throws: `SettingError` for what is not known or not right; the configuration is as it was.
    public static func apply(_ text: String, to flight: inout FlightConfiguration) throws(SettingError) {
        let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = pair[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard pair.count == 2, path.count == 2 else {
            throw SettingError(
                message: "is no setting", action: "write SECTION.KEY=VALUE, as gpws.calm=10h or flight.minimums=30m")
        }
        guard sections.contains(path[0]), let rule = Schema.sections.first(where: { $0.section == path[0] }) else {
            throw SettingError(
                message: "has a section that no tape carries", action: "write \(Suggestion.list(sections))")
        }
        var configuration = Configuration()
        configuration.flight = flight
        let section = GivenSection(path[0], key: path[1], value: pair[1])
        var errors: [ConfigurationError] = []
        rule.apply(section, to: &configuration, &errors)
        if let error = errors.first {
            throw SettingError(message: "is refused: " + error.message, action: error.action)
        }
        flight = configuration.flight
    }

    private static let sections = ["flight", "gpws", "runner"]

    /// A length of time with its unit.
    public static func duration(_ text: String, upTo longest: Seconds) throws(SettingError) -> Seconds {
        do throws(ValueError) {
            let hours = Int(longest.rawValue / 3600)
            return try Value.duration(0...longest.rawValue, "0 s to \(hours) h")(text)
        } catch {
            throw SettingError(message: error.message, action: error.action)
        }
    }
}
