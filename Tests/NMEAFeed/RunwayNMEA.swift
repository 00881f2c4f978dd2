// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import RunwayModel
import TestSupport

/// A receiver that is carried by a simulated runner: writes its sentences where a gpsd reads them.
@main
struct RunwayNMEA {
    static let help = """
        usage: runway-nmea --course SPEC|FILE [--to WHERE] [OPTION]...
        Sends the NMEA sentences of a receiver that a simulated runner carries.

          --course SPEC|FILE       what the runner does, see below; or a file with that
          --to WHERE               udp:127.0.0.1:PORT; pty:PATH, a new terminal with a link to it at PATH;
                                   file:PATH; or stdout (stdout)
          --rate HZ                epochs a second: 1, 2, 4, 5, 10, 20, 25, 50 or 100 (1)
          --duration SECONDS       ends earlier, or stands at the course's end (as long as the course)
          --start-time TIME        of the first epoch: now, or as 2026-05-01T06:30:00Z (now)
          --seed N                 of the noise (1)
          --noise METRES           standard deviation of the position; the speed's is 0.05 m/s (0: no noise)
          --talker GP|GN           (GP)
          --fast                   does not wait for the epochs
          --stamp                  prints a line for each epoch when it is sent: its time, and CLOCK_BOOTTIME in ns
          --truth FILE             writes a line for each epoch: its time, distance in m, speed in m/s
          --help                   this

        SPEC: \(Course.specHelp.replacingOccurrences(of: "\n", with: "\n  "))

        For example: runway-nmea --to udp:127.0.0.1:5001 --course stand:5,run:3.0:20,run:4.2:20,stand:3
        Exit status: 0, 1 when it cannot send (which UDP and a terminal do not tell), 64 on wrong usage.
        """

    private struct SendError: Error, CustomStringConvertible {
        let description: String
    }

    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            if options.wantsHelp {
                print(help)
                return
            }
            try run(options)
        } catch let error as UsageError {
            FileHandle.standardError.write(Data("runway-nmea: \(error.description)\nTry runway-nmea --help\n".utf8))
            exit(64)
        } catch {
            FileHandle.standardError.write(Data("runway-nmea: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) throws {
        signal(SIGPIPE, SIG_IGN)
        // Taken by a thread of its own, so that a terminal's link goes; blocked before the others start.
        var ending = sigset_t()
        sigemptyset(&ending)
        sigaddset(&ending, SIGTERM)
        sigaddset(&ending, SIGINT)
        pthread_sigmask(SIG_BLOCK, &ending, nil)
        var receiver = Receiver(try options.course(), start: options.start ?? .thisSecond(), rate: options.rate)
        receiver.noise = options.noise > 0 ? Receiver.Noise(position: Metres(options.noise)) : nil
        receiver.seed = options.seed
        if let path = options.truth {
            let lines = receiver.epochs().map { epoch in
                "\(epoch.time.iso8601) \(epoch.truth.distance.rawValue) \(epoch.truth.speed.rawValue)\n"
            }
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path))
        }
        let stamp: @Sendable (Feed.Sent) -> Void = { sent in
            print("\(sent.epoch.time.iso8601) \(sent.at.nanoseconds)")
            fflush(nil)
        }
        let feed = try Feed(
            receiver, to: try options.destination(), writer: NMEAWriter(talker: options.talker),
            pace: options.isFast ? .asFastAsPossible : .realTime, onSend: options.stamps ? stamp : nil)
        Foundation.Thread.detachNewThread { [ending, weak feed] in
            var (signals, signal) = (ending, CInt(0))
            sigwait(&signals, &signal)
            feed?.stop()
        }
        feed.waitBlocking()
        guard feed.dropped > 0 else { return }
        let message = "\(feed.dropped) sentences were not taken"
        // A terminal that nobody reads loses what is sent, as a cable does.
        guard options.isTerminal else { throw SendError(description: message) }
        FileHandle.standardError.write(Data("runway-nmea: \(message)\n".utf8))
    }
}
