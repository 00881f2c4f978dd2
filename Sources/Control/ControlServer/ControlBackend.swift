// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import ControlAPI
import EventLoop
import RunwayModel

/// What the control server asks of the daemon.
@Loop
public protocol ControlBackend: AnyObject {
    func status() -> Status

    /// - Returns: the new flight's id.
    func start(_ request: StartRequest, origin: Command.Origin) throws(Problem) -> FlightID

    func perform(_ action: Command.Action, origin: Command.Origin) throws(Problem)

    /// Sets what the flight aims at: a SPEC, a configured mission's name, or nothing.
    func setMission(_ text: String?, origin: Command.Origin) throws(Problem)

    /// The logbook's flights, newest first, as a JSON array.
    func flights() async throws(Problem) -> [UInt8]

    /// One flight with its splits and alerts as a JSON object. `name` is an id, the beginning of one, or `last`.
    func flight(_ name: String) async throws(Problem) -> [UInt8]

    /// Hands out a flight's tape piece by piece: the returned closure gives JSON lines, and nil at the end.
    func tape(_ name: String) async throws(Problem) -> @Loop () async throws -> [UInt8]?
}
