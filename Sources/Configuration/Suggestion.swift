// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What to write instead of a word that is not known.
enum Suggestion {
    /// The nearest word, or all of them when none is near.
    static func action(for word: String, among known: [String], _ shown: (String) -> String) -> String {
        let nearest = known.map { (word: $0, distance: distance(word.lowercased(), $0)) }
            .min { $0.distance < $1.distance }
        // A third of the letters wrong is still a slip of the finger.
        if let nearest, nearest.distance <= max(1, nearest.word.count / 3 + 1), nearest.distance < nearest.word.count {
            return "did you mean \(shown(nearest.word))?"
        }
        return "write \(list(known.map(shown)))"
    }

    /// `a`, `a or b`, `a, b or c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The number of letters to insert, remove, replace or swap with their neighbour.
    static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        var before: [Int] = []
        var above = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var cost = min(above[j + 1] + 1, row[j] + 1, above[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            before = above
            above = row
        }
        return above[right.count]
    }
}
