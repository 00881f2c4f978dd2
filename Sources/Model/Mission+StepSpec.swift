// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

extension Mission {
    /// The SPEC of an interval mission: steps between `+`, some of them in brackets with how often they are flown.
    enum StepSpec {
        private static let example = "write for example 6x(800m@pace=3:45 + recovery 400m)"

        /// Whether a text is meant as steps, and not as keys between commas.
        static func isLike(_ spec: String) -> Bool {
            if spec.utf8.contains(where: { "+@()".utf8.contains($0) }) { return true }
            let word = trimmed(spec).prefix { $0 != " " && $0 != "," }
            guard Preset(rawValue: String(word)) == nil, !word.utf8.contains(UInt8(ascii: "=")) else { return false }
            return word.utf8.first.map(isDigit) ?? false || Step.Label(rawValue: String(word)) != nil
        }

        static func mission(_ spec: String) throws(MissionError) -> Mission {
            var text = trimmed(spec)
            var isIndoor = false
            if text.hasSuffix("indoor") {
                let before = trimmed(text.dropLast("indoor".count))
                if before.hasSuffix(",") {
                    isIndoor = true
                    text = trimmed(before.dropLast())
                }
            }
            var blocks: [Block] = []
            for part in try parts(text) { blocks.append(try block(part)) }
            return try Mission(blocks: blocks, isIndoor: isIndoor)
        }

        /// What stands between the `+` outside brackets.
        private static func parts(_ text: Substring) throws(MissionError) -> [Substring] {
            var parts: [Substring] = []
            var start = text.startIndex
            var isInside = false
            for index in text.indices {
                switch text[index] {
                case "(":
                    guard !isInside else {
                        throw .syntax("'(' stands within brackets", "write repeats side by side, 2x(…) + 2x(…)")
                    }
                    isInside = true
                case ")":
                    guard isInside else { throw .syntax("')' closes nothing", example) }
                    isInside = false
                case "+" where !isInside:
                    parts.append(trimmed(text[start..<index]))
                    start = text.index(after: index)
                default: break
                }
            }
            guard !isInside else { throw .syntax("'(' is not closed", "write ')' behind the last step of the repeat") }
            return parts + [trimmed(text[start...])]
        }

        private static func block(_ part: Substring) throws(MissionError) -> Block {
            guard let open = part.firstIndex(of: "(") else { return Block(try step(part)) }
            let head = trimmed(part[..<open])
            let close = part.lastIndex(of: ")") ?? part.endIndex
            let rest = trimmed(part[close...].dropFirst())
            guard rest.isEmpty else {
                throw .syntax(
                    "'\(shown(rest))' stands behind ')'",
                    "write '+' between steps, and a target behind the length of the step that it is for")
            }
            let count = trimmed(head.dropLast())
            guard head.hasSuffix("x"), !count.isEmpty, count.utf8.allSatisfy(isDigit) else {
                throw .syntax("'\(shown(head))(' does not say how often", example)
            }
            guard let repeats = Int(count), (2...100).contains(repeats) else { throw .repeats(shown(count)) }
            var steps: [Step] = []
            for text in part[part.index(after: open)..<close].split(separator: "+", omittingEmptySubsequences: false) {
                steps.append(try step(trimmed(text)))
            }
            return try Block(repeats: repeats, steps)
        }

        private static func step(_ text: Substring) throws(MissionError) -> Step {
            guard !text.isEmpty else { throw .syntax("a step is empty", "write steps as 800m or 10min between '+'") }
            let sides = text.split(separator: "@", omittingEmptySubsequences: false).map(trimmed)
            guard sides.count <= 2 else {
                throw .syntax(
                    "'@' stands twice in '\(shown(text))'", "write one target, as in 800m@pace=3:45,tolerance=10")
            }
            let (label, extent) = try length(sides[0], of: text)
            return try Step(extent, label: label, target: sides.count == 2 ? target(sides[1], of: text) : nil)
        }

        private static func length(
            _ text: Substring, of step: Substring
        ) throws(MissionError) -> (Step.Label, Step.Extent) {
            let words = text.split(separator: " ")
            let label = words.first.flatMap { Step.Label(rawValue: String($0)) }
            let lengths = words.dropFirst(label == nil ? 0 : 1)
            guard let word = lengths.first else {
                throw .syntax("'\(shown(step))' has no length", "write for example warm-up 10min or 800m@pace=3:45")
            }
            if lengths.count == 1, let extent = Step.Extent(spec: String(word)) { return (label ?? .run, extent) }
            throw complaint(word, lengths.count, text)
        }

        /// Why a word is no length.
        private static func complaint(_ word: Substring, _ count: Int, _ text: Substring) -> MissionError {
            let name = shown(word)
            if let preset = Preset(rawValue: String(word)) {
                return .syntax("'\(name)' is a mission's distance and no step", "write \(preset.distance.spec)")
            }
            if text.hasSuffix("indoor") {
                return .syntax("'indoor' is no step", "write it at the end of all, after a comma")
            }
            if word.utf8.contains(UInt8(ascii: "=")) {
                return .syntax(
                    "'\(name)' stands where a step's length should", "write the length first, as in 800m@pace=3:45")
            }
            if word.utf8.contains(UInt8(ascii: ",")) {
                return .syntax("'\(name)' is no length", "write '+' between steps, and '@' before a target")
            }
            guard word.utf8.first.map({ isDigit($0) || $0 == UInt8(ascii: "-") }) ?? false else {
                return .syntax(
                    "'\(name)' is no label",
                    "write warm-up, recovery or cool-down before the length, or the length alone")
            }
            if word.drop(while: { $0.isNumber }).first == "x" {
                return .syntax("'\(name)' has no brackets", example)
            }
            guard count == 1 else {
                return .syntax("'\(shown(text))' is no length", "write number and unit together, as 800m or 10min")
            }
            return .syntax("'\(name)' is no length", "write for example 800m, 1.5km, 90s, 10min or 1h")
        }

        private static func target(_ text: Substring, of step: Substring) throws(MissionError) -> Target {
            guard !text.isEmpty else {
                throw .syntax("'\(shown(step))' has no target behind '@'", "write pace= or hr= there, or no '@'")
            }
            var words = TargetWords()
            for part in text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed) {
                if part == "indoor" {
                    throw .syntax("'indoor' stands within the steps", "write it at the end of all, after a comma")
                }
                let (key, value) = try Mission.pair(part, example: "800m@pace=3:45,tolerance=10")
                guard try words.take(key, value) else {
                    let isLength = key == "distance" || key == "time"
                    throw .syntax(
                        "'\(key)' is no part of a step's target",
                        isLength ? "write the step's length before '@'" : "write pace= or hr=, and tolerance=")
                }
            }
            try words.refuseToleranceAlone("pace=3:45 or hr=150 beside it")
            guard let target = try words.target() else { throw .syntax("'\(shown(step))' has no target", example) }
            return target
        }
    }
}
