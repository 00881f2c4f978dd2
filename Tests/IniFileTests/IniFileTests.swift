// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import TestSupport
import Testing

@testable import IniFile

@Suite struct IniFileTests {
    let folder = try? TemporaryFolder()

    private func read(_ text: String) throws -> [IniFile.Section] {
        try IniFile.read(try #require(folder).write("a.conf", text))
    }

    private func problems(_ bytes: [UInt8]) throws -> [String] {
        let path = try #require(folder).path("a.conf")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        do {
            let sections = try IniFile.read(path)
            Issue.record("read without an error: \(sections)")
            return []
        } catch {
            return error.problems.map { "\($0.line ?? 0): \($0.message)" }
        }
    }

    @Test func readsSectionsKeysAndLines() throws {
        let sections = try read(
            """
            # a comment
            [gpsd]
            host = localhost
            port=2947   # beside it

            [sensor  strap ]\t# named
            \tcurve=0:95, 20:150; 40:-
            empty=
              # indented below an empty value
            quoted = "two words"
            equation=a=b
            [nothing]
            """)
        #expect(sections.map(\.name) == ["gpsd", "sensor strap", "nothing"])
        #expect(sections.map(\.line) == [2, 6, 12])
        #expect(
            sections[0].entries == [
                .init(key: "host", value: "localhost", line: 3), .init(key: "port", value: "2947", line: 4),
            ])
        #expect(
            sections[1].entries == [
                .init(key: "curve", value: "0:95, 20:150; 40:-", line: 7), .init(key: "empty", value: "", line: 8),
                .init(key: "quoted", value: "two words", line: 10), .init(key: "equation", value: "a=b", line: 11),
            ])
        #expect(sections[2].entries.isEmpty)
    }

    /// libeconf 0.5 hides a key in its list when the entry above, of whatever section, has the same name.
    @Test func keepsKeyThatFollowsItsNamesakeInTheSectionAbove() throws {
        let sections = try read("[sink a]\ntype=jsonl\npath=x\n[recorder]\npath=y\n")
        #expect(sections[1].entries == [.init(key: "path", value: "y", line: 5)])
    }

    @Test(arguments: [
        ("[a]\r\nk = v\r\n", "v"), ("[a]\nk=v\n   \n\t# c\nl=w", "v"), ("[a]\nk=v #c\n", "v"),
        ("[a]\nk=é=\u{301}", "é=\u{301}"),
        ("[a]\nk=v\n\n", "v"), ("[a]\nk=v", "v"),
    ])
    func readsValue(text: String, value: String) throws {
        #expect(try read(text)[0].entries[0].value == value)
    }

    @Test(arguments: [
        ("stray=1\n[a]\nk=v\n", ["1: stray= stands before any section"]),
        ("[a]\nk=1\nk=2\n", ["3: [a] k= stands twice"]),
        ("[a]\nk=1\nl=1\nk=2\n", ["4: [a] k= stands twice"]),
        ("[a]\nk=1\nglued line\n", ["3: 'glued line' has no '='"]),
        ("[a]\n; comment\n", ["2: '; comment' has no '='"]),
        ("[a]\nk=1\n[b]\n[ a ]\nl=1\n", ["4: [a] stands twice"]),
        ("[a\nk=1\n", ["1: '[a' is no section header"]),
        ("[a] b\nk=1\n", ["1: '[a] b' is no section header"]),
        ("[]\nk=1\n", ["1: '[]' is no section header"]),
        ("[a]\n=1\n", ["2: '' is no key"]),
        ("[a]\ntwo words=1\n", ["2: 'two words' is no key"]),
        ("[a]\nk=1 # b # c\n", ["2: it is not clear where the comment begins"]),
        ("[a]\nk=\"1 # b\"\n", ["2: it is not clear where the comment begins"]),
        ("[a]\nk=1\0\n", ["2: the line is not text"]),
        ("\u{FEFF}[a]\n", ["1: begins with a byte order mark"]),

        (
            "x=1\n[a]\nfoo\nk=1\nk=1\n",
            [
                "1: x= stands before any section", "3: 'foo' has no '='", "5: [a] k= stands twice",
            ]
        ),
    ])
    func refuses(text: String, expected: [String]) throws {
        #expect(try problems(Array(text.utf8)) == expected)
    }

    @Test func refusesLineTooLongForLibeconf() throws {
        let line = "k=" + String(repeating: "x", count: 7998)
        #expect(try read("[a]\n\(line)\n")[0].entries[0].value.utf8.count == 7998)
        #expect(try problems(Array("[a]\n\(line)x\n".utf8)) == ["2: the line is longer than 8000 bytes"])
    }

    @Test func refusesBytesThatAreNotUTF8() throws {
        #expect(try problems([0x5B, 0x61, 0x5D, 0x0A, 0x6B, 0x3D, 0xE9]) == ["2: the line is not text"])
    }

    @Test func refusesWhatIsNoReadableFile() throws {
        let folder = try #require(folder)
        #expect(throws: IniError.self) { try IniFile.read(folder.path) }
        let fifo = folder.path + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(throws: IniError.self) { try IniFile.read(fifo) }
        #expect(throws: IniError.self) { try IniFile.read("/dev/zero") }
        #expect(try problems([UInt8](repeating: 10, count: FileText.limit + 1)) == ["0: is larger than 1 MiB"])
        do {
            _ = try IniFile.read(folder.path + "/absent.conf")
            Issue.record("an absent file was read")
        } catch {
            #expect(error.isMissing)
            #expect(error.description.hasSuffix("cannot be read: No such file or directory; create it or name another"))
        }
    }

    @Test func explainsFaultsOfLibeconfInComments() {
        let lines = IniLines(Array("[a]\n# a # b\n".utf8))
        #expect(lines.explained(.init(2, "libeconf: Missing delimiter", "")).action == "leave only the first '#'")
        #expect(lines.explained(.init(1, "libeconf: other", "do")).message == "libeconf: other")
    }
}
