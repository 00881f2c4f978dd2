// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Bus

/// Why a sensor does not deliver; the codes of `LinkChange.reason`. `LinkAdvice` has what mends each.
enum LinkReason: String, CaseIterable {
    // The radio.
    /// D-Bus's system bus cannot be reached.
    case noBus = "no-bus"
    case noService = "no-bluetoothd"
    /// The bus's policy keeps this user from BlueZ.
    case denied
    case noAdapter = "no-adapter"
    case off = "adapter-off"
    case blocked
    /// By a switch or key, which no program can undo.
    case hardBlocked = "blocked-by-switch"
    /// bluetoothd runs, but does not answer.
    case noAnswer = "no-answer"
    /// The adapter does not listen.
    case scanFailed = "scan-failed"

    // The sensor.
    /// Being scanned for, and not heard.
    case notSeen = "not-seen"
    /// Somebody else is at it.
    case busy
    case connectFailed = "connect-failed"
    case notAuthorised = "not-authorised"
    /// Its object vanished while it was needed.
    case gone
    /// Connected, but its services were not told in time.
    case unresolved = "unresolved-services"
    /// It has no characteristic of this kind.
    case notOffered = "not-offered"
    /// Subscribed, but nothing comes.
    case silent
    /// What comes is no measurement.
    case malformed
    /// It, or the distance, ended the link.
    case closed

    /// Whether nothing can be reached at all, whatever sensor it is.
    var isRadio: Bool {
        switch self {
        case .noBus, .noService, .denied, .noAdapter, .off, .blocked, .hardBlocked, .noAnswer, .scanFailed: true
        default: false
        }
    }

    /// What a failed call to BlueZ means.
    init(_ error: BusError) {
        self =
            switch error.name {
            case "org.bluez.Error.NotReady": .off
            case "org.bluez.Error.InProgress": .busy
            case "org.bluez.Error.NotConnected": .closed
            case "org.bluez.Error.NotPermitted" where error.message == "Notify acquired": .busy
            case "org.bluez.Error.NotPermitted", "org.bluez.Error.NotAuthorized",
                "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected":
                .notAuthorised
            case "org.bluez.Error.DoesNotExist", "org.freedesktop.DBus.Error.UnknownObject",
                "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface":
                .gone
            case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": .noService
            case "org.freedesktop.DBus.Error.AccessDenied": .denied
            case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout": .noAnswer
            // With many texts that mean the same (B45, B46).
            default: .connectFailed
            }
    }
}
