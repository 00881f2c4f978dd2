// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Reads a command line: words between spaces. Quotes, single or double, keep spaces in a word; a backslash takes the next
/// character as it is, within double quotes only a quote or a backslash, within single quotes nothing. No shell reads it.
enum CommandWords {
    private static let action = "write a program by its absolute path, and its arguments"

    static func of(_ text: String) throws(ValueError) -> [String] {
        let words = try split(text)
        guard let program = words.first, program.hasPrefix("/"), !program.hasSuffix("/") else {
            throw ValueError("begins with no absolute path", action)
        }
        return words
    }

    private static func split(_ text: String) throws(ValueError) -> [String] {
        var words: [String] = []
        // nil between words: an empty word can be written with quotes.
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (nil, " "), (nil, "\t"):
                if let done = word { words.append(done) }
                word = nil
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (nil, "\\"), ("\"", "\\"):
                if quote != nil, rest.first != "\"", rest.first != "\\" {
                    word = (word ?? "") + "\\"
                    continue
                }
                guard let next = rest.popFirst() else {
                    throw ValueError("ends with a backslash", "write what it stands before")
                }
                word = (word ?? "") + String(next)
            case (nil, "|"), (nil, "&"), (nil, ";"), (nil, "<"), (nil, ">"):
                throw ValueError(
                    "has '\(character)' outside quotes, and no shell reads it", "quote it, or write /bin/sh -c '…'")
            case (let open?, _) where open == character: quote = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw ValueError("has a quote that does not end", "close it") }
        if let done = word { words.append(done) }
        return words
    }
}
