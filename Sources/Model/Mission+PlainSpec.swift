// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// The SPEC of a mission without steps, word by word.
    struct PlainSpec {
        static let keys = TargetWords.keys + ["distance", "time"]

        private var target = TargetWords()
        /// What stood, for a reason to quote, and what it says.
        private var distance: (text: String, value: Metres)?
        private var time: Seconds?
        private var isIndoor = false

        init(_ spec: String) throws(MissionError) {
            for part in spec.split(separator: ",", omittingEmptySubsequences: false) {
                try take(trimmed(part))
            }
        }

        private mutating func take(_ part: Substring) throws(MissionError) {
            if part == "indoor" {
                guard !isIndoor else { throw .syntax("'indoor' stands twice", "write it once") }
                isIndoor = true
                return
            }
            if let preset = Preset(rawValue: String(part)) { return try take(preset.distance, String(part)) }
            let (key, value) = try Mission.pair(part, example: "pace=5:00,tolerance=15,distance=5km")
            if try target.take(key, value) { return }
            switch key {
            case "distance":
                let length = Preset(rawValue: value)?.distance ?? Metres(spec: value)
                guard let length else {
                    throw .syntax(
                        "'distance=\(value)' is not a distance in km or m",
                        "write for example distance=5km, or 5k, 10k, half or full")
                }
                try take(length, "distance=\(value)")
            case "time":
                guard time == nil else { throw .syntax("'time' stands twice", "write it once") }
                time = Seconds(clock: value) ?? Seconds(spec: value)
                guard time != nil else {
                    throw .syntax("'time=\(value)' is not a time", "write h:mm:ss or m:ss, as in time=50:00")
                }
            case "indoor": throw .syntax("'indoor' stands alone, without a value", "write hr=150,indoor")
            default:
                throw .syntax("'\(key)' is not known", "write pace=, hr=, tolerance=, distance=, time= or indoor")
            }
        }

        private mutating func take(_ value: Metres, _ text: String) throws(MissionError) {
            if let other = distance {
                throw .syntax("'\(other.text)' and '\(text)' are two distances", "write one of them")
            }
            distance = (text, value)
        }

        func mission() throws(MissionError) -> Mission {
            if time == nil || distance == nil { try target.refuseToleranceAlone("pace=5:00 or hr=150 beside it") }
            let mission = try Mission(
                target: try target.target(), distance: distance?.value, time: time, isIndoor: isIndoor)
            guard target.quoted == nil, case .pace(let pace, _) = mission.target,
                let tolerance = try target.paceTolerance()
            else { return mission }
            // The pace is the time's, the tolerance one's own.
            return try Mission(
                target: .pace(pace, tolerance: tolerance), distance: mission.distance, time: time, isIndoor: isIndoor)
        }
    }
}
