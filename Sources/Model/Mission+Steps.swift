// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// A part of an interval mission.
    public struct Step: Hashable, Sendable {
        /// What the part is for.
        public enum Label: String, Codable, Sendable, CaseIterable {
            case run
            case warmUp = "warm-up"
            case recovery
            case coolDown = "cool-down"
        }

        /// What ends it.
        public enum Extent: Hashable, Sendable {
            /// 50 m…100 km.
            case distance(Metres)
            /// Active time, without holds: 10 s…6 h.
            case time(Seconds)
        }

        public let label: Label
        public let extent: Extent
        /// nil where nothing is judged.
        public let target: Target?

        /// - Throws: `MissionError` when its length or its band makes no sense.
        public init(_ extent: Extent, label: Label = .run, target: Target? = nil) throws(MissionError) {
            switch extent {
            case .distance(let length):
                guard (50...100_000).contains(length.rawValue) else { throw .stepLength(length) }
            case .time(let length):
                guard (10...6 * 3600).contains(length.rawValue) else { throw .stepLength(length) }
            }
            try target?.check()
            self.label = label
            self.extent = extent
            self.target = target
        }
    }

    /// Steps that are flown once, or over and over.
    public struct Block: Hashable, Sendable {
        /// 1…100.
        public let repeats: Int
        /// At least one.
        public let steps: [Step]

        /// - Throws: `MissionError` when nothing is repeated, or too often.
        public init(repeats: Int, _ steps: [Step]) throws(MissionError) {
            guard (1...100).contains(repeats) else { throw .repeats(String(repeats)) }
            guard (1...200).contains(steps.count) else { throw .stepCount(steps.count) }
            self.repeats = repeats
            self.steps = steps
        }

        /// A step that is flown once.
        public init(_ step: Step) {
            repeats = 1
            steps = [step]
        }
    }
}
