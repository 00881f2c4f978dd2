// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus
import RunwayModel
import Testing

@testable import BluetoothInput

@Suite("What an error of BlueZ's means")
struct LinkReasonTests {
    /// As bluetoothd 5.66 and dbus-daemon 1.14 said them.
    static let errors: [(String, String, LinkReason)] = [
        ("org.bluez.Error.Failed", "le-connection-abort-by-local", .connectFailed),
        ("org.bluez.Error.Failed", "Software caused connection abort", .connectFailed),
        ("org.bluez.Error.Failed", "Input/output error", .connectFailed),
        ("org.bluez.Error.NotReady", "Resource Not Ready", .off),
        ("org.bluez.Error.InProgress", "Operation already in progress", .busy),
        ("org.bluez.Error.NotConnected", "Not Connected", .closed),
        ("org.bluez.Error.NotPermitted", "Notify acquired", .busy),
        ("org.bluez.Error.NotPermitted", "Read not permitted", .notAuthorised),
        ("org.freedesktop.DBus.Error.UnknownObject", "Method \"Connect\" … doesn't exist\n", .gone),
        ("org.freedesktop.DBus.Error.AccessDenied", "Rejected send message, 3 matched rules", .denied),
        ("org.freedesktop.DBus.Error.NameHasNoOwner", "Could not get owner of name 'org.bluez'", .noService),
        ("org.freedesktop.DBus.Error.ServiceUnknown", "The name org.bluez was not provided", .noService),
        ("org.freedesktop.DBus.Error.NoReply", "Method call timed out", .noAnswer),
        ("org.example.Unheard", "", .connectFailed),
    ]

    @Test("each by its name", arguments: errors)
    func reason(_ name: String, _ message: String, _ expected: LinkReason) {
        #expect(LinkReason(BusError(name: name, message: message)) == expected)
    }

    @Test("each reason has its words for a person", arguments: LinkReason.allCases)
    func advice(_ reason: LinkReason) {
        #expect(LinkAdvice.text(for: reason.rawValue) != nil)
    }
}
