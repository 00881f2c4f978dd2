// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel
import TestSupport

@testable import BluetoothInput

/// Events as no radio ever sends them.
enum LinkStorm {
    static func event(using generator: inout SplitMix64) -> SensorLink.Event {
        func coin() -> Bool { Bool.random(using: &generator) }
        let attempt = Int.random(in: 1...6, using: &generator)
        let reason = coin() ? nil : LinkReason.allCases.randomElement(using: &generator)
        switch Int.random(in: 0...9, using: &generator) {
        case 0: return .connected(attempt: attempt, reason)
        case 1: return .subscribed(attempt: attempt, reason)
        case 2: return .value(wellFormed: coin())
        case 3: return .deadline
        case 4: return .changed(LinkView(obstacle: reason, target: nil))
        default:
            let path = coin() ? LinkFlight.path : "/org/bluez/hci1/dev_AA"
            return .changed(
                LinkView(
                    target: LinkFlight.strap(
                        path, heard: coin(), connected: coin(), resolved: coin(), offers: coin())))
        }
    }

    static func wait(using generator: inout SplitMix64) -> Double {
        [0, 0.1, 1, 5, 12, 40].randomElement(using: &generator) ?? 0
    }

    /// Whether it waits for the radio alone.
    static func isGrounded(_ link: SensorLink) -> Bool { link.path == nil && link.characteristic == nil }
}
