// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What was told of the device's battery, and what is worth telling anew. A value without a clock.
struct PowerLevel {
    /// Where several batteries make one charge and one of them falls silent, the others' charge says nothing of the whole:
    /// for so long it is waited for.
    static let patience = Seconds(300)

    private var told: Battery?
    private var partialSince: Instant?

    /// - Returns: what is to be told: the first charge, and any that differs from the one told last.
    mutating func take(_ reading: PowerReading, at now: Instant) -> Battery? {
        if reading.isWhole {
            partialSince = nil
        } else if told != nil {
            let since = partialSince ?? now
            partialSince = since
            if now - since < PowerLevel.patience { return nil }
        }
        guard let battery = reading.battery, battery != told else { return nil }
        told = battery
        return battery
    }
}
