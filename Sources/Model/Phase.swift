// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Where in a flight the runner is.
public enum Phase: String, Codable, Sendable {
    /// Nothing flies. Sensors are watched.
    case preflight
    /// The countdown 3, 2, 1 before ROTATE.
    case takeoff
    case cruise
    /// Paused; `HoldReason` says why.
    case holding
    /// The flight is over and its summary stands, until the next one starts.
    case touchdown
}

/// Why a flight holds. Lost positions are no reason.
public enum HoldReason: String, Codable, Sendable {
    /// The runner stands. It ends when he moves on.
    case auto
    /// It ends by hand only.
    case hand
}
