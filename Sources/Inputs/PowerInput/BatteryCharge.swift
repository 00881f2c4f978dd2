// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What one battery tells.
struct BatteryCharge: Hashable, Sendable {
    /// In µWh; what is told in µAh is reckoned with likewise.
    struct Energy: Hashable, Sendable {
        var now: Int
        var full: Int

        /// How much of it is left, 0…1; nil when that cannot be. "Full" is a memory of the last time that it was, so up to a
        /// tenth more than full is full.
        var part: Double? {
            let part = Double(now) / Double(full)
            return full > 0 && (0...1.1).contains(part) ? min(1, part) : nil
        }
    }

    /// The kernel's name of it.
    var supply: String
    /// 0…100.
    var percent: Int
    /// nil when it does not say.
    var isCharging: Bool?
    var energy: Energy?
}

extension Battery {
    /// The device's battery, of one or several.
    ///
    /// Several are told as one: a device runs until the last of them is empty – where two are built in, one feeds the
    /// other, or they take turns –, and a call for each would come long before it matters. Of several that all tell their
    /// energy it is the part that is left of the whole; else the mean of their percents, as if they were of one size.
    /// - Parameter charges: in the order in which they are to be named; nil comes of none.
    init?(_ charges: [BatteryCharge]) {
        guard !charges.isEmpty else { return nil }
        var percent = charges.reduce(0) { $0 + Double($1.percent) } / Double(charges.count)
        let energies = charges.compactMap(\.energy)
        if charges.count > 1, energies.count == charges.count {
            let full = energies.reduce(0) { $0 + Double($1.full) }
            percent = min(100, energies.reduce(0) { $0 + Double($1.now) } / full * 100)
        }
        // While one discharges the device lives on it, and if it is to charge another.
        let states = charges.compactMap(\.isCharging)
        self.init(
            sensor: charges.map(\.supply).joined(separator: "+"), percent: Int(percent.rounded()), source: .device,
            isCharging: states.isEmpty ? nil : !states.contains(false))
    }
}
