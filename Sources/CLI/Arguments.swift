// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The words of a command line. Options may stand anywhere; `--name=value` and `--name value` are the same.
struct Arguments {
    private var words: [String]

    init(_ words: some Sequence<String>) {
        self.words = Array(words)
    }

    /// Takes an option without a value.
    mutating func flag(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        return true
    }

    /// Takes an option with a value; nil when it is not there.
    mutating func option(_ name: String) throws -> String? {
        if let index = words.firstIndex(where: { $0.hasPrefix(name + "=") }) {
            return String(words.remove(at: index).dropFirst(name.count + 1))
        }
        guard let index = words.firstIndex(of: name) else { return nil }
        guard index + 1 < words.count else { throw Failure.usage("runway: \(name) needs a value") }
        defer { words.removeSubrange(index...index + 1) }
        return words[index + 1]
    }

    /// Takes the next word that is no option. A single `-` is a word.
    mutating func nextWord() -> String? {
        guard let index = words.firstIndex(where: { !$0.hasPrefix("-") || $0 == "-" }) else { return nil }
        return words.remove(at: index)
    }

    /// Takes a word that must be there.
    mutating func word(_ what: String, of verb: any Verb.Type) throws -> String {
        guard let word = nextWord() else {
            throw Failure.usage("runway \(verb.name): \(what) is missing\n\(verb.help)")
        }
        return word
    }

    /// - Throws: a usage failure when words are left over.
    func end(of verb: any Verb.Type) throws {
        guard let word = words.first else { return }
        throw Failure.usage("runway \(verb.name): '\(word)' is not known here\n\(verb.help)")
    }
}
