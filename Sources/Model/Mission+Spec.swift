// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// Reads a mission SPEC.
    ///
    /// A plain mission is words and keys between commas, in any order, each once: `pace=5:00` (min:s per km or plain
    /// seconds) or `hr=150`; `tolerance=` in seconds or bpm (15 s, 10 bpm); `distance=5km` or a `Preset`; `time=50:00` for
    /// the distance; `indoor`. An interval mission is steps between `+`:
    /// `warm-up 10min + 6x(800m@pace=3:45,tolerance=10 + recovery 400m@hr=130) + cool-down 1km`, with `,indoor` at the end
    /// where it is flown indoors. `docs/missions.md` tells it all.
    /// - Throws: `MissionError` naming the word that is wrong and what to write instead.
    public init(spec: String) throws(MissionError) {
        if StepSpec.isLike(spec) {
            self = try StepSpec.mission(spec)
        } else {
            self = try PlainSpec(spec).mission()
        }
    }

    /// The SPEC that gives this mission.
    public var spec: String {
        var words: [String] = []
        if blocks.isEmpty {
            // A pace that comes of the time alone is seldom one of whole seconds; the time says it better.
            if let time, let distance, case .pace(let pace, let tolerance) = target,
                pace.rawValue == time.rawValue / distance.kilometres
            {
                words.append("distance=\(distance.spec),time=\(time.specClock),tolerance=\(plain(tolerance.rawValue))")
            } else {
                if let target { words.append(target.spec) }
                if let distance { words.append("distance=\(distance.spec)") }
                if let time { words.append("time=\(time.specClock)") }
            }
        } else {
            words = [blocks.map(\.spec).joined(separator: " + ")]
        }
        return (words + (isIndoor ? ["indoor"] : [])).joined(separator: ",")
    }

    /// Whether a text is a word of SPECs, or a length that could stand in one: none to name a mission by.
    public static func isSpecWord(_ text: String) -> Bool {
        Preset(rawValue: text) != nil || Step.Label(rawValue: text) != nil || Step.Extent(spec: text) != nil
            || text == "indoor" || PlainSpec.keys.contains(text)
    }
}

extension Mission.Target {
    var spec: String {
        switch self {
        case .pace(let pace, let tolerance): "pace=\(pace.spec),tolerance=\(plain(tolerance.rawValue))"
        case .heartRate(let rate, let tolerance): "hr=\(plain(rate.rawValue)),tolerance=\(plain(tolerance.rawValue))"
        }
    }
}

extension Mission.Block {
    var spec: String {
        let text = steps.map(\.spec).joined(separator: " + ")
        return repeats == 1 ? text : "\(repeats)x(\(text))"
    }
}

extension Mission.Step {
    var spec: String {
        (label == .run ? "" : label.rawValue + " ") + extent.spec + (target.map { "@\($0.spec)" } ?? "")
    }
}

extension Mission.Step.Extent {
    init?(spec text: String) {
        if let length = Metres(spec: text) {
            self = .distance(length)
        } else if let length = Seconds(spec: text) {
            self = .time(length)
        } else {
            return nil
        }
    }

    var spec: String {
        switch self {
        case .distance(let length): length.spec
        case .time(let length): length.spec
        }
    }
}
