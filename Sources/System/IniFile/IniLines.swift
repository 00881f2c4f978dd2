// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Where sections and keys stand in a file, and what libeconf would lose or read differently from version to version.
struct IniLines {
    struct Section {
        /// As it stands between the brackets; libeconf's name for it.
        let header: String
        let name: String
        let line: Int
        var keys: [Key] = []
    }

    struct Key {
        let name: String
        let line: Int
        /// Nothing stands after the `=`. libeconf makes `(null)` of it when a line of spaces follows.
        let isEmpty: Bool
    }

    private(set) var sections: [Section] = []
    private(set) var problems: [IniError.Problem] = []
    private var comments: Set<Int> = []
    /// Set by a header that libeconf will refuse: what follows belongs nowhere.
    private var isLost = false

    init(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            problems.append(.init(1, "begins with a byte order mark", "save the file as UTF-8 without one"))
            return
        }
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            take(line, index + 1)
        }
    }

    /// A fault found by libeconf, in other words where its own would mislead.
    func explained(_ problem: IniError.Problem) -> IniError.Problem {
        guard let line = problem.line, comments.contains(line) else { return problem }
        return .init(
            line, "a comment with a second '#' is more than this version of libeconf understands",
            "leave only the first '#'")
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, _ line: Int) {
        // libeconf 0.5 reads lines into a buffer of 8192 bytes and takes what is left over for another line.
        guard bytes.count <= 8000 else {
            return problems.append(.init(line, "the line is longer than 8000 bytes", "shorten it"))
        }
        guard !bytes.contains(0), bytes.text.utf8.elementsEqual(bytes) else {
            return problems.append(.init(line, "the line is not text", "write UTF-8 without NUL"))
        }
        let whole = bytes.trimmed
        if whole.isEmpty { return }
        if whole.first == hash {
            comments.insert(line)
            return
        }
        let code = whole.prefix { $0 != hash }.trimmed
        if code.first == UInt8(ascii: "[") { return takeHeader(code, line) }
        takeEntry(code, whole: whole, line)
    }

    private mutating func takeHeader(_ code: ArraySlice<UInt8>, _ line: Int) {
        let inner = code.dropFirst().dropLast()
        let name = inner.split(whereSeparator: \.isSpace).map(\.text).joined(separator: " ")
        isLost = code.last != UInt8(ascii: "]") || name.isEmpty
        if isLost {
            problems.append(.init(line, "'\(code.text)' is no section header", "write [NAME] and nothing else"))
        } else if let first = sections.first(where: { $0.name == name }) {
            problems.append(.init(line, "[\(name)] stands twice", "put its keys into the one on line \(first.line)"))
            isLost = true
        } else {
            sections.append(Section(header: inner.text, name: name, line: line))
        }
    }

    private mutating func takeEntry(_ code: ArraySlice<UInt8>, whole: ArraySlice<UInt8>, _ line: Int) {
        guard let sign = code.firstIndex(of: UInt8(ascii: "=")) else {
            return problems.append(.init(line, "'\(code.text)' has no '='", "write key=value, or # before a comment"))
        }
        let name = code[..<sign].trimmed
        guard !name.isEmpty, !name.contains(where: \.isSpace) else {
            return problems.append(.init(line, "'\(name.text)' is no key", "write one word before the '='"))
        }
        let hashes = whole.filter { $0 == hash }.count
        if hashes > 1 || hashes > 0 && whole.contains(UInt8(ascii: "\"")) {
            problems.append(
                .init(line, "it is not clear where the comment begins", "write the comment on a line of its own"))
        }
        take(key: name.text, isEmpty: code[(sign + 1)...].trimmed.isEmpty, line)
    }

    private mutating func take(key: String, isEmpty: Bool, _ line: Int) {
        if isLost { return }
        guard let section = sections.indices.last else {
            return problems.append(.init(line, "\(key)= stands before any section", "write a [section] above it"))
        }
        if let first = sections[section].keys.first(where: { $0.name == key }) {
            let name = sections[section].name
            problems.append(.init(line, "[\(name)] \(key)= stands twice", "remove this line or line \(first.line)"))
        } else {
            sections[section].keys.append(Key(name: key, line: line, isEmpty: isEmpty))
        }
    }
}

private let hash = UInt8(ascii: "#")

extension UInt8 {
    /// What C's isspace takes for space.
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    fileprivate var trimmed: ArraySlice<UInt8> {
        guard let start = firstIndex(where: { !$0.isSpace }), let end = lastIndex(where: { !$0.isSpace }) else {
            return []
        }
        return self[start...end]
    }
}
