// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// How one kind of annunciation behaves: a row of `AnnunciationTable`.
struct AnnunciationRule: Sendable {
    /// What a call is about.
    enum Sort: Sendable {
        /// A state with a lamp. Its call is for the beginning.
        case condition
        /// Something that happened.
        case event
    }

    enum Latch: Sendable {
        case none
        /// Called once in a mission, and once in a flight.
        case mission, flight
    }

    /// What must be valid for it to be judged.
    enum Need: Sendable {
        case nothing, speed, heartRate, distance
    }

    let kind: Annunciation.Kind
    let priority: Annunciation.Priority
    let sort: Sort
    /// How long a condition has to hold before its lamp is lit and it is called, seconds.
    let onset: Double
    /// How long a call may wait for the voice, seconds. A condition's waits as long as it holds.
    let patience: Double
    /// A condition that goes on is called again when it is worse by a fifth, or a warning now.
    let repeatsWhenWorse: Bool
    /// Not called again within so many seconds.
    let again: Double
    let latch: Latch
    /// Whether it cuts off a call below it.
    let interrupts: Bool
    /// Whether the switches silence it: what answers the person is said all the same.
    let isSilenced: Bool
    /// While one of these holds it is not judged.
    let inhibits: Set<Inhibit>
    let needs: Need
}
