// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

/// What a link sees at one moment of the radio and of its sensor.
struct LinkView: Hashable {
    struct Target: Hashable {
        /// The Bluetooth address, which stays; the path on the bus does not (B54).
        var address: String
        var path: String
        /// Whether it is being heard in a scan, or just a memory of BlueZ's (B66).
        var isHeard = false
        var isConnected = false
        var isResolved = false
        /// The path of the characteristic that is to be subscribed to.
        var characteristic: String?
    }

    /// What keeps everything from being reached; nil while the radio works.
    var obstacle: LinkReason?
    /// The sensor: the one that the link holds or is bound to, else the best there is.
    var target: Target?
}
