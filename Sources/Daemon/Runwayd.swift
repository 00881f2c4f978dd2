// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import CLinux
import ControlAPI
import EventLoop
import Glibc
import RunwayConfiguration

/// The daemon's beginning and end: arguments, configuration, signals, the loop.
@main
struct Runwayd {
    static func main() {
        let options: Options
        do {
            options = try Options(CommandLine.arguments.dropFirst())
        } catch {
            Log.plain(error.message)
            exit(EX_USAGE)
        }
        switch options.action {
        case .help:
            print(Options.help)
            return
        case .version:
            print("runwayd \(Version.text)")
            return
        case .check, .run: break
        }
        let configuration: Configuration
        do {
            configuration = try Configuration.load(path: options.configuration)
        } catch {
            Log.plain(error.description)
            exit(EX_CONFIG)
        }
        if options.action == .check {
            print("the configuration is good")
            return
        }
        exit(run(configuration, path: options.configuration))
    }

    private static func run(_ configuration: Configuration, path: String?) -> CInt {
        // Before any thread starts, so that all of them inherit it.
        SignalSource.block([SIGTERM, SIGINT, SIGHUP])
        runway_linux_share_heap()
        // A reader that goes away is told by EPIPE.
        signal(SIGPIPE, SIG_IGN)
        // Ignored, as some parents leave it, it would take the ends of the children away.
        signal(SIGCHLD, SIG_DFL)
        do {
            return try EventLoop.run {
                let daemon = Daemon(configuration, path: path)
                do {
                    try await daemon.start()
                } catch {
                    // A stop that came in the midst of the start ends by itself.
                    if daemon.isStopping { return }
                    Log.error("\(error)")
                    await daemon.abort()
                    EventLoop.exit(EX_FAILURE)
                }
            }
        } catch {
            Log.error("the event loop failed: \(error)")
            return EX_FAILURE
        }
    }

    // The codes of sysexits.h, which Swift's Glibc module lacks, and 1.
    private static let EX_FAILURE: CInt = 1
    private static let EX_USAGE: CInt = 64
    private static let EX_CONFIG: CInt = 78
}
