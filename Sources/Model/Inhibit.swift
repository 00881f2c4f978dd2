// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// Why an alert is not judged, or a call not said. The raw value is the reason code.
public enum Inhibit: String, Codable, Sendable, CaseIterable {
    // Where the flight is: nothing is judged.

    /// No flight is in cruise.
    case holding
    /// The runner stands; that is no pace.
    case standing
    /// The first seconds after ROTATE.
    case afterRotate
    /// The first seconds after standing, a hold or a gap: he is getting under way.
    case settling
    /// The interval has just changed.
    case stepChange
    /// The way is being bridged, not measured.
    case estimated
    /// What it would be judged by is stale or missing.
    case inputLost
    /// Heart rate below the band, before the body is warm.
    case warmUp
    /// The plain band rule, before the runner was inside the band once.
    case notYetInside
    /// MINIMUMS is on.
    case minimums
    /// The target distance is behind.
    case afterTarget

    // By hand, all calls.

    /// Silent for a time.
    case muted
    /// Switched off until it is switched on again.
    case inhibited
    /// The call was heard; its lamp stays.
    case acknowledged

    // What becomes of a call.

    /// It was said in this flight or mission and is said once.
    case latched
    /// It was said a moment ago.
    case repeated
    /// It waited for the voice too long to be true.
    case stale
    /// A call above it cut it off.
    case interrupted
    /// A newer call of its kind took its place.
    case replaced
    /// What it would announce was passed before it could be said.
    case overshot
    /// The flight ended before it could be said.
    case landed
}
