// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// Reads a mission SPEC: `pace=5:00,tolerance=15,distance=5km` or `hr=150,tolerance=10,distance=10km`; with
    /// `indoor` as a further word it is flown without positions.
    ///
    /// Pace is min:s per km or plain seconds, tolerance seconds or bpm (default 15 s, 10 bpm), distance in `km` or `m`,
    /// optional. Keys may stand in any order, each once.
    /// - Throws: `MissionError` naming the word that is wrong and what to write instead.
    public init(spec: String) throws(MissionError) {
        var values: [String: String] = [:]
        var isIndoor = false
        for part in spec.split(separator: ",", omittingEmptySubsequences: false) {
            if part == "indoor" {
                guard !isIndoor else { throw .syntax("'indoor' stands twice") }
                isIndoor = true
                continue
            }
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
                throw .syntax("'\(part)' is not key=value")
            }
            let key = String(pair[0])
            guard key != "indoor" else { throw .syntax("'indoor' stands alone, without a value") }
            guard ["pace", "hr", "tolerance", "distance"].contains(key) else { throw .syntax("'\(key)' is not known") }
            guard values.updateValue(String(pair[1]), forKey: key) == nil else {
                throw .syntax("'\(key)' stands twice")
            }
        }
        let distance = try values["distance"].map { text throws(MissionError) in try Mission.distance(text) }
        let tolerance = try values["tolerance"].map { text throws(MissionError) in
            guard let value = finite(text) else { throw .syntax("'tolerance=\(text)' is not a number") }
            return value
        }
        switch (values["pace"], values["hr"]) {
        case (let text?, nil):
            guard let pace = SecondsPerKilometre(clock: text) else { throw .syntax("'pace=\(text)' is not a pace") }
            let band = SecondsPerKilometre(tolerance ?? 15)
            try self.init(target: .pace(pace, tolerance: band), distance: distance, isIndoor: isIndoor)
        case (nil, let text?):
            guard let rate = finite(text) else { throw .syntax("'hr=\(text)' is not a number") }
            let band = BeatsPerMinute(tolerance ?? 10)
            try self.init(
                target: .heartRate(BeatsPerMinute(rate), tolerance: band), distance: distance, isIndoor: isIndoor)
        case (nil, nil) where isIndoor:
            throw MissionError(
                .indoor, "a mission has a target; write hr=150,indoor, or start a flight without a mission by --indoor")
        default:
            throw .syntax("a mission has either pace= or hr=")
        }
    }

    /// The SPEC that gives this mission.
    public var spec: String {
        let target =
            switch target {
            case .pace(let pace, let tolerance): "pace=\(pace.clock),tolerance=\(plain(tolerance.rawValue))"
            case .heartRate(let rate, let tolerance):
                "hr=\(plain(rate.rawValue)),tolerance=\(plain(tolerance.rawValue))"
            }
        guard let distance else { return target + (isIndoor ? ",indoor" : "") }
        let metres = distance.rawValue
        return target + ",distance=" + (metres >= 1000 ? plain(metres / 1000) + "km" : plain(metres) + "m")
    }

    private static func distance(_ text: String) throws(MissionError) -> Metres {
        for (unit, factor) in [("km", 1000.0), ("m", 1.0)] where text.hasSuffix(unit) {
            if let value = finite(String(text.dropLast(unit.count))) { return Metres(value * factor) }
        }
        throw .syntax("'distance=\(text)' is not a distance in km or m")
    }
}

extension SecondsPerKilometre {
    /// Minutes and seconds, rounded to the second: `5:00`.
    public var clock: String {
        guard rawValue.isFinite, rawValue.magnitude < 1e6 else { return "-:--" }
        let seconds = Int(rawValue.rounded())
        return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }

    /// Reads `m:ss` or plain seconds.
    public init?(clock text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2, let minutes = Int(parts[0]), parts[1].utf8.count == 2, let seconds = Int(parts[1]),
            (0...999).contains(minutes), (0..<60).contains(seconds)
        {
            self.init(Double(minutes * 60 + seconds))
        } else if parts.count == 1, let seconds = finite(text) {
            self.init(seconds)
        } else {
            return nil
        }
    }
}

private func finite(_ text: String) -> Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
}

private func plain(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e9 ? String(Int(value)) : String(value)
}
