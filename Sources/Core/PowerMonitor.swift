// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// Keeps the newest charge of the device's own battery.
struct PowerMonitor: Codable, Sendable {
    /// nil on a device without a battery, and until it has told its charge.
    private(set) var battery: Battery?

    /// Takes a battery that is the device's; any other is not its business.
    mutating func take(_ new: Battery) {
        if new.source == .device { battery = new }
    }

    var level: FlightState.Power? {
        battery.map { FlightState.Power(percent: $0.percent, isCharging: $0.isCharging) }
    }
}
