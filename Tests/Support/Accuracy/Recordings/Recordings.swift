// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import Foundation
import TestSupport

/// The real recordings that accuracy is judged by, where the data beside the package is there.
public enum Recordings {
    /// Logs of receivers that moved.
    public static let moving = ["bundg_zeus_9", "bu303-moving", "ublox-lea-4h", "navisys-gr701w", "haicom-305N"]
    /// Logs of receivers that stood still.
    public static let standing = [
        "ublox-glo", "ublox-8-time", "u-blox-m8t-time", "sirf2", "meinberg-gps164", "skytraq-A8", "telit-he910",
        "ublox-8", "ublox-neo-m9n-nmea",
    ]
    /// A run of 9 km with a watch.
    public static let run = "tracks/fitparse/activity-small-fenix2-run.fit"

    /// - Returns: nil, after saying so, where it is missing.
    public static func log(_ name: String) throws -> Recording? {
        try sharedData("gpsd-logs/\(name).log.chk").map { try Recording.gpsdLog($0) }
    }

    /// - Returns: nil, after saying so, where it is missing.
    public static func watch() throws -> Recording? {
        try sharedData(run).map { try Recording.fit($0) }
    }
}
