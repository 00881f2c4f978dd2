// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What is said of a link, so that each matter is said once.
///
/// One that is down says why, whatever else fails until it is up, and once that its sensor is not heard. What is wrong
/// with the radio is another matter than what is wrong with the sensor.
struct LinkReport {
    private var said: (state: LinkChange.State, reason: LinkReason?)?
    /// Whether it was said of this outage that the sensor is not heard.
    private var saidNotSeen = false
    private var scanFailures = 0

    var isUp: Bool { said?.state == .up }

    mutating func up() -> [SensorLink.Action] {
        saidNotSeen = false
        return say(.up, nil)
    }

    mutating func searching() -> [SensorLink.Action] { say(.connecting, .notSeen) }

    mutating func down(_ reason: LinkReason) -> [SensorLink.Action] {
        if let said, said.state == .down, said.reason?.isRadio != true, !reason.isRadio { return [] }
        return say(.down, reason)
    }

    /// A scan ended in which the sensor was not heard: that says more by now than how it was lost.
    mutating func unheard() -> [SensorLink.Action] {
        guard !saidNotSeen, said?.state == .down, said?.reason?.isRadio == false else { return [] }
        saidNotSeen = true
        return searching()
    }

    /// What became of a scan that was asked for. One failure is of the moment, as an adapter's start.
    mutating func scan(_ failure: LinkReason?) -> [SensorLink.Action] {
        guard let failure else {
            scanFailures = 0
            return said?.state == .down && said?.reason?.isRadio == true ? searching() : []
        }
        scanFailures += 1
        guard failure == .denied || scanFailures >= LinkBudget.scanFailures else { return [] }
        return down(failure.isRadio || failure == .busy ? failure : .scanFailed)
    }

    private mutating func say(_ state: LinkChange.State, _ reason: LinkReason?) -> [SensorLink.Action] {
        if let said, said == (state, reason) { return [] }
        said = (state, reason)
        return [.report(state, reason)]
    }
}
