// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// The daemon's command line.
struct Options {
    enum Action {
        case run, check, help, version
    }

    struct UsageError: Error {
        let message: String
    }

    var action = Action.run
    /// nil for /etc/runwayd/runwayd.conf, which may be missing.
    var configuration: String?

    static let help = """
        usage: runwayd [--config FILE] [--check]

        The flight computer's daemon. It runs in the foreground, under systemd or by hand, without privileges.

          --config FILE  read FILE and the conf.d/*.conf beside it instead of /etc/runwayd/runwayd.conf
          --check        read the configuration, say whether it is good, and exit
          --version      say the version
          --help         say this

        exit status: 0 stopped, 1 failed, 64 wrong usage, 78 wrong configuration
        """

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": action = .help
            case "--version": action = .version
            case "--check": action = .check
            case "--config":
                guard let path = rest.popFirst() else {
                    throw UsageError(message: "runwayd: --config needs a file\n\(Options.help)")
                }
                configuration = path
            default:
                throw UsageError(message: "runwayd: '\(argument)' is not known\n\(Options.help)")
            }
        }
    }
}
