// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a person or a program asked for, and from where.
public struct Command: Hashable, Codable, Sendable {
    /// Who started or stopped a flight.
    public enum Origin: String, Codable, Sendable {
        /// The command line on the control socket.
        case local
        case web
        case button
        case peer
        /// `runway replay`, for a recording that holds no commands.
        case replay
        /// The daemon itself, closing a flight that it found too old to resume.
        case recovery
    }

    public enum Action: Hashable, Sendable {
        /// Begins the takeoff. `flight` becomes the flight's id; without a mission the one set before holds;
        /// `immediately` skips the countdown, `indoor` is flown without positions, as is any indoor mission.
        case start(flight: FlightID, mission: Mission?, immediately: Bool, indoor: Bool = false)
        case stop
        case hold
        case resume
        /// Ends the running split.
        case lap
        /// Sets what the next flight (or the one in the air) aims at; nil clears it.
        case setMission(to: Mission?)
        /// What is called at present was heard: its calls are silent, its lamps stay.
        case acknowledge
        /// No calls for so long, at most `Command.longestMute`; zero ends the silence.
        case mute(for: Seconds)
        /// Switches all alerts and calls off, or on again.
        case inhibit(Bool)
    }

    /// A day.
    public static let longestMute = Seconds(86_400)

    public var origin: Origin
    public var action: Action

    public init(_ action: Action, origin: Origin) {
        self.action = action
        self.origin = origin
    }
}
