// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayCore
import RunwayModel

/// The way of a sample: it is put on the tape, then the core takes it.
///
/// A flight's tape holds all that the flight's events depend on. So a takeoff begins with a core as new, which is given
/// the preroll – what still holds from before, and the last seconds of samples – from the tape like everything else.
public struct Engine {
    /// What is to be done with the tape, in order.
    public enum TapeAction: Sendable {
        /// A takeoff begins: the entries that follow are its flight's, if it comes to one.
        case begin
        case append(TapeEntry)
        /// The takeoff was broken off: its entries belong to no flight.
        case abandon
    }

    public private(set) var computer: FlightComputer
    /// The kernel's boot id, for the tape.
    private let boot: String
    private var preroll = Preroll()
    private var sequence = 0
    private var newest = Instant(nanoseconds: .min)
    private let tape: (TapeAction) -> Void

    /// - Parameter tape: called before the core takes what it is told.
    public init(boot: String, tape: @escaping (TapeAction) -> Void) {
        computer = FlightComputer()
        self.boot = boot
        self.tape = tape
    }

    /// Goes on with a flight whose tape has `nextSequence` entries, from the core as it was after the last of them.
    public mutating func resume(_ computer: FlightComputer, nextSequence: Int, newest: Instant) {
        self.computer = computer
        sequence = nextSequence
        self.newest = newest
    }

    /// Takes an input. An instant before that of the input before is taken as the same.
    /// - Returns: what happened, in order.
    public mutating func submit(_ input: Input, at instant: Instant) -> [Event] {
        let now = max(instant, newest)
        newest = now
        var isRefused = false
        var isStart = false
        if case .command(let command) = input {
            // What is refused begins no tape, and the mission that it asked for does not stay.
            isRefused = computer.refusal(of: command.action, at: now) != nil
            if case .start = command.action { isStart = true }
        }
        if isOnTape {
            append(input, at: now)
        } else if isStart, !isRefused {
            begin(at: now)
            append(input, at: now)
        }
        if !isRefused { preroll.take(input, at: now) }
        let wasTakingOff = computer.phase == .takeoff
        let wasOnTape = isOnTape
        let events = computer.step(input, at: now)
        if wasTakingOff, computer.phase == .preflight { tape(.abandon) }
        if wasOnTape, computer.phase == .touchdown { preroll.forgetMission() }
        return events
    }

    private var isOnTape: Bool { computer.phase != .preflight && computer.phase != .touchdown }

    private mutating func begin(at now: Instant) {
        sequence = 0
        tape(.begin)
        computer = FlightComputer()
        for (input, at) in preroll.entries(at: now) {
            append(input, at: at)
            // What these inputs had to say was said when they came.
            _ = computer.step(input, at: at)
        }
    }

    private mutating func append(_ input: Input, at now: Instant) {
        tape(.append(TapeEntry(sequence: sequence, at: now, boot: boot, input: input)))
        sequence += 1
    }
}
