// SPDX-License-Identifier: Apache-2.0
// Copyright the runwayd authors

import RunwayModel

/// What one kind of sensor offers over a link, and how its values become inputs. One for each profile.
struct SensorProfile: Sendable {
    /// The 128-bit form that BlueZ uses, in lower case.
    let service: String
    let characteristic: String
    let kind: LinkChange.Kind
    /// The input that a notification carries; nil when the payload is malformed.
    let decode: @Sendable (_ payload: [UInt8], _ sensor: String) -> Input?
}

extension SensorProfile {
    static let heartRate = SensorProfile(
        service: "0000180d-0000-1000-8000-00805f9b34fb", characteristic: "00002a37-0000-1000-8000-00805f9b34fb",
        kind: .heartRate
    ) { payload, sensor in
        guard let measurement = HeartRateMeasurement(payload) else { return nil }
        return .heartRate(
            HeartRateSample(
                sensor: sensor, rate: BeatsPerMinute(Double(measurement.rate)),
                rrIntervals: measurement.rrMilliseconds, contact: measurement.contact))
    }
}
