// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import Glibc

/// The command line: finds the verb, runs it, turns its failure into a line on standard error and an exit status.
@main
struct Runway {
    static var verbs: [any Verb.Type] {
        [
            PreflightVerb.self, StartVerb.self, StopVerb.self, HoldVerb.self, ResumeVerb.self, LapVerb.self,
            AckVerb.self, MuteVerb.self, InhibitVerb.self,
            StatusVerb.self, WatchVerb.self, LogVerb.self, ExportVerb.self, ReplayVerb.self,
            ExplainVerb.self, TuneVerb.self,
        ]
    }

    static func main() {
        // A reader that goes away (`runway replay … | head`) ends the program quietly by the write's error.
        signal(SIGPIPE, SIG_IGN)
        do {
            try run(CommandLine.arguments.dropFirst())
        } catch let failure as Failure {
            Output.error(failure.message)
            exit(failure.status)
        } catch {
            Output.warn("\(error)")
            exit(ExitStatus.failure)
        }
    }

    private static func run(_ words: some Sequence<String>) throws {
        var arguments = Arguments(words)
        let socket = try arguments.option("--socket")
        if arguments.flag("--version") {
            try Output.line("runway \(Version.text)")
            return
        }
        guard let name = arguments.nextWord() else {
            if arguments.flag("--help") || arguments.flag("-h") {
                try Output.line(help)
                return
            }
            throw Failure.usage("runway: a verb is missing\n\(help)")
        }
        if name == "help" {
            try Output.line(help)
            return
        }
        guard let verb = verbs.first(where: { $0.name == name }) else {
            throw Failure.usage("runway: '\(name)' is not a verb\n\(help)")
        }
        if arguments.flag("--help") || arguments.flag("-h") {
            try Output.line(verb.help)
            return
        }
        try verb.run(&arguments, DaemonClient(socket: socket))
    }

    private static var help: String {
        let width = verbs.map { $0.name.count }.max() ?? 0
        let lines = verbs.map { verb in
            "  \(verb.name)\(String(repeating: " ", count: width - verb.name.count))  \(verb.summary)"
        }
        return """
            usage: runway [--socket PATH] VERB …

            \(lines.joined(separator: "\n"))

            'runway VERB --help' says more. --socket PATH or RUNWAYD_SOCKET names another daemon.
            exit status: 0 done, 1 failed, 64 wrong usage, 69 the daemon cannot be reached
            """
    }
}
