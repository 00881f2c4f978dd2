// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// The keys of a SPEC that make a target: `pace=` or `hr=`, and `tolerance=`.
    struct TargetWords {
        static let keys = ["pace", "hr", "tolerance"]

        private var values: [String: String] = [:]
        /// `pace=` or `hr=` as it stands, for a reason to quote.
        var quoted: String? {
            ["pace", "hr"].lazy.compactMap { key in values[key].map { "\(key)=\($0)" } }.first
        }

        /// - Returns: whether the key is one of a target's.
        mutating func take(_ key: String, _ value: String) throws(MissionError) -> Bool {
            guard TargetWords.keys.contains(key) else { return false }
            guard values.updateValue(value, forKey: key) == nil else { throw .syntax("'\(key)' stands twice") }
            return true
        }

        /// A tolerance whose target another key gives, in seconds; nil when none stands.
        func paceTolerance() throws(MissionError) -> SecondsPerKilometre? {
            try tolerance().map { SecondsPerKilometre($0) }
        }

        /// nil when no target stands.
        func target() throws(MissionError) -> Target? {
            switch (values["pace"], values["hr"]) {
            case (let pace?, let rate?):
                throw .syntax("'pace=\(pace)' and 'hr=\(rate)' exclude each other", "write one of the two")
            case (let text?, nil):
                guard let pace = SecondsPerKilometre(clock: text) else {
                    throw .syntax("'pace=\(text)' is not a pace", "write minutes and seconds a km, as in pace=5:00")
                }
                return .pace(pace, tolerance: try paceTolerance() ?? Target.defaultPaceTolerance)
            case (nil, let text?):
                guard let rate = decimal(text[...]) else {
                    throw .syntax("'hr=\(text)' is not a number", "write beats a minute, as in hr=150")
                }
                let band = try tolerance().map { BeatsPerMinute($0) }
                return .heartRate(BeatsPerMinute(rate), tolerance: band ?? Target.defaultHeartRateTolerance)
            case (nil, nil): return nil
            }
        }

        private func tolerance() throws(MissionError) -> Double? {
            guard let text = values["tolerance"] else { return nil }
            guard let value = decimal(text[...]) else {
                throw .syntax("'tolerance=\(text)' is not a number", "write seconds or bpm, as in tolerance=15")
            }
            return value
        }

        /// - Throws: `MissionError` when a tolerance has no target.
        func refuseToleranceAlone(_ example: String) throws(MissionError) {
            guard quoted == nil, let text = values["tolerance"] else { return }
            throw .syntax("'tolerance=\(text)' has no target", "write \(example)")
        }
    }

    /// The two sides of a `key=value`.
    static func pair(_ part: Substring, example: String) throws(MissionError) -> (key: String, value: String) {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
            throw .syntax(
                part.isEmpty ? "nothing stands at a comma" : "'\(shown(part))' is not key=value",
                "write for example \(example)")
        }
        return (String(pair[0]), String(pair[1]))
    }
}

/// Without the spaces at both ends.
func trimmed(_ text: some StringProtocol) -> Substring {
    var text = Substring(text)
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
}

/// What a reason quotes of a text that may be long.
func shown(_ text: Substring) -> String {
    text.count > 40 ? text.prefix(40) + "…" : String(text)
}
