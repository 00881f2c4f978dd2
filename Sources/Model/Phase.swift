// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Where in a flight the runner is.
public enum Phase: String, Codable, Sendable {
    /// Nothing flies. Sensors are watched.
    case preflight
    /// The countdown 3, 2, 1 before ROTATE.
    case takeoff
    case cruise
    /// Paused, by hand.
    case holding
    /// The flight is over and its summary stands, until the next one starts.
    case touchdown
}
