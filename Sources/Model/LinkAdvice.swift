// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a reason of `LinkChange` means to a person, and what mends it.
public enum LinkAdvice {
    /// - Returns: one line; nil for a reason that needs none.
    public static func text(for reason: String) -> String? { table[reason] }

    private static let table: [String: String] = [
        // gpsd
        "refused": "gpsd does not run there: systemctl start gpsd.socket",
        "timeout": "the host of gpsd does not answer: check [gpsd] host= and the network",
        "unreachable": "there is no way to the host of gpsd: check [gpsd] host= and the network",
        "unresolved": "the host of gpsd has no address: check [gpsd] host=",
        "not-gpsd": "what answers there is not gpsd: check [gpsd] port=",
        // The radio
        "no-bus": "D-Bus cannot be reached: install dbus, or systemctl start dbus",
        "no-bluetoothd": "bluetoothd does not run: install bluez, systemctl start bluetooth",
        "denied": "BlueZ refuses this user: add it to the group bluetooth, and restart",
        "no-adapter": "there is no Bluetooth adapter: plug one in, or look into dmesg for its firmware",
        "adapter-off": "the Bluetooth adapter is off: bluetoothctl power on",
        "blocked": "the radio is blocked: rfkill unblock bluetooth",
        "blocked-by-switch": "the radio is blocked by a switch or key of this machine",
        "no-answer": "bluetoothd does not answer: systemctl restart bluetooth",
        "scan-failed": "the adapter does not scan: bluetoothctl power off, then power on; or pull and plug it",
        // The sensor
        "not-seen": "not heard yet: wear it, wet its electrodes, and end its connection to other devices",
        "busy": "BlueZ is at it for somebody else",
        "connect-failed": "it was heard, but does not connect: bring it nearer",
        "not-authorised": "it wants to be paired: bluetoothctl pair ADDRESS",
        "unresolved-services": "it does not tell its services: take its battery out and in",
        "not-offered": "it does not offer this measurement: switch its heart-rate broadcast on",
        "silent": "connected, but nothing comes: wear it, wet its electrodes",
        "malformed": "what it sends is no measurement",
        "closed": "the connection ended: out of reach, or switched off",
        "gone": "BlueZ forgot it, and looks for it again",
    ]
}
